import { useEffect, useRef, useState } from 'react'
import { isBelowDialog, isTyping } from '../../lib/input.ts'
import { useWindowEvent } from '../../lib/use-window-event.ts'

/** A drag over a page repeats its events several times a second; after this long without one it has left. */
const LEFT_AFTER_MS = 400

/** A drag of files, unlike one of text or of a link. */
const carriesFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') ?? false

/**
 * Takes files that are dropped anywhere on the page, where a browser would open them in its place.
 *
 * @param onDrop called with the files and the element below the pointer
 * @returns whether files are dragged over the page
 */
export function useFileDrop(onDrop: (files: readonly File[], target: EventTarget | null) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const left = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(left.current), [])
  const show = (over: boolean) => {
    clearTimeout(left.current)
    if (over) left.current = setTimeout(setIsOver, LEFT_AFTER_MS, false)
    setIsOver(over)
  }
  const hold = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    const isTaken = !isBelowDialog()
    event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none'
    show(isTaken)
  }
  useWindowEvent('dragenter', hold)
  useWindowEvent('dragover', hold)
  useWindowEvent('drop', (event) => {
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    show(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0 && !isBelowDialog()) onDrop(files, event.target)
  })
  return isOver
}

interface Pasted {
  onText: (text: string) => void
  onFiles: (files: readonly File[]) => void
}

/** Takes what is pasted anywhere on the page except in a field: a text, or copied files. */
export function usePaste({ onText, onFiles }: Pasted): void {
  useWindowEvent('paste', (event) => {
    if (event.defaultPrevented || isTyping(event.target) || isBelowDialog()) return
    const text = event.clipboardData?.getData('text/plain').trim() ?? ''
    const files = [...(event.clipboardData?.files ?? [])]
    if (text === '' && files.length === 0) return
    event.preventDefault()
    // Word processors put a picture of a text beside it.
    if (text === '') onFiles(files)
    else onText(text)
  })
}
