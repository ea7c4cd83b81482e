import { type DragEvent, useEffect, useState } from 'react'

/** A drag of files, unlike one of text or of a link. */
const carriesFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

/** Keeps a file that is dropped beside the target from being opened in place of the page. */
function useDropGuard() {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}

/**
 * Makes an element take files that are dropped on it.
 *
 * @param onDrop what to do with them; `target` is the element below the pointer
 * @returns whether files are held over the element, and the handlers that belong on it
 */
export function useFileDrop(onDrop: (files: readonly File[], target: EventTarget) => void) {
  const [isOver, setIsOver] = useState(false)
  useDropGuard()
  const hold = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  return {
    isOver,
    handlers: {
      onDragEnter: hold,
      onDragOver: hold,
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false)
        if (!carriesFiles(event.dataTransfer)) return
        event.preventDefault()
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onDrop(files, event.target)
      },
    },
  }
}
