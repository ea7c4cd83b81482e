import { useEffect, useState } from 'react'
import { toast } from '../../../components/toast/toast-store.ts'

const COPIED_MS = 2000

/** Copies text to the clipboard; `copied` is true for a moment after it did. */
export function useCopy() {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast({
        title: 'Copy failed',
        description: 'Your browser blocked copying. Select the text and copy it.',
        variant: 'destructive',
      })
    }
  }
  return { copied, copy }
}
