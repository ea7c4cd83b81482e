import { ExternalLink, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { ListedSummary, Progress, Segment, Summary } from '../../../shared/summary/summary.ts'
import { previewOf } from '../../../shared/text/format.ts'
import { IconButton } from '../../components/button.tsx'
import { Checkbox } from '../../components/form/checkbox.tsx'
import { Meter } from '../../components/meter.tsx'
import { cn } from '../../lib/cn.ts'
import { dayAndTime, shortDay } from '../../lib/dates.ts'
import type { TextLanguage } from '../../lib/language.ts'
import { useCreation } from './creation/creation-state.ts'
import { headlineOf } from './creation/stage-words.ts'
import { DeleteDialog } from './deletion/delete-dialog.tsx'
import { dashboardTypeName, isUnfinished, languagesOf, lengthOf, typeName } from './describe.ts'
import { useOpenSummary } from './open-summary.ts'
import { useSummaryWatch } from './watch/summary-watch.ts'
import { overallShare } from './watch/watch.ts'

const Marked = ({ segments }: { segments: readonly Segment[] }) =>
  segments.map(({ text, marked }, index) =>
    marked ? (
      // oxlint-disable-next-line react/no-array-index-key -- the segments of a text have no other identity
      <mark key={index} className="rounded-[2px] bg-mark text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )

/** The buttons at the end of a row: the source in a new tab, and delete. */
export function RowActions({ summary }: { summary: Summary }) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="relative z-1 -mr-2 flex items-center gap-1 self-start sm:self-auto">
      {summary.originalUrl === null ? null : (
        <IconButton asChild label={`Open the source of ${summary.title} in a new tab`}>
          <a href={summary.originalUrl} target="_blank" rel="noopener noreferrer">
            <ExternalLink />
          </a>
        </IconButton>
      )}
      <IconButton label={`Delete ${summary.title}`} onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <DeleteDialog summaries={[summary]} open={asking} onOpenChange={setAsking} />
    </div>
  )
}

/** Live progress of a summary that is being created; null for others. Also announces its end on every screen. */
function useFollowed(summary: Summary): Progress | null {
  const { follow } = useCreation()
  const id = isUnfinished(summary) ? summary.id : null
  useEffect(() => {
    if (id !== null) follow(id)
  }, [follow, id])
  const { progress } = useSummaryWatch(id)
  return id === null ? null : (progress ?? summary.progress)
}

/** List that contains a row: the dashboard distinguishes only YouTube and articles. */
type RowContext = 'dashboard' | 'list'

function Meta({ summary, context }: { summary: Summary; context: RowContext }) {
  const facts = [context === 'dashboard' ? dashboardTypeName(summary) : typeName(summary), lengthOf(summary)]
  return (
    <p className="text-[0.8125rem] text-ink-soft tabular-nums">
      {facts.filter((fact) => fact !== null).join(' · ')} · {/* Above the link that covers the row. */}
      <time dateTime={summary.createdAt} title={dayAndTime(summary.createdAt) ?? undefined} className="relative z-1">
        {shortDay(summary.createdAt)}
      </time>
    </p>
  )
}

function UnfinishedBody({ title, progress }: { title: string; progress: Progress | null }) {
  return (
    // As high as a preview, so that the list doesn't move when the summary is ready.
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

interface PreviewProps {
  summary: ListedSummary
  languages: ReturnType<typeof languagesOf>
  clamp: boolean
}

/** The gist of a summary, or its beginning, or the passage that a search has found, and whether that is in the source. */
function Preview({ summary: { basicSummary, page, match }, languages, clamp }: PreviewProps) {
  const citation = match?.citation
  return (
    <div {...(citation ? languages.source : languages.text)} className="min-h-23 sm:min-h-12">
      <p className={cn('max-w-[64ch] pt-1 text-sm wrap-anywhere text-ink-soft', clamp && 'line-clamp-4')}>
        {citation === undefined ? null : (
          <>
            <bdi lang="en" dir="ltr" className="font-medium text-ink">
              In the source{citation === null ? '' : `, ${citation.label}`}
            </bdi>{' '}
            ·{' '}
          </>
        )}
        {match === undefined || match.excerpt.length === 0 ? (
          previewOf(page?.gist.text || basicSummary)
        ) : (
          <Marked segments={match.excerpt} />
        )}
      </p>
    </div>
  )
}

interface TitleProps {
  summary: ListedSummary
  language: TextLanguage
  heading: 'h2' | 'h3'
  card: boolean
}

/** The title: a link that covers the row, and outlines it when focused. */
function Title({ summary: { id, title, match, status }, language, heading: Heading, card }: TitleProps) {
  const { linkTo } = useOpenSummary()
  // The title of a new summary is known later: phones reserve a second line, so that nothing moves below the dialog.
  const [isNew] = useState(() => isUnfinished({ status }))
  return (
    <Heading
      {...language}
      // At this size the font's kerning almost closes the space before a capital.
      className={cn(
        'line-clamp-3 leading-[1.25] [word-spacing:0.07em] wrap-anywhere',
        card ? 'text-[1.25rem]' : 'text-[1.21875rem]',
        isNew && 'max-sm:min-h-[2lh]',
      )}
    >
      <Link
        {...linkTo(id)}
        className={cn(
          'no-underline decoration-line-strong decoration-1 underline-offset-4 outline-none after:absolute after:inset-0',
          'group-hover:underline focus-visible:after:outline-2 focus-visible:after:outline-ink',
          'focus-visible:after:outline-solid',
          card
            ? 'after:rounded-card focus-visible:after:outline-offset-2'
            : 'after:-inset-x-2 after:inset-y-1 after:rounded-control',
        )}
      >
        {match === undefined || status !== 'ready' ? title : <Marked segments={match.title} />}
      </Link>
    </Heading>
  )
}

export interface RowChoice {
  isChosen: boolean
  /** `isRange` selects all rows since the last clicked one. */
  onChoose: (id: string, isRange: boolean) => void
}

function ChoiceBox({ summary, choice: { isChosen, onChoose } }: { summary: Summary; choice: RowChoice }) {
  return (
    <Checkbox
      label={`Select ${summary.title}`}
      checked={isChosen}
      // A shifted click would select the text in between.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault()
      }}
      onClick={(event) => onChoose(summary.id, event.shiftKey)}
      // Only clicks contain the Shift key.
      onChange={() => {}}
      className="z-1"
    />
  )
}

interface SummaryRowProps {
  summary: ListedSummary
  layout?: 'row' | 'card'
  context: RowContext
  /** Undefined where rows can't be selected. */
  choice?: RowChoice
}

const layoutStyles = {
  card: 'flex h-full flex-col rounded-card border border-line bg-raised p-5.5 hover:border-line-strong has-checked:border-accent',
  row: 'grid gap-x-6 border-b border-line py-5 sm:grid-cols-[minmax(0,1fr)_auto]',
  chosenRow:
    'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-b border-line py-5 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-5',
} as const

/** A summary in a list or grid, finished or still being created. A click anywhere opens it. While it is created, its title is that of the source. */
export function SummaryRow({ summary: known, layout = 'row', context, choice }: SummaryRowProps) {
  const progress = useFollowed(known)
  const summary = { ...known, title: progress?.title || known.title, progress: progress ?? known.progress }
  const languages = languagesOf(summary)
  const card = layout === 'card'
  const box = choice === undefined ? null : <ChoiceBox summary={summary} choice={choice} />
  return (
    <article
      data-summary={summary.id}
      className={cn(
        'group relative transition-[border-color] duration-150',
        layoutStyles[layout === 'row' && box !== null ? 'chosenRow' : layout],
      )}
    >
      {card || box === null ? null : <div className="pt-px sm:pt-1">{box}</div>}
      <div className={cn('min-w-0', card && 'grow')}>
        <div className={card ? 'mb-2' : 'mb-2 pr-24 sm:hidden'}>
          <Meta summary={summary} context={context} />
        </div>
        <Title
          summary={summary}
          language={languages.source}
          heading={context === 'dashboard' ? 'h3' : 'h2'}
          card={card}
        />
        {summary.status === 'ready' ? <Preview summary={summary} languages={languages} clamp={card} /> : null}
        {isUnfinished(summary) ? <UnfinishedBody title={summary.title} progress={progress} /> : null}
      </div>
      <div
        className={cn(
          card
            ? '-mb-2 mt-3 -mr-2 flex items-center justify-between'
            : 'flex flex-col justify-between gap-2 max-sm:absolute max-sm:top-2.5 max-sm:right-0 sm:mt-0.5 sm:items-end',
        )}
      >
        {card ? (
          (box ?? <span />)
        ) : (
          <div className="hidden sm:block">
            <Meta summary={summary} context={context} />
          </div>
        )}
        <RowActions summary={summary} />
      </div>
    </article>
  )
}
