import { ChevronRight, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { Summary } from '../../../shared/summary/summary.ts'
import { formatCount } from '../../../shared/text/format.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { cn } from '../../lib/cn.ts'
import { shortDay } from '../../lib/dates.ts'
import { useSentFor } from '../../lib/stores/drafts.ts'
import {
  choiceLabel,
  failureChoices,
  isPassing,
  sourceOfSummary,
  useFailureChoice,
} from './creation/failure-choices.ts'
import { useRetryAll } from './creation/use-retry.ts'
import { useDeletion } from './deletion/use-deletion.ts'
import { siteBeside, titleOf } from './describe.ts'
import { useOpenSummary } from './open-summary.ts'
import { focusFirstRow, neighborOf } from './reveal.ts'

/** Attempts at the same source that failed for the same reason, the newest first. */
type Repeats = readonly [Summary, ...Summary[]]

const reasonOf = ({ failureMessage }: Summary): string => failureMessage ?? 'We couldn’t summarize this.'

const bySource = (summaries: readonly Summary[]): Repeats[] =>
  [...Map.groupBy(summaries, ({ originalUrl, title }) => originalUrl ?? title).values()].flatMap(
    ([first, ...rest]): Repeats[] => (first ? [[first, ...rest]] : []),
  )

/** The button for the most promising choice after a failure. */
function BestChoice({ summary }: { summary: Summary }) {
  const source = sourceOfSummary(summary, useSentFor(summary.id))
  const { choose, isRetrying, isFileless } = useFailureChoice(summary.id, source)
  const [choice] = failureChoices(summary.failureCode, source, isFileless)
  if (choice === undefined) return null
  return (
    <Button
      look="text"
      className="z-1 min-h-9 text-ink max-sm:-ms-2"
      pending={isRetrying}
      needsConnection={choice === 'retry'}
      onClick={() => choose(choice)}
    >
      {choiceLabel(choice, source, isFileless)}
    </Button>
  )
}

/** Dismisses failed attempts. Focus moves to the row after them. */
const useDismissal = () =>
  useDeletion(({ deleted, failed }) => {
    const focusNext = neighborOf(deleted.map(({ id }) => id))
    if (failed.length === 0) requestAnimationFrame(() => focusNext() || focusFirstRow())
  }, dismissedTitle)

function FailedRow({ attempts }: { attempts: Repeats }) {
  const { linkTo } = useOpenSummary()
  const { remove, isPending } = useDismissal()
  const [first] = attempts
  const summary = { ...first, title: titleOf(first) }
  const { id, title, createdAt, originalUrl } = summary
  const site = siteBeside(title, first)
  const times = attempts.length === 1 ? '' : `${formatCount(attempts.length)} times, `
  return (
    <article data-summary={id} className="group relative flex flex-wrap items-center gap-x-3 py-1 text-sm">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link {...linkTo(id)} dir="auto" className="covering-link line-clamp-2 leading-6 font-medium wrap-anywhere">
            {title}
          </Link>
          <span className="text-[0.8125rem] text-ink-soft tabular-nums">
            {site === null || originalUrl === null ? null : (
              <>
                <a
                  href={originalUrl}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="relative z-1 touch-target no-underline hover:underline"
                >
                  {site}
                </a>{' '}
                ·{' '}
              </>
            )}
            {times}
            {shortDay(createdAt)}
          </span>
        </p>
      </div>
      <BestChoice summary={summary} />
      <IconButton
        label={`Dismiss ${title}`}
        needsConnection
        aria-disabled={isPending}
        className="z-1 -me-2 max-sm:ms-auto"
        onClick={() => {
          if (!isPending) remove(attempts)
        }}
      >
        <X />
      </IconButton>
    </article>
  )
}

const dismissedTitle = (count: number): string =>
  count === 1 ? 'Failed Attempt Dismissed' : `${formatCount(count)} Failed Attempts Dismissed`

/** Failed attempts as one line, which retries or dismisses them all, and opens to the attempts by reason. */
export function FailedAttempts({ summaries }: { summaries: readonly Summary[] }) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const retrying = useRetryAll()
  const count = summaries.length
  const words = count === 1 ? '1 attempt failed' : `${formatCount(count)} attempts failed`
  const { remove, isPending } = useDismissal()
  if (count === 0) return null
  const reasons = [...Map.groupBy(summaries, reasonOf)].map(([reason, failed]) => ({
    reason,
    sources: bySource(failed),
  }))
  const passing = reasons.flatMap(({ sources }) => sources).filter(([{ failureCode }]) => isPassing(failureCode))
  return (
    <section aria-label="Failed attempts" className="border-b border-line">
      <div className="flex items-center gap-x-1 py-1.5 text-sm text-ink-soft">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
          className="-ms-1 me-auto flex min-h-11 items-center gap-1.5 rounded-control px-1 tabular-nums transition-colors duration-150 hover:text-ink"
        >
          <ChevronRight
            aria-hidden="true"
            className={cn('size-4 transition-transform duration-150 rtl:-scale-x-100', isOpen && 'rotate-90')}
          />
          {words}
        </button>
        {passing.length < 2 ? null : (
          <Button look="text" pending={retrying.isPending} needsConnection onClick={() => retrying.retry(passing)}>
            Try all again
          </Button>
        )}
        <Button
          look="text"
          className="-me-2"
          pending={isPending}
          needsConnection
          aria-label={`${count === 1 ? 'Dismiss' : 'Dismiss all'}: ${words}`}
          onClick={() => remove(summaries)}
        >
          {count === 1 ? 'Dismiss' : 'Dismiss all'}
        </Button>
      </div>
      <div id={listId} hidden={!isOpen}>
        {isOpen
          ? reasons.map(({ reason, sources }) => (
              <div key={reason} className="border-t border-line pt-3 pb-2">
                <p className="max-w-[68ch] text-[0.8125rem] text-pretty wrap-anywhere text-ink-soft">{reason}</p>
                {sources.map((attempts) => (
                  <FailedRow key={attempts[0].id} attempts={attempts} />
                ))}
              </div>
            ))
          : null}
      </div>
    </section>
  )
}
