import type { PagePart } from '../../../../shared/summary/summary-page.ts'
import { CitedLine } from '../../../components/cited-line.tsx'
import { cn } from '../../../lib/cn.ts'
import type { TextLanguage } from '../../../lib/language.ts'
import { isNumber } from './source-block.tsx'

/** How the texts of a page are marked up, and the label of cells without a value. */
export interface PageLanguages {
  text: TextLanguage
  source: TextLanguage
  notMentioned: string
}

interface PartProps {
  part: PagePart
  languages: PageLanguages
}

const Paragraphs = ({ part, languages }: PartProps) => (
  <div className="prose-page space-y-[0.8em]">
    {part.lines.map(({ cells, citations }) => (
      <p key={cells.join(' ')}>
        <CitedLine text={cells.join(' ')} citations={citations} language={languages.source} />
      </p>
    ))}
  </div>
)

const List = ({ part, languages }: PartProps) => (
  <ul className="text-[0.96875rem] leading-6">
    {part.lines.map(({ cells, citations }) => (
      <li
        key={cells.join(' ')}
        className={cn(
          'relative max-w-[35em] py-1 text-pretty before:absolute before:start-0',
          part.form === 'checklist'
            ? 'ps-7 before:top-2.5 before:size-3.5 before:rounded-[3px] before:border before:border-line-strong'
            : 'ps-5 before:top-[15px] before:h-[1.5px] before:w-[7px] before:bg-accent',
        )}
      >
        <CitedLine text={cells.join(' ')} citations={citations} language={languages.source} />
      </li>
    ))}
  </ul>
)

/** The sides of a debate beside each other; one below the other on a phone. */
const Debate = ({ part, languages }: PartProps) => (
  <dl className="grid gap-x-8 text-[0.96875rem] leading-6 sm:grid-cols-2">
    {part.lines.map(({ cells: [side = '', ...position], citations }) => (
      <div key={`${side}\n${position.join(' ')}`} className="border-t border-line-strong/60 py-2.5">
        <dt className="font-semibold text-pretty">{side}</dt>
        <dd className="text-pretty">
          <CitedLine text={position.join(' ')} citations={citations} language={languages.source} />
        </dd>
      </div>
    ))}
  </dl>
)

/** Whether every value of a column is a number. */
function isNumeric(part: PagePart, column: number): boolean {
  const values = part.lines.map(({ cells }) => cells[column] ?? '').filter((value) => value !== '')
  return values.length > 0 && values.every(isNumber)
}

function Table({ part, languages }: PartProps) {
  const { title, header, lines } = part
  const width = Math.max(header.length, ...lines.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => ({ at, isNumber: at > 0 && isNumeric(part, at) }))
  const isCited = lines.some(({ citations }) => citations.length > 0)
  // Keyboards scroll to the chips; a table without any takes focus itself.
  const scroller = isCited ? {} : { role: 'region', 'aria-label': title || 'Table', tabIndex: 0 }
  return (
    <div {...scroller} className="scroll-x relative -mx-5 px-5 sm:mx-0 sm:px-0">
      <table className="w-full border-collapse text-[0.9375rem]/6 [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:pe-4 [&_:is(td,th)]:text-start [&_:is(td,th)]:align-baseline [&_:is(td,th)]:font-normal [&_:is(td,th):last-child]:pe-0">
        {header.length === 0 ? null : (
          <thead className="border-b border-line-strong/60">
            <tr>
              {columns.map(({ at, isNumber }) =>
                header[at] === undefined || header[at] === '' ? (
                  <td key={at}>{header[at]}</td>
                ) : (
                  <th key={at} scope="col" className={cn('text-[0.8125rem] text-ink-soft', isNumber && 'text-end!')}>
                    {header[at]}
                  </th>
                ),
              )}
              {isCited ? (
                <th scope="col">
                  <span lang="en" className="sr-only">
                    Source
                  </span>
                </th>
              ) : null}
            </tr>
          </thead>
        )}
        <tbody>
          {lines.map(({ cells, citations }) => (
            <tr key={cells.join('\n')} className="border-b border-line">
              {columns.map(({ at, isNumber }) => {
                const value = cells[at] || (
                  <span className="whitespace-nowrap text-ink-soft">{languages.notMentioned}</span>
                )
                const numberStyle = isNumber ? 'text-end! whitespace-nowrap tabular-nums' : undefined
                return at === 0 ? (
                  <th key={at} scope="row">
                    {value}
                  </th>
                ) : (
                  <td key={at} className={numberStyle}>
                    {value}
                  </td>
                )
              })}
              {isCited ? (
                <td className="text-end! whitespace-nowrap">
                  <CitedLine text="" citations={citations} language={languages.source} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function PartBody({ part, languages }: PartProps) {
  if (part.form === 'table') return <Table part={part} languages={languages} />
  if (part.form === 'debate') return <Debate part={part} languages={languages} />
  if (part.form === 'text') return <Paragraphs part={part} languages={languages} />
  return <List part={part} languages={languages} />
}
