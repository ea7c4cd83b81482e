import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { Summary } from '../../../shared/summary/summary.ts'
import { formatCount } from '../../../shared/text/format.ts'
import { Button } from '../../components/button.tsx'
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
import { focusFirstRow } from './reveal.ts'
import { RowActions } from './summary-row.tsx'

/** Attempts at the same source that failed for the same reason, the newest first. */
type Repeats = readonly [Summary, ...Summary[]]

const reasonOfAttempt = ({ failureMessage }: Summary): string => failureMessage ?? 'We couldn’t summarize this.'

/** Failed attempts by reason, and by source. */
function byReason(summaries: readonly Summary[]): { reason: string; sources: Repeats[] }[] {
  const reasons = Map.groupBy(summaries, reasonOfAttempt)
  return [...reasons].map(([reason, attempts]) => {
    const sources = Map.groupBy(attempts, ({ originalUrl, title }) => originalUrl ?? title)
    return {
      reason,
      sources: [...sources.values()].flatMap(([first, ...rest]): Repeats[] => (first ? [[first, ...rest]] : [])),
    }
  })
}

/** The button for the most promising choice after a failure, which is a retry where one may help. */
function BestChoice({ summary }: { summary: Summary }) {
  const source = sourceOfSummary(summary, useSentFor(summary.id))
  const { choose, isRetrying, isFileless } = useFailureChoice(summary.id, source)
  const choices = failureChoices(summary.failureCode, source, isFileless)
  const choice = choices.includes('retry') ? 'retry' : choices[0]
  if (choice === undefined) return null
  return (
    <Button
      look="text"
      className="z-1 min-h-9 text-ink underline decoration-line-strong underline-offset-4 max-sm:-ms-2 hover:not-disabled:decoration-ink"
      pending={isRetrying}
      needsConnection={choice === 'retry'}
      onClick={() => choose(choice)}
    >
      {choiceLabel(choice, source, isFileless)}
    </Button>
  )
}

function FailedRow({ attempts }: { attempts: Repeats }) {
  const { linkTo } = useOpenSummary()
  const [first] = attempts
  const summary = { ...first, title: titleOf(first) }
  const { id, title, createdAt } = summary
  const site = siteBeside(title, first)
  const times = attempts.length === 1 ? '' : `${formatCount(attempts.length)} times, `
  return (
    <article data-summary={id} className="group relative flex items-center gap-x-3 py-1 text-sm max-sm:flex-wrap">
      <p className="flex min-w-0 flex-1 items-baseline gap-x-2 max-sm:basis-full">
        <Link
          {...linkTo(id)}
          dir="auto"
          className="covering-link min-w-0 truncate font-medium max-sm:leading-6 after:inset-y-0"
        >
          {title}
        </Link>
        <span className="shrink-0 text-ink-soft tabular-nums">
          {site === null ? '' : `${site} · `}
          {times}
          {shortDay(createdAt)}
        </span>
      </p>
      <div className="sm:order-last sm:-me-2">
        <BestChoice summary={summary} />
      </div>
      <div className="max-sm:ms-auto">
        <RowActions summary={summary} others={attempts.slice(1)} />
      </div>
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
  const { remove, isPending } = useDeletion(({ failed }) => {
    if (failed.length === 0) focusFirstRow()
  }, dismissedTitle)
  if (count === 0) return null
  const groups = byReason(summaries)
  const passing = groups.flatMap(({ sources }) => sources).filter(([{ failureCode }]) => isPassing(failureCode))
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
          aria-label={`Dismiss: ${words}`}
          onClick={() => remove(summaries)}
        >
          Dismiss
        </Button>
      </div>
      <div id={listId} hidden={!isOpen}>
        {isOpen
          ? groups.map(({ reason, sources }) => (
              <section key={reason} className="border-t border-line pt-3.5 pb-2.5">
                <p className="mb-1 max-w-[62ch] text-sm text-pretty wrap-anywhere text-ink-soft">{reason}</p>
                {sources.map((attempts) => (
                  <FailedRow key={attempts[0].id} attempts={attempts} />
                ))}
              </section>
            ))
          : null}
      </div>
    </section>
  )
}
