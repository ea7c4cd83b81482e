import { Check, Copy, ExternalLink, Trash2 } from 'lucide-react'
import { useContext, useState } from 'react'
import { summaryExportPath } from '../../../../shared/api/routes.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { useCopy } from '../../../components/form/copy-field.tsx'
import { WritingContext } from '../../../components/reading-context.ts'
import { reasonOf } from '../../../lib/api/client.ts'
import { cn } from '../../../lib/cn.ts'
import { DeleteDialog } from '../deletion/delete-dialog.tsx'
import { ExportMenu } from '../export/export-button.tsx'
import { useExport } from '../export/use-export.ts'
import { RedoButton } from '../redo/redo-dialog.tsx'
import { ShareButton } from '../share/share-button.tsx'
import { summaryAsText } from './summary-as-text.ts'

interface CopyLineProps {
  /** Name of the copied line for screen readers: "takeaway 2". */
  name: string
  text: string
  className?: string
}

/** Copies one line with its source. A mouse sees it only near its owner, which has the class `group`. */
export function CopyLine({ name, text, className }: CopyLineProps) {
  const { copied, copy } = useCopy()
  const isWriting = useContext(WritingContext)
  return (
    <span lang="en" className={cn('print:hidden', isWriting && 'invisible', className)}>
      <IconButton
        label={`Copy ${name}`}
        onClick={() => void copy(text)}
        className={cn(
          'align-middle transition-opacity focus-visible:opacity-100 pointer-fine:group-hover:opacity-100',
          copied ? 'text-good' : 'pointer-fine:opacity-0',
        )}
      >
        {copied ? <Check /> : <Copy />}
      </IconButton>
      <output className="sr-only">{copied ? 'Copied' : null}</output>
    </span>
  )
}

function CopyButton({ summary }: { summary: Summary }) {
  const { copied, copy } = useCopy()
  return (
    <Button look="plain" aria-keyshortcuts="c" onClick={() => void copy(summaryAsText(summary))}>
      {/* Both labels share one cell, so that the width never changes. */}
      <span className="grid *:[grid-area:1/1] *:inline-flex *:items-center *:justify-center *:gap-2">
        <span>
          {copied ? <Check className="max-sm:hidden" /> : <Copy className="max-sm:hidden" />}
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </span>
        <span aria-hidden="true" className="invisible">
          <Check className="max-sm:hidden" /> Copied
        </span>
      </span>
    </Button>
  )
}

interface DetailActionsProps {
  summary: Summary
  onDeleted: () => void
}

/** A word below the page on phones; in the foot an icon, so that all actions fit on one line. */
function DeleteButton({ summary, onDeleted, isIcon }: DetailActionsProps & { isIcon: boolean }) {
  const [asking, setAsking] = useState(false)
  const ask = () => setAsking(true)
  return (
    <>
      {isIcon ? (
        <span className="ms-auto max-sm:hidden">
          <IconButton label="Delete" onClick={ask}>
            <Trash2 />
          </IconButton>
        </span>
      ) : (
        <Button look="text" className="-me-2" onClick={ask}>
          Delete
        </Button>
      )}
      <DeleteDialog
        summaries={[summary]}
        open={asking}
        onOpenChange={setAsking}
        onEnded={({ failed }) => {
          if (failed.length === 0) onDeleted()
        }}
      />
    </>
  )
}

/** Actions that phones show below the page, because their foot has room for one line of buttons. */
export function PhoneActions({ summary, onDeleted }: DetailActionsProps) {
  return (
    <div className="-ms-2 mt-3 flex justify-between gap-2 sm:hidden print:hidden">
      <RedoButton summary={summary} look="text" />
      <DeleteButton summary={summary} onDeleted={onDeleted} isIcon={false} />
    </div>
  )
}

export function DetailActions({ summary, onDeleted }: DetailActionsProps) {
  const exporting = useExport()
  const { failure } = exporting
  return (
    <>
      {failure === null ? null : (
        <p role="alert" className="w-full text-sm text-bad wrap-anywhere">
          Export failed. {reasonOf(failure)}
        </p>
      )}
      <CopyButton summary={summary} />
      <ExportMenu pathOf={(format) => summaryExportPath(summary.id, format)} exporting={exporting} />
      <ShareButton id={summary.id} />
      <RedoButton summary={summary} className="max-sm:hidden" />
      {summary.originalUrl === null ? null : (
        // Phones show it only below the title.
        <Button asChild look="plain" className="max-sm:hidden">
          <a href={summary.originalUrl} target="_blank" rel="noopener noreferrer">
            <ExternalLink /> Source
          </a>
        </Button>
      )}
      <DeleteButton summary={summary} onDeleted={onDeleted} isIcon />
    </>
  )
}
