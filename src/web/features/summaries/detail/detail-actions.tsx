import { Check, Copy, ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Summary } from '../../../../shared/summary.ts'
import { Button } from '../../../components/button.tsx'
import { toast } from '../../../components/toast/toast-store.ts'
import { DeleteDialog } from '../delete-dialog.tsx'
import { summaryAsText } from './summary-as-text.ts'

const COPIED_MS = 2000

function CopyButton({ summary }: { summary: Summary }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(summaryAsText(summary))
      setCopied(true)
    } catch {
      toast({
        title: 'Copying failed',
        description: 'This browser does not let the page copy. Select the text and copy it by hand.',
        variant: 'destructive',
      })
    }
  }
  return (
    <Button look="plain" onClick={() => void copy()}>
      {copied ? <Check /> : <Copy />}
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </Button>
  )
}

interface DetailActionsProps {
  summary: Summary
  onDeleted: () => void
}

/** The foot of the page: what can be done with the summary. */
export function DetailActions({ summary, onDeleted }: DetailActionsProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="sticky -bottom-4 flex flex-wrap items-center gap-2 rounded-b-card border-t border-line bg-raised px-5 py-3.5 sm:-bottom-14 sm:px-14">
      <CopyButton summary={summary} />
      {summary.originalUrl === null ? null : (
        <Button asChild look="plain">
          <a href={summary.originalUrl} target="_blank" rel="noopener noreferrer">
            <ExternalLink /> Source
          </a>
        </Button>
      )}
      <Button look="text" className="ml-auto" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <DeleteDialog summary={summary} open={asking} onOpenChange={setAsking} onDeleted={onDeleted} />
    </div>
  )
}
