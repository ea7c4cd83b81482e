import { Link } from 'wouter'
import { previewOf } from '../../../shared/format.ts'
import type { Progress, Summary } from '../../../shared/summary.ts'
import { Button } from '../../components/button.tsx'
import { Meter } from '../../components/meter.tsx'
import { cn } from '../../lib/cn.ts'
import { shortDay } from '../../lib/dates.ts'
import type { TextLanguage } from '../../lib/language.ts'
import { sentFor } from '../../lib/sent.ts'
import { useCreation } from './creation/creation-context.ts'
import { choiceLabel, failureChoices, sourceOfSummary } from './creation/failure-choices.ts'
import { headlineOf } from './creation/stage-words.ts'
import { useFailureChoice } from './creation/use-failure-choice.ts'
import { isUnfinished, languagesOf, lengthOf, listTypeName } from './describe.ts'
import { useOpenSummary } from './open-summary.ts'
import { RowActions } from './row-actions.tsx'
import { useFollowed } from './use-followed.ts'
import { overallShare } from './watch/watch-state.ts'

function Meta({ summary }: { summary: Summary }) {
  const facts = [listTypeName(summary), lengthOf(summary), shortDay(summary.createdAt)]
  return (
    <p className="text-[0.8125rem] text-ink-soft tabular-nums">{facts.filter((fact) => fact !== null).join(' · ')}</p>
  )
}

/** What a summary that is being made is doing. */
function UnfinishedBody({ title, progress }: { title: string; progress: Progress | null }) {
  return (
    // As high as a preview, so that the list does not move when this turns into one.
    <div className="min-h-23 sm:min-h-12">
      <p className="pt-1 text-sm tabular-nums">{headlineOf(progress)}</p>
      <Meter
        kind="progress"
        label={`Progress of ${title}`}
        value={progress === null ? 0.02 : overallShare(progress)}
        className="mt-3 max-w-85"
      />
    </div>
  )
}

function FailedBody({ summary }: { summary: Summary }) {
  const { isRetrying, isFileless } = useCreation()
  const source = sourceOfSummary(summary, sentFor(summary.id))
  const choose = useFailureChoice(summary.id, source)
  const isGone = isFileless(summary.id)
  const choices = failureChoices(summary.failureCode, source, isGone)
  const choice = choices.includes('retry') ? 'retry' : choices[0]
  return (
    <>
      <p className="mt-1 max-w-[62ch] text-sm wrap-anywhere text-bad">
        {summary.failureMessage ?? 'This could not be summarized.'}
      </p>
      {choice === undefined ? null : (
        <Button
          look="plain"
          className="z-1 mt-3 min-h-9"
          pending={isRetrying(summary.id)}
          onClick={() => choose(choice)}
        >
          {choiceLabel(choice, source, isGone)}
        </Button>
      )}
    </>
  )
}

interface PreviewProps {
  summary: Summary
  language: TextLanguage
  clamp: boolean
}

function Preview({ summary, language, clamp }: PreviewProps) {
  return (
    <div {...language} className="min-h-23 sm:min-h-12">
      <p className={cn('max-w-[64ch] pt-1 text-sm text-ink-soft', clamp && 'line-clamp-4')}>
        {previewOf(summary.basicSummary)}
      </p>
    </div>
  )
}

interface SummaryRowProps {
  summary: Summary
  /** A line of a list, or a card of a grid. */
  layout?: 'row' | 'card'
  /** Level of the title under the headings around it. */
  heading?: 'h2' | 'h3'
}

/** One summary in a list: a click anywhere on it opens it. One that is being made has the name its source turned out to have. */
export function SummaryRow({ summary: known, layout = 'row', heading: Heading = 'h3' }: SummaryRowProps) {
  const progress = useFollowed(known)
  const summary = { ...known, title: progress?.title || known.title }
  const { text, source } = languagesOf(summary)
  const { addressOf } = useOpenSummary()
  const card = layout === 'card'
  return (
    <article
      className={cn(
        'group relative transition-colors duration-150',
        card
          ? 'flex h-full flex-col rounded-card border border-line bg-raised p-5.5 hover:border-line-strong'
          : 'grid gap-x-6 border-b border-line py-5 sm:grid-cols-[minmax(0,1fr)_auto]',
      )}
    >
      <div className={cn('min-w-0', card && 'grow')}>
        <div className={card ? 'mb-2' : 'mb-2 pr-24 sm:hidden'}>
          <Meta summary={summary} />
        </div>
        <Heading
          {...source}
          // At this size the serif kerns a capital into the space before it and all but closes it.
          className={cn('leading-[1.25] [word-spacing:0.07em]', card ? 'text-[1.25rem]' : 'text-[1.21875rem]')}
        >
          <Link
            href={addressOf(summary.id)}
            className="no-underline outline-offset-4 after:absolute after:inset-0 group-hover:text-accent"
          >
            {summary.title}
          </Link>
        </Heading>
        {summary.status === 'ready' ? <Preview summary={summary} language={text} clamp={card} /> : null}
        {isUnfinished(summary) ? <UnfinishedBody title={summary.title} progress={progress} /> : null}
        {summary.status === 'failed' ? <FailedBody summary={summary} /> : null}
      </div>
      <div
        className={cn(
          card
            ? '-mb-2 mt-3 -mr-2 flex justify-end'
            : 'flex flex-col justify-between gap-2 max-sm:absolute max-sm:top-2.5 max-sm:right-0 sm:mt-0.5 sm:items-end',
        )}
      >
        {card ? null : (
          <div className="hidden sm:block">
            <Meta summary={summary} />
          </div>
        )}
        <RowActions summary={summary} />
      </div>
    </article>
  )
}
