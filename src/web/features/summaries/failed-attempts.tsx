import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { readableUrl } from '../../../shared/source-url.ts'
import type { Summary } from '../../../shared/summary/summary.ts'
import { formatCount } from '../../../shared/text/format.ts'
import { Button } from '../../components/button.tsx'
import { cn } from '../../lib/cn.ts'
import { shortDay } from '../../lib/dates.ts'
import { useSentFor } from '../../lib/stores/drafts.ts'
import { choiceLabel, failureChoices, sourceOfSummary, useFailureChoice } from './creation/failure-choices.ts'
import { useDeletion } from './deletion/use-deletion.ts'
import { useOpenSummary } from './open-summary.ts'
import { focusFirstRow } from './reveal.ts'
import { RowActions } from './summary-row.tsx'

/** The button for the most promising choice after a failure, which is a retry where one may help. */
function BestChoice({ summary }: { summary: Summary }) {
  const source = sourceOfSummary(summary, useSentFor(summary.id))
  const { choose, isRetrying, isFileless } = useFailureChoice(summary.id, source)
  const choices = failureChoices(summary.failureCode, source, isFileless)
  const choice = choices.includes('retry') ? 'retry' : choices[0]
  if (choice === undefined) return null
  return (
    <Button look="plain" className="z-1 min-h-9 max-sm:me-auto" pending={isRetrying} onClick={() => choose(choice)}>
      {choiceLabel(choice, source, isFileless)}
    </Button>
  )
}

function FailedRow({ summary }: { summary: Summary }) {
  const { linkTo } = useOpenSummary()
  const { id, title, originalUrl, createdAt, failureMessage } = summary
  return (
    <article
      data-summary={id}
      className="group relative flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3.5"
    >
      <div className="min-w-0 flex-1 basis-72 text-sm">
        <p className="flex gap-x-2">
          <Link
            {...linkTo(id)}
            dir="auto"
            className="min-w-0 truncate font-medium no-underline outline-none group-hover:underline decoration-line-strong underline-offset-4 after:absolute after:-inset-x-2 after:inset-y-1 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:outline-solid"
          >
            {title === originalUrl ? readableUrl(title) : title}
          </Link>
          <span className="shrink-0 text-ink-soft">{shortDay(createdAt)}</span>
        </p>
        <p className="mt-0.5 max-w-[62ch] wrap-anywhere text-bad">{failureMessage ?? 'We couldn’t summarize this.'}</p>
      </div>
      <BestChoice summary={summary} />
      <RowActions summary={summary} />
    </article>
  )
}

const dismissedTitle = (count: number): string =>
  count === 1 ? 'Failed Attempt Dismissed' : `${formatCount(count)} Failed Attempts Dismissed`

/** Failed attempts as one line, which opens to the attempts with their reasons, and dismisses them all. */
export function FailedAttempts({ summaries }: { summaries: readonly Summary[] }) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const count = summaries.length
  const words = count === 1 ? '1 attempt failed' : `${formatCount(count)} attempts failed`
  const { remove, isPending } = useDeletion(({ failed }) => {
    if (failed.length === 0) focusFirstRow()
  }, dismissedTitle)
  if (count === 0) return null
  return (
    <section aria-label="Failed attempts" className="border-b border-line">
      <div className="flex items-center justify-between gap-4 py-1.5 text-sm text-ink-soft">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
          className="-ms-1 flex min-h-11 items-center gap-1.5 rounded-control px-1 tabular-nums transition-colors duration-150 hover:text-ink"
        >
          <ChevronRight
            aria-hidden="true"
            className={cn('size-4 transition-transform duration-150 rtl:-scale-x-100', isOpen && 'rotate-90')}
          />
          {words}
        </button>
        <Button
          look="text"
          className="-me-2"
          pending={isPending}
          aria-label={`Dismiss: ${words}`}
          onClick={() => remove(summaries)}
        >
          Dismiss
        </Button>
      </div>
      <div id={listId} hidden={!isOpen}>
        {isOpen ? summaries.map((summary) => <FailedRow key={summary.id} summary={summary} />) : null}
      </div>
    </section>
  )
}
