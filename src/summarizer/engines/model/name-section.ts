import type { Block } from '../../../shared/document.ts'
import { truncate } from '../../../shared/format.ts'
import { formatClock } from '../../../shared/place.ts'
import { placeLabel } from '../../../shared/place-label.ts'
import type { Section } from './pack-sections.ts'

const TITLE_CHARACTERS = 80

/** The headings that a block stands under, its own text included where it is one; the chapter's where there are none. */
function pathOf(block: Block): readonly string[] {
  if (block.type === 'heading') return [...block.headingPath, block.text]
  if (block.headingPath.length > 0) return block.headingPath
  return block.place.kind === 'chapter' && block.place.title !== undefined ? [block.place.title] : []
}

/** The title that tells a section from its neighbors: the innermost of all, or those it runs from and to. */
function titleOf(first: Block, last: Block): string | null {
  const from = pathOf(first)
  const to = pathOf(last)
  const parting = from.findIndex((title, at) => title !== to[at])
  if (parting === -1) return from.at(-1) ?? null
  const title = from[parting] ?? ''
  const end = to[parting]
  return truncate(title, TITLE_CHARACTERS) + (end === undefined ? '' : ` to ${truncate(end, TITLE_CHARACTERS)}`)
}

/** Where a section stands: "12:40 to 15:10", "p. 4 to p. 9", "¶ 3". */
function rangeOf(first: Block, last: Block): string {
  const from = placeLabel(first.place)
  const to = last.place.kind === 'time' ? formatClock(last.place.endSeconds) : placeLabel(last.place)
  return from === to ? from : `${from} to ${to}`
}

/** A section as a person would look for it: by its title where it has one, and where it stands. */
export function nameSection(section: Section): string {
  const blocks = section.pieces.map((piece) => piece.block)
  const [first] = blocks
  const last = blocks.at(-1)
  if (first === undefined || last === undefined) return ''
  const title = titleOf(first, last)
  const range = rangeOf(first, last)
  // Titles tell chapters better than their numbers do; pages, times and paragraphs help to find what titles name.
  return title === null || first.place.kind === 'chapter' ? (title ?? range) : `${title} (${range})`
}
