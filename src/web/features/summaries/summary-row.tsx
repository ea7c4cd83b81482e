import { Ellipsis, ExternalLink, SquareCheck, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { ListedSummary, Progress, Segment, Summary } from '../../../shared/summary/summary.ts'
import { inOneLine, previewOf } from '../../../shared/text/format.ts'
import { IconButton } from '../../components/button.tsx'
import { Checkbox } from '../../components/form/checkbox.tsx'
import { Meter } from '../../components/meter.tsx'
import * as Menu from '../../components/overlay/menu.tsx'
import { typesetNumbers, typesetTitle } from '../../components/unbroken-text.tsx'
import { cn } from '../../lib/cn.ts'
import { dayAndTime, shortDay } from '../../lib/dates.ts'
import type { TextLanguage } from '../../lib/language.ts'
import { useOnline } from '../../lib/page/use-online.ts'
import { useIsDeleting, useIsOutOfReach } from './api/summaries.ts'
import { useCreation } from './creation/creation-state.ts'
import { headlineOf } from './creation/stage-words.ts'
import { DeleteDialog } from './deletion/delete-dialog.tsx'
import { dashboardTypeName, isUnfinished, languagesOf, titleOf, typeName } from './describe.ts'
import { Facts } from './list-parts.tsx'
import { useOpenSummary } from './open-summary.ts'
import { isPlain, SourceStripView } from './source-strip.tsx'
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

/** Controls of a row that a mouse sees only near it, and the keyboard once focus is in it. */
const onDemand =
  'transition-opacity duration-150 pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100 pointer-fine:group-has-checked:opacity-100'

interface RowActionsProps {
  summary: Summary
  choice?: RowChoice | undefined
}

/** The actions of a row in a menu, for fingers. */
function TouchActions({ summary, choice, onDelete }: RowActionsProps & { onDelete: () => void }) {
  const { id, title, originalUrl } = summary
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <IconButton label={`Actions for ${title}`} className="not-pointer-coarse:hidden">
          <Ellipsis />
        </IconButton>
      </Menu.Trigger>
      <Menu.Portal container={document.querySelector('main')}>
        {/* The trigger reaches into the margin. */}
        <Menu.Content alignOffset={8}>
          {choice === undefined ? null : (
            <Menu.Item onSelect={() => choice.onChoose(id, false)}>
              <SquareCheck /> {choice.isChosen ? 'Deselect' : 'Select'}
            </Menu.Item>
          )}
          {originalUrl === null ? null : (
            <Menu.Item asChild>
              <a href={originalUrl} target="_blank" rel="noopener noreferrer">
                <ExternalLink /> Open original
              </a>
            </Menu.Item>
          )}
          <Menu.Item needsConnection onSelect={onDelete}>
            <Trash2 /> Delete
          </Menu.Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** The actions at the end of a row: the original in a new tab, and delete. On touch screens, a menu. */
function RowActions({ summary, choice }: RowActionsProps) {
  // Undefined until the user asks: lists of thousands would be full of closed dialogs.
  const [asking, setAsking] = useState<boolean>()
  const { title, originalUrl } = summary
  const ask = () => setAsking(true)
  return (
    <div className={cn('relative z-1 -mr-2 flex items-center gap-1 print:hidden', onDemand)}>
      <TouchActions summary={summary} choice={choice} onDelete={ask} />
      {originalUrl === null ? null : (
        <IconButton asChild label={`Open the original of ${title} in a new tab`} className="pointer-coarse:hidden">
          <a href={originalUrl} target="_blank" rel="noopener noreferrer">
            <ExternalLink />
          </a>
        </IconButton>
      )}
      <IconButton label={`Delete ${title}`} needsConnection onClick={ask} className="pointer-coarse:hidden">
        <Trash2 />
      </IconButton>
      {asking === undefined ? null : <DeleteDialog summaries={[summary]} open={asking} onOpenChange={setAsking} />}
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

/** A note on a summary that can't be opened without a connection, in the line of others' type and date. */
const UnlessOutOfReach = ({ id, children }: { id: string; children: ReactNode }) =>
  useIsOutOfReach(id) ? 'Not available offline' : children

function Meta({ summary, context }: { summary: Summary; context: RowContext }) {
  const isOnline = useOnline()
  const typeAndDate = (
    <>
      {context === 'dashboard' ? dashboardTypeName(summary) : typeName(summary)} ·{' '}
      {/* Above the link that covers the row. */}
      <time dateTime={summary.createdAt} title={dayAndTime(summary.createdAt) ?? undefined} className="relative z-1">
        {shortDay(summary.createdAt)}
      </time>
    </>
  )
  return (
    <p className="unsnapped text-[0.8125rem] text-ink-soft tabular-nums">
      {isOnline ? typeAndDate : <UnlessOutOfReach id={summary.id}>{typeAndDate}</UnlessOutOfReach>}
    </p>
  )
}

/** The source drawn to scale, with what the summary cites. Null for summaries from before there were strips. */
const Strip = ({ summary: { coverage }, className }: { summary: Summary; className?: string }) =>
  coverage?.strip === undefined || isPlain(coverage.strip) ? null : (
    <SourceStripView strip={coverage.strip} className={cn('h-1 w-28 opacity-70', className)} />
  )

function UnfinishedBody({ title, progress }: { title: string; progress: Progress | null }) {
  return (
    <>
      <p className="pt-1 text-sm tabular-nums">{headlineOf(progress)}</p>
      <Meter
        kind="progress"
        label={`Progress of ${title}`}
        value={progress === null ? 0.02 : overallShare(progress)}
        className="mt-3 max-w-85"
      />
    </>
  )
}

interface PreviewProps {
  summary: ListedSummary
  languages: ReturnType<typeof languagesOf>
  context: RowContext
}

/** The gist of a summary, or its beginning, or the passage that a search has found, and whether that is in the source. */
function Preview({ summary: { basicSummary, page, match }, languages, context }: PreviewProps) {
  const citation = match?.citation
  const gist = page?.gist.text ?? ''
  return (
    <div {...(citation ? languages.source : languages.text)}>
      <p className="max-w-[68ch] pt-1 text-sm wrap-anywhere text-ink-soft">
        {citation === undefined ? null : (
          <>
            <bdi lang="en" dir="ltr" className="font-medium text-ink">
              In the source{citation === null ? '' : `, ${citation.label}`}
            </bdi>{' '}
            ·{' '}
          </>
        )}
        {match === undefined || match.excerpt.length === 0 ? (
          // The dashboard has the first words; summaries without a gist have nothing shorter.
          context === 'list' && gist !== '' ? (
            typesetNumbers(inOneLine(gist))
          ) : (
            typesetNumbers(previewOf(gist || basicSummary))
          )
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
  return (
    <Heading
      {...language}
      className={cn('line-clamp-3 leading-[1.25] wrap-anywhere', card ? 'text-[1.25rem]' : 'text-[1.21875rem]')}
    >
      <Link
        {...linkTo(id)}
        className={cn('covering-link', card && 'after:inset-0 after:rounded-card focus-visible:after:outline-offset-2')}
      >
        {match === undefined || status !== 'ready' ? typesetTitle(title) : <Marked segments={match.title} />}
      </Link>
    </Heading>
  )
}

export interface RowChoice {
  isChosen: boolean
  /** `isRange` selects all rows since the last clicked one. */
  onChoose: (id: string, isRange: boolean) => void
}

function ChoiceBox({ summary, choice, card }: { summary: Summary; choice: RowChoice; card: boolean }) {
  const { isChosen, onChoose } = choice
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
      // In the margin, so that titles stay aligned, or before the buttons. Fingers select the first row in its menu.
      className={cn(
        'absolute! z-1 in-data-selecting:opacity-100! pointer-coarse:hidden pointer-coarse:in-data-selecting:inline-grid',
        onDemand,
        card
          ? 'top-5.5 right-5'
          : 'top-6 right-24 sm:top-auto sm:bottom-7 pointer-coarse:right-12 max-sm:pointer-coarse:top-5 md:pointer-fine:top-6 md:pointer-fine:right-auto md:pointer-fine:bottom-auto md:pointer-fine:-left-6.5',
      )}
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
  row: 'grid gap-x-8 border-b border-line py-5 sm:grid-cols-[minmax(0,1fr)_auto]',
} as const

/** A summary in a list or grid, finished or still being created. A click anywhere opens it. While it is created, its title is that of the source. */
export function SummaryRow({ summary: known, layout = 'row', context, choice }: SummaryRowProps) {
  const progress = useFollowed(known)
  const { originalUrl } = known
  const title = titleOf({ title: progress?.title || known.title, originalUrl })
  const summary = { ...known, title, progress: progress ?? known.progress }
  const languages = languagesOf(summary)
  const isBeingDeleted = useIsDeleting(known.id)
  const [isNew] = useState(() => isUnfinished(known))
  const card = layout === 'card'
  return (
    <article
      data-summary={summary.id}
      hidden={isBeingDeleted}
      className={cn(
        'group relative [&[hidden]]:hidden break-inside-avoid transition-[border-color] duration-150',
        layoutStyles[layout],
      )}
    >
      {choice === undefined ? null : <ChoiceBox summary={summary} choice={choice} card={card} />}
      <div className={cn('min-w-0', card && 'grow')}>
        {/* The title begins below the button at the end of this line, which would cover a part of its target. */}
        <div className={card ? 'mb-2 pr-8' : 'mb-2.5 pr-14 sm:hidden'}>
          <Meta summary={summary} context={context} />
        </div>
        {/* As high as a title, on phones of two lines, with most previews, so that the list doesn't move when it is ready. */}
        <div className={isNew ? 'min-h-42.5 sm:min-h-24.75' : undefined}>
          <Title
            summary={summary}
            language={languages.source}
            heading={context === 'dashboard' ? 'h3' : 'h2'}
            card={card}
          />
          {summary.status === 'ready' ? <Preview summary={summary} languages={languages} context={context} /> : null}
          {isUnfinished(summary) ? <UnfinishedBody title={summary.title} progress={progress} /> : null}
          {card ? null : <Facts summary={summary} />}
          {card ? null : <Strip summary={summary} className="mt-3 sm:hidden" />}
        </div>
      </div>
      <div
        className={cn(
          card
            ? 'mt-2'
            : 'flex flex-col justify-between gap-2 max-sm:absolute max-sm:top-3 max-sm:right-0 sm:mt-0.5 sm:items-end',
        )}
      >
        {card ? (
          <>
            <Facts summary={summary} />
            <Strip summary={summary} className="mt-3" />
          </>
        ) : (
          <div className="hidden text-right sm:block">
            <Meta summary={summary} context={context} />
            <Strip summary={summary} className="mt-3 ml-auto" />
          </div>
        )}
        <div
          className={
            card
              ? 'absolute top-3.25 right-13 pointer-coarse:right-4 pointer-coarse:in-data-selecting:right-13'
              : undefined
          }
        >
          <RowActions summary={summary} choice={choice} />
        </div>
      </div>
    </article>
  )
}
