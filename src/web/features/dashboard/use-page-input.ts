import { useEffect, useEffectEvent, useState } from 'react'
import { isBelowDialog, isTyping } from '../../lib/input.ts'

/** A drag over a page is told of again every fraction of a second; after this long without a word it has left. */
const LEFT_AFTER_MS = 400

/** A drag of files, unlike one of text or of a link. */
const carriesFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') ?? false

/**
 * Takes files that are dropped anywhere on the page, where a browser would open them in its place.
 *
 * @param onDrop what to do with them; `target` is the element below the pointer
 * @returns whether files are held over the page
 */
export function useFileDrop(onDrop: (files: readonly File[], target: EventTarget | null) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(onDrop)
  useEffect(() => {
    let left: ReturnType<typeof setTimeout> | undefined
    const show = (over: boolean) => {
      clearTimeout(left)
      if (over) left = setTimeout(setIsOver, LEFT_AFTER_MS, false)
      setIsOver(over)
    }
    const hold = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      const isTaken = !isBelowDialog()
      event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none'
      show(isTaken)
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      show(false)
      const files = [...event.dataTransfer.files]
      if (files.length > 0 && !isBelowDialog()) take(files, event.target)
    }
    addEventListener('dragenter', hold)
    addEventListener('dragover', hold)
    addEventListener('drop', drop)
    return () => {
      clearTimeout(left)
      removeEventListener('dragenter', hold)
      removeEventListener('dragover', hold)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}

interface Pasted {
  onText: (text: string) => void
  onFiles: (files: readonly File[]) => void
}

/** Takes what is pasted anywhere on the page but into a field: a text, or files that were copied. */
export function usePaste({ onText, onFiles }: Pasted): void {
  const take = useEffectEvent((text: string, files: readonly File[]) => {
    // Word processors put a picture of a text beside it.
    if (text === '') onFiles(files)
    else onText(text)
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || isBelowDialog()) return
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      const files = [...(event.clipboardData?.files ?? [])]
      if (text === '' && files.length === 0) return
      event.preventDefault()
      take(text, files)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [])
}
