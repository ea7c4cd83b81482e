import { useEffect, useRef, useState } from 'react'
import { isBelowDialog, isTyping, useWindowEvent } from '../../lib/page/input.ts'

/** A drag repeats its events several times a second; after this long without one it has left the page. */
const LEFT_AFTER_MS = 400

const carriesFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') ?? false

/** Takes files that are dropped anywhere on the page. Returns whether files are dragged over it. */
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

/** Takes text or files that are pasted anywhere on the page except in a field. */
export function usePaste(onText: (text: string) => void, onFiles: (files: readonly File[]) => void): void {
  useWindowEvent('paste', (event) => {
    if (event.defaultPrevented || isTyping(event.target) || isBelowDialog()) return
    const text = event.clipboardData?.getData('text/plain').trim() ?? ''
    const files = [...(event.clipboardData?.files ?? [])]
    if (text === '' && files.length === 0) return
    event.preventDefault()
    // Word processors add a picture of the text.
    if (text === '') onFiles(files)
    else onText(text)
  })
}
