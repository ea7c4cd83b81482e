import { Check, Copy, ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Summary } from '../../../../shared/summary.ts'
import { Button } from '../../../components/button.tsx'
import { toast } from '../../../components/toast/toast-store.ts'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { cn } from '../../../lib/cn.ts'
import { DeleteDialog } from '../delete-dialog.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { useExport } from '../export/use-export.ts'
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
  const exporting = useExport()
  const { failure } = exporting
  return (
    <div
      className={cn(
        'sticky -bottom-4 flex flex-wrap items-center gap-1.5 rounded-b-card border-t border-line bg-raised px-5 py-3.5 sm:-bottom-14 sm:gap-2 sm:px-14',
        // On phones all of it stands in one line.
        'max-sm:[&>button]:px-3 max-sm:[&>a]:px-3',
      )}
    >
      {failure === null ? null : (
        <p role="alert" className="w-full text-sm text-bad wrap-anywhere">
          Export failed. {reasonOf(failure, 'Please try again in a moment.')}
        </p>
      )}
      <CopyButton summary={summary} />
      <ExportButton id={summary.id} exporting={exporting} />
      {summary.originalUrl === null ? null : (
        // On phones there is room for it once, in the line under the title.
        <Button asChild look="plain" className="max-sm:hidden">
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
