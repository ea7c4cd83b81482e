import { type ComponentType, type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import type { UploadGroup } from '../../../shared/formats.ts'
import { type PlanCatalogue, planOf, planState } from '../../../shared/plans/catalogue.ts'
import { tooLongMessage } from '../../../shared/plans/entitlements.ts'
import { uploadGroupOf } from '../../../shared/uploads.ts'
import { Card } from '../../components/card.tsx'
import { TabPanel, Tabs } from '../../components/tabs.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { changeDraft, draftTabs, useDraft } from '../../lib/drafts.ts'
import { checkDraft, type DraftField } from './check-draft.ts'
import { DropHint } from './drop-hint.tsx'
import { ebookBadge } from './ebook-lock.tsx'
import { EbookTab } from './ebook-tab.tsx'
import { asHandedOver, isInTheWay, withHandedOver } from './handed-over.ts'
import { SourceTabs } from './source-tabs.tsx'
import { countText, overLimitLine } from './text-counter.ts'
import { TextTab } from './text-tab.tsx'
import { UnlockDialog } from './unlock-dialog.tsx'
import { UpgradeDialog } from './upgrade-dialog.tsx'
import { UploadTab } from './upload-tab.tsx'
import { UrlTab } from './url-tab.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { usePaste } from './use-paste.ts'

/** How files get from the card to where they can be summarized. */
export interface Uploads {
  /** Shows the file of a group and how far it has come. */
  Panel: ComponentType<{ group: UploadGroup }>
  add: (group: UploadGroup, files: readonly File[]) => void
}

interface SummarizeCardProps {
  /** Undefined until loaded. */
  catalogue: PlanCatalogue | undefined
  plansFailed: boolean
  /** The person's plan as stored. */
  plan: string | null
  uploads: Uploads
  /** The last line of the form: which language the summary will be in. */
  language: ReactNode
  onSummarize: (payload: CreateSummaryPayload) => void
  isSending: boolean
  /** Why the last request was refused. */
  failure: string | null
}

/** Where a source is given: by address, as text, as a document or as an e-book. */
export function SummarizeCard(props: SummarizeCardProps) {
  const { catalogue, plansFailed, plan, uploads, language, onSummarize, isSending, failure } = props
  const draft = useDraft()
  const [problem, setProblem] = useState<{ field: DraftField; text: string } | null>(null)
  const [asked, setAsked] = useState<CreateSummaryPayload | null>(null)
  const [isUnlocking, setIsUnlocking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const plans = catalogue?.plans ?? []
  const own = catalogue && planOf(catalogue, plan)
  const state = catalogue === undefined ? 'free' : planState(catalogue, plan)
  const length = Array.from(draft.content).length
  const count = own ? countText(length, own.textLimitCharacters) : null

  const choose = (tab: string) => {
    const chosen = draftTabs.find((known) => known === tab) ?? 'url'
    setProblem(null)
    changeDraft({ tab: chosen })
    if (chosen === 'epub' && state === 'paid' && own?.ebooks === false) setIsUnlocking(true)
  }
  const takeFiles = (files: readonly File[], target: EventTarget | null) => {
    const open = draft.tab === 'document' || draft.tab === 'epub' ? draft.tab : null
    const isInZone = target instanceof Element && target.closest('[data-drop-zone]') !== null
    const group = (isInZone ? open : uploadGroupOf(files[0]?.name ?? '')) ?? open ?? 'document'
    choose(group)
    if (group === 'document' || own?.ebooks) uploads.add(group, files)
    else setIsUnlocking(true)
  }
  const takeText = (text: string) => {
    const handed = asHandedOver(text)
    if (isInTheWay(draft, handed)) {
      choose('url')
      toast({ title: 'There’s already a link here', description: 'Summarize or clear it, then paste again.' })
      return
    }
    setProblem(null)
    flushSync(() => changeDraft(withHandedOver(draft, handed)))
    form.current?.querySelector<HTMLElement>('url' in handed ? 'input' : 'textarea')?.focus()
  }
  const isOver = useFileDrop(takeFiles)
  usePaste({ onText: takeText, onFiles: (files) => takeFiles(files, null) })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const tooLong = own && count?.isOver ? tooLongMessage(plans, own) : null
    const checked = checkDraft(draft, tooLong)
    if (!checked.ok) {
      toast({ title: checked.title, description: checked.description, variant: 'destructive' })
      setProblem({ field: checked.field, text: checked.description })
      return
    }
    setProblem(null)
    if (state === 'paid') onSummarize(checked.payload)
    else setAsked(checked.payload)
  }
  const errorOf = (field: DraftField) => (problem?.field === field ? problem.text : (failure ?? undefined))
  const uploadTab = (group: UploadGroup) => (
    <UploadTab
      panel={<uploads.Panel key={group} group={group} />}
      isReady={draft[group] !== null}
      error={errorOf(group)}
      isSending={isSending}
    />
  )

  return (
    <Card className="group/card" data-dragging={isOver || undefined}>
      {isOver && (draft.tab === 'url' || draft.tab === 'text') ? <DropHint /> : null}
      <Tabs value={draft.tab} onValueChange={choose}>
        <SourceTabs badge={own?.ebooks === false ? ebookBadge(plans) : null} />
        <form
          ref={form}
          noValidate
          onSubmit={submit}
          onChange={() => setProblem(null)}
          className="px-5 pt-5 pb-5 sm:px-7 sm:pt-6.5"
        >
          <TabPanel value="url">
            <UrlTab draft={draft} error={errorOf('url')} isSending={isSending} />
          </TabPanel>
          <TabPanel value="text">
            <TextTab
              draft={draft}
              error={errorOf('content')}
              isSending={isSending}
              count={count}
              tooLong={own === undefined ? '' : overLimitLine(plans, own, length)}
            />
          </TabPanel>
          <TabPanel value="document">{uploadTab('document')}</TabPanel>
          <TabPanel value="epub">
            <EbookTab plans={plans} own={own} plansFailed={plansFailed} onUnlock={() => setIsUnlocking(true)}>
              {uploadTab('epub')}
            </EbookTab>
          </TabPanel>
          {draft.tab === 'epub' && !own?.ebooks ? null : (
            <div className="mt-4.5 border-t border-line pt-3 -mb-1.5 text-[0.8125rem] text-ink-soft">{language}</div>
          )}
        </form>
      </Tabs>
      <UnlockDialog open={isUnlocking} onOpenChange={setIsUnlocking} plans={plans} />
      <UpgradeDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null)
        }}
        plans={plans}
        onContinue={() => {
          if (asked !== null) onSummarize(asked)
          setAsked(null)
        }}
      />
    </Card>
  )
}
