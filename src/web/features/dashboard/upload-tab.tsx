import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { sendOnEnter } from '../../lib/input.ts'

interface UploadTabProps {
  /** Where the file is chosen and uploaded. */
  panel: ReactNode
  isReady: boolean
  /** Why the last request was refused, or what is missing. */
  error: string | undefined
  isSending: boolean
}

/** The tab that takes a document, and the one that takes an e-book. */
export function UploadTab({ panel, isReady, error, isSending }: UploadTabProps) {
  return (
    <div role="presentation" onKeyDown={sendOnEnter} className="space-y-4">
      {panel}
      {error === undefined ? null : (
        <p role="alert" className="text-[0.8125rem] text-bad">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-[0.8125rem] text-ink-soft">We delete files right after summarizing them.</p>
        <Button type="submit" pending={isSending} disabled={!isReady} className="min-h-11 max-sm:w-full">
          Summarize
        </Button>
      </div>
    </div>
  )
}
