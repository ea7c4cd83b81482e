/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on phones, the rows of
   tables are blocks, which takes their roles away */
import { useContext, useState } from 'react'
import { sharedCitations } from '../../../../shared/summary/citation-groups.ts'
import { splitLabels } from '../../../../shared/summary/line-labels.ts'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import type { PagePart } from '../../../../shared/summary/summary-page.ts'
import { tableColumns } from '../../../../shared/summary/table-columns.ts'
import { Chip } from '../../../components/citation-chip.tsx'
import { CitedLine } from '../../../components/cited-line.tsx'
import { WritingContext } from '../../../components/reading-context.ts'
import { RevealButton } from '../../../components/reveal-button.tsx'
import { cn } from '../../../lib/cn.ts'
import type { TextLanguage } from '../../../lib/language.ts'

/** How the texts of a page are marked up, and the label of cells without a value. */
export interface PageLanguages {
  text: TextLanguage
  source: TextLanguage
  notMentioned: string
}

export interface SectionProps {
  summary: SummaryContent
  languages: PageLanguages
}

interface PartProps {
  part: PagePart
  languages: PageLanguages
}

const Paragraphs = ({ part, languages }: PartProps) => (
  <div className="prose-page space-y-[0.8em]">
    {part.lines.map(({ cells, citations }) => (
      <p key={cells.join(' ')} data-line className={citations.length > 0 ? 'text-wrap' : undefined}>
        <CitedLine text={cells.join(' ')} citations={citations} language={languages.source} />
      </p>
    ))}
  </div>
)

function List({ part, languages }: PartProps) {
  const isWriting = useContext(WritingContext)
  const labels = splitLabels(part, isWriting)
  return (
    <ul className="text-[length:var(--prose,0.96875rem)] leading-6">
      {part.lines.map(({ cells, citations }, at) => (
        <li
          key={cells.join(' ')}
          // A line that reports what is missing has no passage.
          title={citations.length === 0 && !isWriting ? 'No passage of the source says this.' : undefined}
          className={cn(
            'relative max-w-[35em] break-inside-avoid py-1 text-wrap before:absolute before:start-0 print:max-w-none',
            part.form === 'checklist'
              ? 'ps-7 before:top-2.5 before:size-3.5 before:rounded-[3px] before:border before:border-line-strong'
              : 'ps-5 before:top-[15px] before:h-0.5 before:w-[7px] before:bg-accent before:[print-color-adjust:exact]',
          )}
        >
          {labels[at]?.label ? (
            <b className="font-semibold">
              {labels[at].label}
              {labels[at].colon}
            </b>
          ) : null}
          <CitedLine text={labels[at]?.text ?? ''} citations={citations} language={languages.source} />
        </li>
      ))}
    </ul>
  )
}

/** The sides of a debate beside each other; one below the other where it is narrow. */
const Debate = ({ part, languages }: PartProps) => (
  <div className="@container print:[container-type:normal]">
    <dl className="grid gap-x-8 gap-y-2.5 text-[length:var(--prose,0.96875rem)] leading-6 @md:grid-cols-2 print:grid-cols-2">
      {part.lines.map(({ cells: [side = '', ...position], citations }) => (
        <div
          key={`${side}\n${position.join(' ')}`}
          className="break-inside-avoid border-t border-line-strong/60 py-2.5"
        >
          <dt className="font-semibold text-pretty">{side}</dt>
          <dd className="text-wrap">
            <CitedLine text={position.join(' ')} citations={citations} language={languages.source} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

/** Whether a row has a name and no value. No passage supports it. */
const isMissing = ([, ...values]: readonly string[]): boolean =>
  values.length > 0 && values.every((value) => value === '')

/** Rows that are shown of a long table. The button to show the others has the height of one, which is shown instead. */
const SHOWN_ROWS = 8
const MIN_FOLDED = 2
/** Columns from which a table needs more width to be laid out as one. */
const MANY_COLUMNS = 4

/** A longer label is the name of a chapter. */
const SHORT_LABEL = 8

interface TableHeadProps extends PartProps {
  columns: readonly { at: number; isNumber: boolean }[]
  /** Whether rows end with their citations. */
  isCited: boolean
  /** Whether the chip of all rows is in the head. */
  hasHeadChip: boolean
}

function TableHead({ part, languages, columns, isCited, hasHeadChip }: TableHeadProps) {
  const { header } = part
  return (
    <thead
      role="rowgroup"
      className={cn(
        'border-b border-line-strong/60',
        // The chip stays, beside the name of the first row.
        hasHeadChip
          ? 'stacked:relative stacked:block stacked:border-0 stacked:[&_:is(td,th):not(:last-child)]:sr-only'
          : 'stacked:sr-only',
      )}
    >
      <tr role="row">
        {columns.map(({ at, isNumber }) =>
          header[at] === undefined || header[at] === '' ? (
            <td key={at} role="cell">
              {header[at]}
            </td>
          ) : (
            <th
              key={at}
              scope="col"
              role="columnheader"
              className={cn('text-[0.8125rem] text-ink-soft', isNumber && 'not-last:pe-6! text-end!')}
            >
              {header[at]}
            </th>
          ),
        )}
        {isCited || hasHeadChip ? (
          <th
            scope="col"
            role="columnheader"
            className={cn(hasHeadChip && 'text-end! stacked:absolute stacked:end-0 stacked:top-2.5')}
          >
            <span lang="en" className="sr-only">
              Source
            </span>
            {hasHeadChip ? <TableChip part={part} languages={languages} /> : null}
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

/**
 * A table; where it is narrow, each row is a block: its name, pairs of column and value, and its chip. Its roles are given,
 * because browsers forget those of a table that isn't laid out as one.
 */
function Table({ part, languages, isUntitled = false }: PartProps & { isUntitled?: boolean }) {
  const { title, header, lines } = part
  const columns = tableColumns(part)
  const [isWhole, setWhole] = useState(lines.length < SHOWN_ROWS + MIN_FOLDED)
  // Without a title or a head, there is no line for one chip.
  const shared = isUntitled && header.length === 0 ? null : sharedCitations(part)
  const hasHeadChip = isUntitled && shared !== null
  const isCited = shared === null && lines.some(({ citations }) => citations.length > 0)
  const numberStyle = 'tabular:text-end! tabular:not-last:pe-6! whitespace-nowrap tabular-nums'
  return (
    <div>
      {/* The ring of a row that gets focus needs the space at both ends. */}
      <div
        data-columns={columns.length >= MANY_COLUMNS ? 'many' : undefined}
        className="@container scroll-x relative -mx-2 px-2"
      >
        <table
          // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- see above
          role="table"
          aria-label={title || 'Table'}
          className="w-full border-collapse text-[length:var(--cells,0.9375rem)]/6 print:text-[11pt]/6 stacked:block tabular:[&_:is(td,th)]:py-1.5 [&_:is(td,th)]:pe-4 [&_:is(td,th)]:text-start [&_:is(td,th)]:align-baseline [&_:is(td,th)]:font-normal [&_:is(td,th):last-child]:pe-0"
        >
          {header.length === 0 ? null : (
            <TableHead
              part={part}
              languages={languages}
              columns={columns}
              isCited={isCited}
              hasHeadChip={hasHeadChip}
            />
          )}
          <tbody
            role="rowgroup"
            className={cn(
              'stacked:block',
              hasHeadChip &&
                (shared[0].label.length > SHORT_LABEL
                  ? 'stacked:[&>tr:first-child>th]:pe-48!'
                  : 'stacked:[&>tr:first-child>th]:pe-20!'),
            )}
          >
            {lines.map(({ cells, citations }, index) => (
              <tr
                key={cells.join('\n')}
                role="row"
                className={cn(
                  'relative break-inside-avoid border-b border-line outline-none focus-visible:after:absolute focus-visible:after:inset-y-0.5 focus-visible:after:-inset-x-2 focus-visible:after:rounded-chip focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 stacked:grid stacked:grid-cols-[minmax(6rem,40%)_minmax(0,1fr)_auto] stacked:gap-x-3 stacked:py-2.5',
                  !isWhole && index >= SHOWN_ROWS && 'hidden! print:table-row!',
                )}
              >
                {columns.map(({ at, isNumber }) => {
                  const value = cells[at] || (
                    <span title="The source doesn’t say." className="text-ink-soft tabular:whitespace-nowrap">
                      {languages.notMentioned}
                    </span>
                  )
                  return at === 0 ? (
                    <th
                      key={at}
                      scope="row"
                      role="rowheader"
                      className="stacked:col-span-full stacked:block stacked:font-medium!"
                    >
                      {value}
                    </th>
                  ) : (
                    <td
                      key={at}
                      role="cell"
                      className={cn(
                        'stacked:col-span-full stacked:grid stacked:grid-cols-subgrid stacked:pe-0!',
                        // Leaves the end of its line to the chip.
                        at === columns.length - 1 && isCited && 'stacked:col-end-3',
                        isNumber && numberStyle,
                      )}
                    >
                      {header[at] ? (
                        <span aria-hidden="true" className="text-[0.8125rem]/6 text-ink-soft tabular:hidden">
                          {header[at]}
                        </span>
                      ) : null}
                      <span className="min-w-0 stacked:col-start-2 stacked:-col-end-1 stacked:only:col-start-1">
                        {value}
                      </span>
                    </td>
                  )
                })}
                {isCited ? (
                  <td
                    role="cell"
                    className="text-end! whitespace-nowrap print:whitespace-normal stacked:col-start-3 stacked:self-end"
                  >
                    <CitedLine text="" citations={isMissing(cells) ? [] : citations} language={languages.source} />
                  </td>
                ) : hasHeadChip ? (
                  // Below the chip of the head, so that numbers end below the name of their column.
                  <td role="cell" className="stacked:hidden">
                    {null}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isWhole ? null : (
        <RevealButton shown={SHOWN_ROWS} onReveal={() => setWhole(true)} className="-ms-2 mt-1">
          <span lang="en">Show all {lines.length} rows</span>
        </RevealButton>
      )}
    </div>
  )
}

/** A part without its title. The chip of a table that is shown `isUntitled` is in its head. */
export function PartBody({ part, languages, isUntitled }: PartProps & { isUntitled?: boolean }) {
  if (part.form === 'table') return <Table part={part} languages={languages} isUntitled={isUntitled} />
  if (part.form === 'debate') return <Debate part={part} languages={languages} />
  if (part.form === 'text') return <Paragraphs part={part} languages={languages} />
  return <List part={part} languages={languages} />
}

/** Parts can have the same title. */
export const partKey = ({ title, lines }: PagePart): string => `${title}\n${lines[0]?.cells.join(' ')}`

/** The chip of a table whose rows rest on one location. */
export function TableChip({ part, languages: { source } }: PartProps) {
  const shared = sharedCitations(part)
  return shared === null ? null : (
    <span className="font-normal tracking-normal">
      {' '}
      <Chip references={shared} language={source} />
    </span>
  )
}
