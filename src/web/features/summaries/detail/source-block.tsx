import type { ReactNode } from 'react'
import type { SourceBlock } from '../../../../shared/document.ts'
import { citationLink, locationLabel } from '../../../../shared/summary/location-label.ts'
import { isNumber } from '../../../../shared/summary/table-columns.ts'
import { isWordlessTurn } from '../../../../shared/text/speakers.ts'
import { cn } from '../../../lib/cn.ts'
import { Marked, type MarkedProps, type MarkedRange } from './marked-text.tsx'
import { Spoken } from './spoken-text.tsx'

/** The cells of a table as blocks store it, lines of cells between tabs or bars, with their offsets. */
export function tableCells(text: string): { offset: number; text: string }[][] {
  let offset = 0
  return text.split('\n').map((line) => {
    const cells = line.split(/(\t| \| )/u).flatMap((cell, at) => {
      const start = offset
      offset += cell.length
      return at % 2 === 0 ? [{ offset: start, text: cell }] : []
    })
    offset += 1
    return cells
  })
}

function Table({ text, ranges }: MarkedProps) {
  const [head = [], ...rows] = tableCells(text)
  // A first line without numbers, above others, has the names of the columns.
  const hasHead = rows.length > 0 && head.length > 1 && !head.some((cell) => isNumber(cell.text))
  const cells = (row: typeof head, Cell: 'td' | 'th') =>
    row.map((cell) => (
      <Cell
        key={cell.offset}
        {...(Cell === 'th' ? { scope: 'col' } : {})}
        className={cn(
          'py-1.5 pe-4 max-xl:pe-3 text-start align-baseline last:pe-0',
          Cell === 'th' && 'font-medium text-ink-soft',
        )}
      >
        <Marked text={cell.text} offset={cell.offset} ranges={ranges} />
      </Cell>
    ))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be in reach of the keyboard, and the tables of a source are no landmarks
    <div role="group" aria-label="Table" tabIndex={0} className="scroll-x [--cover:var(--paper)_1rem,transparent]">
      <table className="w-full border-collapse font-sans text-[0.875rem]/5 tabular-nums max-xl:text-[0.8125rem]/5">
        {hasHead ? (
          <thead className="border-b border-line-strong/60">
            <tr>{cells(head, 'th')}</tr>
          </thead>
        ) : null}
        <tbody>
          {(hasHead ? rows : [head, ...rows]).map((row) => (
            <tr key={row[0]?.offset} className="border-b border-line">
              {cells(row, 'td')}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const headingSizes = ['text-[1.375rem]', 'text-[1.25rem]', 'text-[1.125rem]']

/** A list item whose text begins with its number: 3. or (b). */
const numbered = /^(?:\(?\p{Nd}{1,3}[.)]|\(?\p{L}\))\s/u

interface BlockTextProps {
  block: SourceBlock
  ranges: readonly MarkedRange[]
  speakers: ReadonlySet<string>
}

function BlockText({ block, ranges, speakers }: BlockTextProps) {
  const { type, text, marker, level = 2 } = block
  const marked = <Marked text={text} ranges={ranges} />
  switch (type) {
    case 'heading':
      return (
        <h4
          className={cn(
            'pt-3 font-serif leading-snug font-medium text-balance text-ink [word-spacing:var(--title-space)]',
            headingSizes[level - 1] ?? 'text-[1.0625rem]',
          )}
        >
          {marked}
        </h4>
      )
    case 'table':
      return <Table text={text} ranges={ranges} />
    case 'code':
      return <pre className="font-mono text-[0.8125rem]/5 whitespace-pre-wrap">{marked}</pre>
    case 'quote':
      return <blockquote className="border-s border-line-strong/60 ps-4">{marked}</blockquote>
    case 'caption':
      return <p className="font-sans text-[0.8125rem]/5 text-ink-soft">{marked}</p>
    case 'list-item':
      if (numbered.test(text)) return <p className="ps-4 -indent-4">{marked}</p>
      if (marker !== undefined) {
        return (
          <div className="flex gap-2">
            <span className="min-w-5 shrink-0 tabular-nums">{marker}</span>
            <p className="min-w-0">{marked}</p>
          </div>
        )
      }
      return (
        <p className="relative ps-5 before:absolute before:start-0 before:top-[0.8em] before:h-0.5 before:w-[7px] before:bg-line-strong">
          {marked}
        </p>
      )
    case 'paragraph':
      return speakers.size === 0 ? <p>{marked}</p> : <Spoken text={text} ranges={ranges} speakers={speakers} />
  }
}

/** Longest label that fits in the margin. */
const MARGIN_CHARACTERS = 8

/** The location of a block as the margin shows it; empty where it is too long for that, as titles of chapters are. */
export function marginLabel({ location }: SourceBlock): string {
  const label = locationLabel(location)
  return label.length > MARGIN_CHARACTERS ? '' : label
}

/** Numbers of the takeaways that cite a passage, and of those whose details do. */
export interface CitedBy {
  takeaways: ReadonlySet<number>
  details: ReadonlySet<number>
}

/** "Takeaway 2 rests on this passage", or its details do; null for a passage that only other lines cite. */
export function citedNote({ takeaways, details }: CitedBy): string | null {
  const list = (numbers: ReadonlySet<number>): string => new Intl.ListFormat('en').format([...numbers].map(String))
  if (takeaways.size === 1) return `Takeaway ${list(takeaways)} rests on this passage`
  if (takeaways.size > 1) return `Takeaways ${list(takeaways)} rest on this passage`
  if (details.size === 0) return null
  return `The details of ${details.size === 1 ? 'takeaway' : 'takeaways'} ${list(details)} rest on this passage`
}

interface SourceBlockRowProps {
  block: SourceBlock
  index: number
  /** Empty where the block above has the same. */
  label: string
  /** URL of the source; null for uploads and text. */
  url: string | null
  /** Undefined where nothing cites the block. */
  citedBy: CitedBy | undefined
  /** Whether a citation of the block is opened; a note below says which takeaways cite it. */
  isShown: boolean
  /** Whether a page that is being written has read or cited the block last. It adds no line, which would move what follows. */
  isLit: boolean
  speakers: ReadonlySet<string>
  ranges: readonly MarkedRange[]
}

export function SourceBlockRow(props: SourceBlockRowProps) {
  const { block, index, label, url, citedBy, isShown, isLit, speakers, ranges } = props
  const { location } = block
  const href = location.kind === 'time' ? citationLink({ location, excerpt: '' }, url) : null
  const note = citedBy === undefined ? null : citedNote(citedBy)
  const isSilent = citedBy === undefined && ranges.length === 0 && isWordlessTurn(block.text, speakers)
  let inMargin: ReactNode = label === '' ? null : <bdi>{label}</bdi>
  if (href !== null && label !== '') {
    inMargin = (
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Open the video at ${label}`}
        className="relative touch-target underline decoration-line-strong/60 underline-offset-3 hover:text-ink"
      >
        {label}
      </a>
    )
  }
  const Row = block.type === 'list-item' ? 'li' : 'div'
  return (
    <Row
      data-index={index}
      tabIndex={-1}
      className={cn(
        'relative py-[0.45em] ps-19 pe-4 focus-visible:rounded-chip focus-visible:-outline-offset-2',
        block.type === 'heading' && 'pb-0',
        citedBy !== undefined &&
          'before:absolute before:inset-y-[0.7em] before:start-16 before:w-0.5 before:rounded-full before:bg-accent/35',
        // Stays in the page, so that scrolling to it works.
        isSilent &&
          'invisible h-0 overflow-hidden py-0! in-data-transcribed:visible in-data-transcribed:h-auto in-data-transcribed:py-[0.45em]!',
        (isShown || isLit) && 'rounded-chip bg-wash before:bg-accent!',
      )}
    >
      <span
        lang="en"
        className={cn(
          'absolute start-2 top-[1.1em] flex w-13 flex-wrap items-center gap-1 font-sans text-[0.6875rem]/none font-medium tabular-nums',
          block.type === 'heading' && 'top-[2em]',
          citedBy === undefined ? 'text-ink-soft' : 'text-accent',
        )}
      >
        {inMargin}
        {isShown || citedBy === undefined || citedBy.takeaways.size === 0 ? null : (
          <span
            aria-hidden="true"
            title={note ?? undefined}
            className="-my-1 rounded-chip border border-accent/45 px-1 py-0.75"
          >
            {[...citedBy.takeaways].join(', ')}
          </span>
        )}
      </span>
      <BlockText block={block} ranges={ranges} speakers={speakers} />
      {note === null ? null : (
        <p lang="en" className={isShown ? 'mt-2 font-sans text-[0.8125rem]/5 text-ink-soft' : 'sr-only'}>
          <bdi>{note}</bdi>
        </p>
      )}
    </Row>
  )
}
