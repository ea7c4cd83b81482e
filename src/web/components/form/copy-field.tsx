import { Check, Copy } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { useUnchanged } from '../../lib/page/use-unchanged.ts'
import { Button } from '../button.tsx'
import { toast } from '../toast.tsx'

const COPIED_MS = 2000

/** Copies text to the clipboard; `copied` is true for a moment after it did. */
export function useCopy() {
  const [copies, setCopies] = useState(0)
  const isOver = useUnchanged(copies, COPIED_MS)
  const copy = async (text: string): Promise<void> => {
    try {
      await copyText(text)
      setCopies((count) => count + 1)
    } catch {
      toast({
        title: 'Copy failed',
        description: 'Your browser blocked copying. Select the text and copy it.',
        variant: 'destructive',
      })
    }
  }
  return { copied: copies > 0 && !isOver, copy }
}

interface CopyFieldProps {
  label: string
  value: string
  copyLabel: string
  /** Whether the button takes focus when the field appears. */
  takesFocus: boolean
}

export function CopyField({ label, value, copyLabel, takesFocus }: CopyFieldProps) {
  const { copied, copy } = useCopy()
  const id = useId()
  const copyButton = useRef<HTMLButtonElement>(null)
  const [tookFocus] = useState(takesFocus)
  useEffect(() => {
    if (tookFocus) copyButton.current?.focus()
  }, [tookFocus])
  return (
    <div className="mt-5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="mt-1.5 flex items-start gap-2 max-sm:flex-col max-sm:items-stretch">
        {/* Grows with its text, which is then seen whole. */}
        <textarea
          id={id}
          readOnly
          rows={1}
          value={value}
          onFocus={(event) => event.target.select()}
          className="field-sizing-content min-h-10 min-w-0 flex-1 resize-none rounded-control border border-line-strong bg-paper px-3 py-2.25 text-sm break-all pointer-coarse:min-h-11"
        />
        <Button ref={copyButton} onClick={() => void copy(value)}>
          {copied ? <Check /> : <Copy />}
          <span aria-live="polite">{copied ? 'Copied' : copyLabel}</span>
        </Button>
      </div>
    </div>
  )
}
