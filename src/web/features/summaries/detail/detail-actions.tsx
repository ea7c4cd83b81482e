import { Check, Copy, Ellipsis, ExternalLink, RotateCw, Trash2 } from 'lucide-react'
import { useContext, useRef, useState } from 'react'
import { summaryExportPath } from '../../../../shared/api/routes.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { useCopy } from '../../../components/form/copy-field.tsx'
import * as Menu from '../../../components/overlay/menu.tsx'
import { WritingContext } from '../../../components/reading-context.ts'
import { reasonOf } from '../../../lib/api/client.ts'
import { cn } from '../../../lib/cn.ts'
import { useHasAnswers } from '../../questions/questions-api.ts'
import { DeleteDialog } from '../deletion/delete-dialog.tsx'
import { ExportMenu } from '../export/export-button.tsx'
import { useExport } from '../export/use-export.ts'
import { RedoDialog, useRedoOffer } from '../redo/redo-dialog.tsx'
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

type Asked = 'redo' | 'delete'

/** Actions that are needed less often. Their dialogs open from the button, which takes focus back when they close. */
function MoreActions({ summary, onDeleted }: DetailActionsProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const chosen = useRef<Asked | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const redo = useRedoOffer(summary)
  const ask = (event: Event) => {
    if (chosen.current === null) return
    event.preventDefault()
    trigger.current?.focus()
    setAsked(chosen.current)
    chosen.current = null
  }
  const dialog = (name: Asked) => ({
    open: asked === name,
    onOpenChange: (open: boolean) => setAsked(open ? name : null),
  })
  const item = (name: Asked) => ({
    onSelect: () => {
      chosen.current = name
    },
  })
  return (
    <>
      <Menu.Root>
        <Menu.Trigger asChild>
          <IconButton ref={trigger} label="More actions" className="ms-auto shrink-0 px-0!">
            <Ellipsis />
          </IconButton>
        </Menu.Trigger>
        <Menu.Content side="top" onCloseAutoFocus={ask}>
          {redo.isPossible ? (
            <Menu.Item needsConnection {...item('redo')}>
              <RotateCw /> Redo
            </Menu.Item>
          ) : null}
          {summary.originalUrl === null ? null : (
            <Menu.Item asChild>
              <a href={summary.originalUrl} target="_blank" rel="noopener noreferrer">
                <ExternalLink /> Open original
              </a>
            </Menu.Item>
          )}
          <Menu.Item {...item('delete')}>
            <Trash2 /> Delete
          </Menu.Item>
        </Menu.Content>
      </Menu.Root>
      <RedoDialog summary={summary} suggested={null} options={redo} {...dialog('redo')} />
      <DeleteDialog
        summaries={[summary]}
        {...dialog('delete')}
        onEnded={({ failed }) => {
          if (failed.length === 0) onDeleted()
        }}
      />
    </>
  )
}

/** The bar of a finished page, always one line. */
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
      <div className="flex w-full items-center gap-1.5 *:px-2 min-[22rem]:*:px-3">
        <CopyButton summary={summary} />
        <ExportMenu
          pathOf={(format, withQuestions) => summaryExportPath(summary.id, format, withQuestions)}
          exporting={exporting}
          hasQuestions={useHasAnswers(summary.id)}
        />
        <ShareButton id={summary.id} />
        <MoreActions summary={summary} onDeleted={onDeleted} />
      </div>
    </>
  )
}
