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

/** Mean width of the letters of a random key, in em. */
const LETTER_EM = 0.57

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
      <div className="@container mt-1.5">
        <div className="flex flex-col gap-2 @lg:flex-row">
          <div className="@container min-w-0 grow">
            <input
              id={id}
              readOnly
              value={value}
              onFocus={(event) => event.target.select()}
              // Small enough to be seen whole.
              style={{ fontSize: `min(0.875rem, (100cqi - 1.5rem) / ${value.length * LETTER_EM})` }}
              className="min-h-10 w-full rounded-control border border-line-strong bg-paper px-2.5 pointer-coarse:min-h-11"
            />
          </div>
          <Button ref={copyButton} onClick={() => void copy(value)}>
            {copied ? <Check /> : <Copy />}
            <span aria-live="polite">{copied ? 'Copied' : copyLabel}</span>
          </Button>
        </div>
      </div>
    </div>
  )
}
