import { type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { UploadGroup } from '../../../shared/formats.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { tooLongMessage } from '../../../shared/plans/catalogue.ts'
import { parseSourceUrl } from '../../../shared/source-url.ts'
import { uploadGroupOf } from '../../../shared/uploads.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ErrorBoundary, lazyScript } from '../../components/error-boundary.tsx'
import { Field, Input } from '../../components/form/field.tsx'
import { textLinkStyle } from '../../components/links.tsx'
import { LoadFailure, Skeleton } from '../../components/states.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../components/tabs.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { isBelowDialog, isTyping, sendOnEnter, useWindowEvent } from '../../lib/page/input.ts'
import { useOwnPlan } from '../../lib/plans/own-plan.ts'
import { sells } from '../../lib/site.ts'
import { changeDraft, type Draft, draftTabs, useDraft } from '../../lib/stores/drafts.ts'
import { useCreation } from '../summaries/creation/creation-state.ts'
import { LanguageLine } from '../summaries/language/summary-language.tsx'
import { EbookTab, ebookBadge, UnlockDialog } from './ebook-tab.tsx'
import { isBlocked, parseSharedText, withSharedInput } from './shared-input.ts'
import { countText, overLimitLine, TextTab } from './text-tab.tsx'
import { UpgradeDialog } from './upgrade-dialog.tsx'

/** A drag repeats its events several times a second; after this long without one it has left the page. */
const LEFT_AFTER_MS = 400

const carriesFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') ?? false

/** Takes files that are dropped anywhere on the page. Returns whether files are dragged over it. */
function useFileDrop(onDrop: (files: readonly File[], target: EventTarget | null) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const left = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(left.current), [])
  const show = (over: boolean) => {
    clearTimeout(left.current)
    if (over) left.current = setTimeout(setIsOver, LEFT_AFTER_MS, false)
    setIsOver(over)
  }
  const hold = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    const isTaken = !isBelowDialog()
    event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none'
    show(isTaken)
  }
  useWindowEvent('dragenter', hold)
  useWindowEvent('dragover', hold)
  useWindowEvent('drop', (event) => {
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    show(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0 && !isBelowDialog()) onDrop(files, event.target)
  })
  return isOver
}

/** Takes text or files that are pasted anywhere on the page except in a field. */
function usePaste(onText: (text: string) => void, onFiles: (files: readonly File[]) => void): void {
  useWindowEvent('paste', (event) => {
    if (event.defaultPrevented || isTyping(event.target) || isBelowDialog()) return
    const text = event.clipboardData?.getData('text/plain').trim() ?? ''
    const files = [...(event.clipboardData?.files ?? [])]
    if (text === '' && files.length === 0) return
    event.preventDefault()
    // Word processors add a picture of the text.
    if (text === '') onFiles(files)
    else onText(text)
  })
}

/** In UTF-16 code units, like `length`. */
const MAX_TITLE_LENGTH = 300

type CheckedDraft =
  | { ok: true; payload: CreateSummaryPayload }
  | { ok: false; field: DraftField; title: string; description: string }
type DraftField = 'url' | 'content' | UploadGroup

function reject(field: DraftField, title: string, description: string): CheckedDraft {
  return { ok: false, field, title, description }
}

function checkUpload(group: UploadGroup, upload: Draft[UploadGroup]): CheckedDraft {
  if (upload === null) {
    return group === 'epub'
      ? reject('epub', 'E-Book Required', 'Please upload an EPUB file to summarize.')
      : reject('document', 'File Required', 'Please upload a file to summarize.')
  }
  const title = upload.title.trim()
  const payload = { fileUrl: upload.objectPath }
  // Without a title, the server finds one in the file.
  const isUsable = title !== '' && title.length <= MAX_TITLE_LENGTH
  return { ok: true, payload: isUsable ? { ...payload, title } : payload }
}

/** Checks the input of the open tab. `tooLong` is the message for a text over the limit, otherwise null. */
export function checkDraft(draft: Draft, tooLong: string | null): CheckedDraft {
  if (draft.tab === 'url') {
    try {
      return { ok: true, payload: { url: parseSourceUrl(draft.url).href } }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return reject('url', 'URL Required', error.message)
    }
  }
  if (draft.tab !== 'text') return checkUpload(draft.tab, draft[draft.tab])
  const content = draft.content.trim()
  const title = draft.title.trim()
  if (content === '') return reject('content', 'Content Required', 'Please enter some text content to summarize.')
  if (tooLong !== null) return reject('content', 'Content Too Long', tooLong)
  return { ok: true, payload: title === '' ? { content } : { content, title } }
}

// The upload library is large, and only two tabs need it.
const UploadPanel = lazyScript(async () => import('../uploads/upload-panel.tsx'))

async function addFiles(group: UploadGroup, owner: string, files: readonly File[]): Promise<void> {
  const { uploaderOf } = await import('../uploads/uploader.ts')
  uploaderOf(group, owner).add(files)
}

/** Covers the page while files are dragged over it, if the open tab has no drop zone. */
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

const sourceTabs = { url: 'URL', text: 'Text', document: 'File' }

/** The tabs of the Summarize card. `badge` marks e-books if the user's plan doesn't include them. */
const SourceTabs = ({ badge }: { badge: string | null }) => (
  <TabList aria-label="Source" className="px-5 sm:px-7">
    {Object.entries(sourceTabs).map(([value, name]) => (
      <Tab key={value} value={value}>
        <span>
          <span className="max-sm:sr-only">From </span>
          {name}
        </span>
      </Tab>
    ))}
    <Tab value="epub">
      E-Books
      {badge === null ? null : <Badge className="-my-1">{badge}</Badge>}
    </Tab>
  </TabList>
)

interface TabProps {
  draft: Draft
  /** Why the last request was rejected, or what is missing. */
  error: string | undefined
  isSending: boolean
}

function UploadTab({ group, draft, error, isSending }: TabProps & { group: UploadGroup }) {
  const { id } = useUser()
  return (
    <div role="presentation" onKeyDown={sendOnEnter} className="space-y-4">
      <ErrorBoundary key={group} renderFailure={() => <LoadFailure className="grid min-h-36 content-center" />}>
        <Suspense fallback={<Skeleton className="h-36 rounded-control" />}>
          <UploadPanel group={group} owner={id} />
        </Suspense>
      </ErrorBoundary>
      {error === undefined ? null : (
        <p role="alert" className="text-[0.8125rem] text-bad">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-[0.8125rem] text-ink-soft">We delete files right after summarizing them.</p>
        <Button type="submit" pending={isSending} disabled={draft[group] === null} className="min-h-11 max-sm:w-full">
          Summarize
        </Button>
      </div>
    </div>
  )
}

function UrlTab({ draft, error, isSending }: TabProps) {
  return (
    <>
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
      <p className="mt-2.5 text-[0.8125rem] text-ink-soft">
        Behind a login?{' '}
        <Link href={pagePaths.handOver} className={textLinkStyle}>
          Read it from your browser
        </Link>
      </p>
    </>
  )
}

export function SummarizeCard() {
  const { start, isSending, failure } = useCreation()
  const { id: userId } = useUser()
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
    if (group === 'document' || own?.ebooks) void addFiles(group, userId, files)
    else setIsUnlocking(true)
  }
  const takeText = (text: string) => {
    const input = parseSharedText(text)
    if (isBlocked(draft, input)) {
      choose('url')
      toast({ title: 'There’s already a link here', description: 'Summarize or clear it, then paste again.' })
      return
    }
    setProblem(null)
    flushSync(() => changeDraft(withSharedInput(draft, input)))
    form.current?.querySelector<HTMLElement>('url' in input ? 'input' : 'textarea')?.focus()
  }
  const isOver = useFileDrop(takeFiles)
  usePaste(takeText, (files) => takeFiles(files, null))
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
    if (state === 'paid' || !sells) start(checked.payload)
    else setAsked(checked.payload)
  }
  const errorOf = (field: DraftField) => (problem?.field === field ? problem.text : (failure ?? undefined))

  return (
    <div className="group/card rounded-card border border-line bg-raised" data-dragging={isOver || undefined}>
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
          <TabPanel value="document">
            <UploadTab group="document" draft={draft} error={errorOf('document')} isSending={isSending} />
          </TabPanel>
          <TabPanel value="epub">
            <EbookTab plans={plans} own={own} plansFailed={isError} onUnlock={() => setIsUnlocking(true)}>
              <UploadTab group="epub" draft={draft} error={errorOf('epub')} isSending={isSending} />
            </EbookTab>
          </TabPanel>
          {draft.tab === 'epub' && !own?.ebooks ? null : (
            <div className="mt-4.5 border-t border-line pt-3 -mb-1.5 text-[0.8125rem] text-ink-soft">
              {/* As high as its longest text, so that nothing below moves. */}
              <div className="min-h-12 sm:min-h-6">
                <LanguageLine />
              </div>
            </div>
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
          if (asked !== null) start(asked)
          setAsked(null)
        }}
      />
    </div>
  )
}
