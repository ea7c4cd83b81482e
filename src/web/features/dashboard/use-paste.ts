import { useEffect, useEffectEvent } from 'react'
import { isBelowDialog, isTyping } from '../../lib/input.ts'

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
