import { useEffect, useMemo, useRef, useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { pagePaths } from '../../../../shared/paths.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { formatCount } from '../../../../shared/text/format.ts'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Dialog, DialogClose } from '../../../components/overlay/dialog.tsx'
import { SourceContext } from '../../../components/reading-context.ts'
import { SkeletonGroup, SkeletonText } from '../../../components/states.tsx'
import { cn } from '../../../lib/cn.ts'
import { onDay, shortDay } from '../../../lib/dates.ts'
import { sendFocus } from '../../../lib/page/focus.ts'
import { passageIn } from '../../../lib/page/passage-link.ts'
import { useOverlayTitle } from '../../../lib/page/use-document-title.ts'
import { useQuota } from '../../../lib/plans/own-plan.ts'
import { ofPlan, sells } from '../../../lib/site.ts'
import { removeFromDraft, sentFor } from '../../../lib/stores/drafts.ts'
import { useAnswerLines } from '../../questions/answer-lines.ts'
import { useSummary } from '../api/summaries.ts'
import { type Repeat, type Shown, useCreation } from '../creation/creation-state.ts'
import { useRefusal } from '../creation/use-refusal.ts'
import { isUnfinished } from '../describe.ts'
import { useOpenSummary } from '../open-summary.ts'
import { RedoButton } from '../redo/redo-dialog.tsx'
import { focusSummary } from '../reveal.ts'
import { useSummaryWatch } from '../watch/summary-watch.ts'
import { DialogBar } from './dialog-bar.tsx'
import { OpenedSummary, SendingPage } from './opened-summary.tsx'
import { type Reading, SourcePane, sourceColumn } from './source-pane.tsx'
import { citedSoFar } from './source-text.tsx'
import { useNeighbors } from './use-neighbors.ts'
import { handlePageKey, opensSource, useSource } from './use-source.ts'

/** The cost of a new summary, in words; `isSpent`: none is left. */
function useCost(): { isSpent: boolean; words: string } {
  const { left } = useQuota()
  if (left === undefined || left === null) return { isSpent: false, words: ofPlan('A new one counts as one summary.') }
  if (left === 0) return { isSpent: true, words: 'You have no summaries left this month.' }
  const words =
    left === 1
      ? 'A new one uses your last summary of this month.'
      : `A new one uses 1 of the ${formatCount(left)} left this month.`
  return { isSpent: false, words }
}

/** Why a request made nothing: there is a summary with the same content already. */
function noteOf({ redo }: Repeat, { contentType, updatedAt }: Summary): string {
  const day = shortDay(updatedAt)
  if (redo === null) return `You summarized this ${onDay(day)}.`
  if (redo.body.fresh !== true) return `You already have this summary, from ${day}.`
  return `The ${contentType === 'youtube' ? 'video' : 'page'} hasn’t changed since you summarized it ${onDay(day)}.`
}

function Note({ repeat, summary }: { repeat: Repeat; summary: Summary }) {
  const { start, redo: redoAnyway, isRedoing } = useCreation()
  const { refuseRetry } = useRefusal()
  const { isSpent, words } = useCost()
  const { redo } = repeat
  const makeNew = () => {
    if (redo === null) start({ ...repeat.payload, fresh: true })
    else void redoAnyway({ ...redo, body: { ...redo.body, anyway: true } }).catch(refuseRetry)
  }
  return (
    <div
      ref={(note) => note?.scrollIntoView({ block: 'nearest' })}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-5 py-4 text-sm sm:px-14"
    >
      <output className="min-w-0 flex-1 basis-56">
        <span className="block">{noteOf(repeat, summary)}</span>
        <span className="block text-ink-soft">
          {words}
          {!isSpent && redo?.body.replace === true
            ? ` It replaces ${redo.of === repeat.id ? 'this one' : 'the one you redid'}.`
            : ''}
        </span>
      </output>
      {isSpent ? (
        sells ? (
          <ButtonLink look="plain" className="min-h-9 shrink-0" href={pagePaths.subscribe}>
            See the plans
          </ButtonLink>
        ) : null
      ) : (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
          {redo === null ? null : (
            <RedoButton
              summary={summary}
              label="Other options"
              tried={redo.body.fresh === true ? 'fresh' : null}
              className="min-h-9"
            />
          )}
          <Button look="plain" className="min-h-9" pending={isRedoing} onClick={makeNew}>
            {redo === null ? 'Make a new one' : 'Make a new one anyway'}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Note on a summary that a request led to because its source was summarized before. */
function RepeatNote({ id }: { id: string }) {
  const { repeat } = useCreation()
  const isRepeat = repeat?.id === id
  const { data } = useSummary(id, isRepeat)
  return isRepeat && data !== undefined ? <Note repeat={repeat} summary={data} /> : null
}

/** A page that is turned begins at its top, and the keyboard stays in it. */
function useTurnedPage(id: string | null) {
  const page = useRef<HTMLDivElement>(null)
  const turned = useRef(id)
  useEffect(() => {
    const isOther = id !== null && turned.current !== null && turned.current !== id
    turned.current = id
    if (!isOther) return
    const dialog = page.current?.closest<HTMLElement>('[role=dialog]')
    dialog?.parentElement?.scrollTo(0, 0)
    if (document.activeElement === document.body) dialog?.focus({ preventScroll: true })
  }, [id])
  return page
}

/** Follows how a model reads and cites the source of a summary in progress; null for none. */
function useReading(id: string | null): Reading | null {
  const { page, progress } = useSummaryWatch(id)
  const at = progress?.at ?? null
  return useMemo(() => (id === null ? null : { cited: citedSoFar(page), at: page.cited?.at(-1) ?? at }), [id, page, at])
}

const columnStyle = 'wide:top-6 wide:h-[calc(100dvh-5.5rem)] wide:rounded-ee-card'

/** Takes the place of the source until it is there. */
const AwaitedSource = ({ className }: { className: string }) => (
  <aside aria-label="Source" className={cn('overflow-hidden max-wide:hidden wide:sticky', className)}>
    <SkeletonGroup label="Waiting for the source" className="space-y-8 ps-25 pe-9 pt-20">
      {[4, 6, 5, 3, 6, 4, 5].map((lines, part) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
        <SkeletonText key={part} lines={lines} />
      ))}
    </SkeletonGroup>
  </aside>
)

const dialogStyle =
  'grid min-h-[calc(100dvh-2rem)] w-[min(100%,44.5rem)] grid-cols-1 sm:min-h-[calc(100dvh-4rem)] print:block print:min-h-0!'
/** A dialog of which only the card of a summary that failed or can’t be loaded is seen. A click beside the card closes it. */
const cardStyle = {
  dialog: 'pointer-events-none! place-items-center bg-transparent! shadow-none!',
  card: 'pointer-events-auto relative w-full max-w-150 rounded-card bg-raised shadow-float',
}

/** The one dialog in which a summary is made and read. */
export default function SummaryDialog({ open, shown }: { open: boolean; shown: Shown | null }) {
  const { close, addressedId } = useOpenSummary()
  const neighbors = useNeighbors()
  // While the dialog leaves the screen it keeps showing what it showed.
  const [visible, setVisible] = useState(shown)
  if (shown !== null && shown !== visible) setVisible(shown)
  const openedId = visible?.kind === 'opened' ? visible.id : null
  const { data, error } = useSummary(openedId ?? '', openedId !== null)
  const summary = (openedId !== null && data) || null
  const isFailed = summary?.status === 'failed'
  // So does one that can't be loaded.
  const isCard = isFailed || (summary === null && error !== null)
  useOverlayTitle(summary !== null && summary.id === addressedId ? summary.title : null)
  const page = useTurnedPage(openedId)
  const historyState: unknown = useHistoryState()
  const isOwn = visible?.kind !== 'opened' || visible.isOwn
  const isWritten = summary !== null && isUnfinished(summary)
  const reading = useReading(isWritten ? summary.id : null)
  const answerLines = useAnswerLines(openedId ?? '')
  const answers = useMemo(() => answerLines.flatMap(({ citations }) => citations), [answerLines])
  const source = useSource(summary?.status === 'ready' || isWritten ? summary : null, page, {
    isDialogOpen: open,
    answers: answerLines,
    found: neighbors?.found ?? passageIn(historyState, openedId),
  })
  // The column of the source is there before its text, so that nothing moves.
  const isLoading = summary === null && error === null && neighbors?.lacksSource !== true
  const isAwaited = source === null && (isWritten || isLoading) && opensSource()
  const isSplit = isAwaited || source?.isOpen === true
  // A summary that fails while its page is open becomes a card where the page was, so that nothing moves.
  const isWide = isSplit || (isCard && opensSource())
  const firstId = useRef<string | null>(null)
  useEffect(() => {
    if (!open) firstId.current = null
    else if (firstId.current === null) firstId.current = openedId
  }, [open, openedId])

  const leave = () => {
    if (shown?.kind === 'opened') {
      if (shown.isOwn) removeFromDraft(sentFor(shown.id))
      close()
    }
    // Focus follows to the row of the summary that the user read last. On the dashboard it returns to where it came from
    // unless a page was turned: a summary that was just created opens there too.
    const hasRow = location.pathname !== pagePaths.dashboard || firstId.current !== openedId
    if (openedId !== null && neighbors !== null && hasRow) sendFocus(() => focusSummary(openedId))
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) leave()
      }}
      onOpenAutoFocus={(event) => {
        // The page is there to be read: focus goes to the page, not to the first of its many links.
        event.preventDefault()
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
      }}
      onKeyDown={(event) => {
        // Keys in a dialog or a menu that was opened from here bubble through React as well.
        const { currentTarget, target } = event
        if (target instanceof Node && currentTarget.contains(target))
          handlePageKey(event.nativeEvent, currentTarget, source)
      }}
      onEscape={source?.dismiss ?? undefined}
      className={cn(dialogStyle, isWide && 'wide:w-[min(100%,80rem)] print:w-full', isCard && cardStyle.dialog)}
    >
      {visible === null ? null : (
        <div key={String(isFailed)} ref={page} className={cn('flex min-w-0 flex-col', isCard && cardStyle.card)}>
          {isFailed ? null : (
            <DialogBar
              // A summary that was just started is watched, not read among others.
              neighbors={isOwn ? null : neighbors}
              summary={summary}
              source={source}
              closes={visible.kind === 'opened'}
            />
          )}
          <SourceContext value={source}>
            <div
              className={cn(
                'grid grow grid-cols-1',
                source?.isOpen === true && 'max-wide:pb-[min(22rem,50dvh)] print:pb-0!',
                isSplit && 'wide:grid-cols-[minmax(0,44.5rem)_minmax(27.5rem,1fr)] print:block',
              )}
            >
              <div className="flex min-w-0 flex-col">
                {visible.kind === 'sending' ? (
                  <SendingPage payload={visible.payload} />
                ) : (
                  <>
                    <RepeatNote id={visible.id} />
                    <OpenedSummary key={visible.id} id={visible.id} onLeave={close} />
                  </>
                )}
              </div>
              {isSplit ? (
                <div className={sourceColumn}>
                  {isAwaited ? <AwaitedSource className={columnStyle} /> : null}
                  {source?.isOpen && summary !== null ? (
                    <SourcePane
                      key={summary.id}
                      summary={summary}
                      reading={reading}
                      answers={answers}
                      source={{ summaryId: summary.id }}
                      control={source}
                      className={cn('max-wide:z-20', columnStyle)}
                    />
                  ) : null}
                </div>
              ) : null}
            </div>
          </SourceContext>
          {isFailed ? <DialogClose className="absolute top-3 right-3" /> : null}
        </div>
      )}
    </Dialog>
  )
}
