import { type ComponentProps, type ComponentType, type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import type { UploadGroup } from '../../../shared/formats.ts'
import { tooLongMessage } from '../../../shared/plans/entitlements.ts'
import { uploadGroupOf } from '../../../shared/uploads.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Field, Input } from '../../components/field.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../components/tabs.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { cn } from '../../lib/cn.ts'
import { changeDraft, type Draft, draftTabs, useDraft } from '../../lib/drafts.ts'
import { sendOnEnter } from '../../lib/input.ts'
import { useOwnPlan } from '../../lib/own-plan.ts'
import { checkDraft, type DraftField } from './check-draft.ts'
import { EbookTab, ebookBadge, UnlockDialog } from './ebook-tab.tsx'
import { asHandedOver, isInTheWay, withHandedOver } from './handed-over.ts'
import { countText, overLimitLine, TextTab } from './text-tab.tsx'
import { UpgradeDialog } from './upgrade-dialog.tsx'
import { useFileDrop, usePaste } from './use-page-input.ts'

/** A sheet a shade lighter than the page, inside a hairline. */
function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('rounded-card border border-line bg-raised', className)} {...rest} />
}

/** What lies over the page while files are held over it and the open tab has no place for them. */
function DropHint() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-40 grid animate-fade place-items-center bg-paper/85 p-3 sm:p-5"
    >
      <p className="grid size-full place-items-center rounded-card border border-dashed border-accent text-center font-serif text-[1.5rem]">
        Drop a document or an e&#8209;book
      </p>
    </div>
  )
}

/** "From" is heard everywhere and seen where there is room for it. */
function From({ children }: { children: ReactNode }) {
  return (
    <span>
      <span className="max-sm:sr-only">From </span>
      {children}
    </span>
  )
}

/** The tabs of the Summarize card. `badge` marks the e-books that a person's plan doesn't read. */
function SourceTabs({ badge }: { badge: string | null }) {
  return (
    <TabList aria-label="Source" className="px-5 sm:px-7">
      <Tab value="url">
        <From>URL</From>
      </Tab>
      <Tab value="text">
        <From>Text</From>
      </Tab>
      <Tab value="document">
        <From>File</From>
      </Tab>
      <Tab value="epub">
        E-Books
        {badge === null ? null : <Badge className="-my-1">{badge}</Badge>}
      </Tab>
    </TabList>
  )
}

interface UploadTabProps {
  /** Where the file is chosen and uploaded. */
  panel: ReactNode
  isReady: boolean
  /** Why the last request was refused, or what is missing. */
  error: string | undefined
  isSending: boolean
}

/** The tab that takes a document, and the one that takes an e-book. */
function UploadTab({ panel, isReady, error, isSending }: UploadTabProps) {
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

interface TabProps {
  draft: Draft
  /** What is wrong with the field. */
  error: string | undefined
  isSending: boolean
}

/** The tab that takes an address. */
function UrlTab({ draft, error, isSending }: TabProps) {
  return (
    <div className="flex flex-col gap-2.5 sm:flex-row sm:items-start">
      <Field label="Link to a video or article" hideLabel error={error} className="grow">
        {(wiring) => (
          <Input
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Paste a YouTube or article link"
            value={draft.url}
            onChange={(event) => changeDraft({ url: event.target.value })}
            {...wiring}
          />
        )}
      </Field>
      <Button type="submit" pending={isSending} className="min-h-11">
        Summarize
      </Button>
    </div>
  )
}

/** How files get from the card to where they can be summarized. */
export interface Uploads {
  /** Shows the file of a group and how far it has come. */
  Panel: ComponentType<{ group: UploadGroup }>
  add: (group: UploadGroup, files: readonly File[]) => void
}

export interface SummarizeCardProps {
  uploads: Uploads
  /** The last line of the form: the language of the summary. */
  language: ReactNode
  onSummarize: (payload: CreateSummaryPayload) => void
  isSending: boolean
  /** Why the last request was refused. */
  failure: string | null
}

/** Takes a source: a link, a text, a document or an e-book. */
export function SummarizeCard(props: SummarizeCardProps) {
  const { uploads, language, onSummarize, isSending, failure } = props
  const { catalogue, isError, plan: own, state } = useOwnPlan()
  const draft = useDraft()
  const [problem, setProblem] = useState<{ field: DraftField; text: string } | null>(null)
  const [asked, setAsked] = useState<CreateSummaryPayload | null>(null)
  const [isUnlocking, setIsUnlocking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const plans = catalogue?.plans ?? []
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
            <EbookTab plans={plans} own={own} plansFailed={isError} onUnlock={() => setIsUnlocking(true)}>
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
