import { useEffect, useState } from 'react'
import { toast } from '../../../components/toast/toast-store.ts'

const COPIED_MS = 2000

/** Copies texts to the clipboard, and tells for a moment that it did. */
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
        title: 'Copying failed',
        description: 'This browser does not let the page copy. Select the text and copy it by hand.',
        variant: 'destructive',
      })
    }
  }
  return { copied, copy }
}
