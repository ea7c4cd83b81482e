import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import type { UploadTab } from '../../../shared/formats.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { type Plan, tooLongMessage } from '../../../shared/plans/catalogue.ts'
import { tabOfGroup, uploadGroupOf } from '../../../shared/uploads.ts'
import { Badge } from '../../components/badge.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { usedWords } from '../../components/spent-line.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../components/tabs.tsx'
import { toast } from '../../components/toast.tsx'
import { typesetTitle } from '../../components/unbroken-text.tsx'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { useHeld } from '../../lib/page/use-held.ts'
import { useOwnPlan, useQuota } from '../../lib/plans/own-plan.ts'
import { sells, useSite } from '../../lib/site.ts'
import { changeDraft, draftTabs, useDraft } from '../../lib/stores/drafts.ts'
import { useCreation } from '../summaries/creation/creation-state.ts'
import { FocusField } from '../summaries/creation/focus-field.tsx'
import { LanguageLine } from '../summaries/language/summary-language.tsx'
import { useOpenSummary } from '../summaries/open-summary.ts'
import { checkDraft, type DraftField } from './check-draft.ts'
import { useFileDrop, usePaste } from './drop-and-paste.ts'
import { EbookTab, ebookBadge, UnlockDialog } from './ebook-tab.tsx'
import { FileTab } from './file-tab.tsx'
import { isBlocked, parseSharedText, withSharedInput } from './shared-input.ts'
import { countText, overLimitLine, TextTab } from './text-tab.tsx'
import { UpgradeDialog } from './upgrade-dialog.tsx'
import { UrlTab } from './url-tab.tsx'

async function addFiles(group: UploadTab, owner: string, files: readonly File[]): Promise<void> {
  const { uploaderOf } = await import('../uploads/uploader.ts')
  uploaderOf(group, owner).add(files)
}

/** Covers the page while files are dragged over it, if the open tab has no drop zone. */
function DropHint() {
  const { recordingBytes } = useSite()
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-0 z-40 grid animate-fade bg-paper/85 p-3 sm:p-5">
      <div className="grid place-items-center rounded-card border border-dashed border-accent p-5">
        {/* On a card, since the words of the page shine through the cover. */}
        <p className="rounded-card border border-line bg-raised px-8 py-6 text-center font-serif text-[1.5rem] leading-snug text-balance shadow-float">
          {typesetTitle(`Drop a document${recordingBytes === null ? '' : ', a recording,'} or an e-book`)}
        </p>
      </div>
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

/** The user's plan, if its summaries of this month are used up, and when the next month begins. */
function useSpentPlan(): { spent: Plan | null; resetsAt: string | undefined } {
  const { plan = null } = useOwnPlan()
  const { left, stats } = useQuota()
  const { openId } = useOpenSummary()
  // The card doesn't change under an open summary, so that nothing moves behind the dialog.
  return { spent: useHeld(left === 0 ? plan : null, openId !== null), resetsAt: stats?.resetsAt }
}

/** Below the form: the language of the summary, and that failures are free; or that none is left, and a link to the plans. */
function CardFoot({ spent, resetsAt }: ReturnType<typeof useSpentPlan>) {
  if (spent === null) {
    return (
      <div className="mt-4.5 border-t border-line pt-3 -mb-1.5 unsnapped text-[0.8125rem] text-ink-soft">
        {/* As high as its longest text, so that nothing below moves. */}
        <div className="min-h-12 tabular-nums sm:min-h-6">
          <LanguageLine />
        </div>
      </div>
    )
  }
  const quota = spent.summariesPerMonth ?? 0
  return (
    // On phones barely taller than the line with the language, which it replaces once the quota has loaded.
    <div className="-mx-5 mt-4.5 -mb-5 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-b-card border-t border-line bg-wash px-5 py-3 sm:-mx-7 sm:px-7 sm:py-4">
      <p className="font-serif text-[1.1875rem] leading-snug font-medium max-sm:col-span-2">
        No summaries left this month
      </p>
      <p className="text-sm tabular-nums sm:row-start-2">{usedWords(quota, quota, resetsAt)}</p>
      {sells ? (
        <ButtonLink href={pagePaths.subscribe} className="sm:row-span-2">
          See the plans
        </ButtonLink>
      ) : null}
    </div>
  )
}

export function SummarizeCard() {
  const { start, isSending, failure } = useCreation()
  const { id: userId } = useUser()
  const { spent, resetsAt } = useSpentPlan()
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
    const named = uploadGroupOf(files[0]?.name ?? '')
    const group = (isInZone || named === null ? open : tabOfGroup(named)) ?? open ?? 'document'
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
  const focusField = <FocusField value={draft.focus} onChange={(focus) => changeDraft({ focus })} />
  // With no summary left, the button that leads to the plans is the primary one.
  const submitProps = { type: 'submit', pending: isSending, look: spent === null ? 'primary' : 'plain' } as const
  const tab = { draft, submit: submitProps, focusField }
  const errorOf = (field: DraftField) => (problem?.field === field ? problem.text : (failure ?? undefined))

  return (
    <div
      className="group/card rounded-card border border-line bg-raised print:hidden"
      data-dragging={isOver || undefined}
    >
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
            <UrlTab error={errorOf('url')} {...tab} />
          </TabPanel>
          <TabPanel value="text">
            <TextTab
              error={errorOf('content')}
              {...tab}
              count={count}
              tooLong={own === undefined ? '' : overLimitLine(plans, own, length)}
            />
          </TabPanel>
          <TabPanel value="document">
            <FileTab group="document" error={errorOf('document')} {...tab} />
          </TabPanel>
          <TabPanel value="epub">
            <EbookTab plans={plans} own={own} plansFailed={isError} onUnlock={() => setIsUnlocking(true)}>
              <FileTab group="epub" error={errorOf('epub')} {...tab} />
            </EbookTab>
          </TabPanel>
          {draft.tab === 'epub' && !own?.ebooks ? null : <CardFoot spent={spent} resetsAt={resetsAt} />}
        </form>
      </Tabs>
      <UnlockDialog open={isUnlocking} onOpenChange={setIsUnlocking} plans={plans} />
      <UpgradeDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null)
        }}
        plans={plans}
        spent={spent}
        resetsAt={resetsAt}
        onContinue={() => {
          if (asked !== null) start(asked)
          setAsked(null)
        }}
      />
    </div>
  )
}
