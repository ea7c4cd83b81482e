import type { Block } from '../../../shared/document.ts'
import { truncate } from '../../../shared/format.ts'
import { formatClock, placeLabel } from '../../../shared/place.ts'
import type { Section } from './pack-sections.ts'

const TITLE_CHARACTERS = 80

/** The innermost title that a whole section stands under; null where it stands under none of its own. */
function titleOf(blocks: readonly Block[]): string | null {
  const first = blocks[0]
  if (first === undefined) return null
  const path = first.type === 'heading' ? [...first.headingPath, first.text] : first.headingPath
  const shared = path.findIndex((title, at) =>
    blocks.some((block) => block.headingPath[at] !== title && block !== first),
  )
  // What every block stands under may be the document's own title, which names no section.
  const title = shared === -1 ? path.at(-1) : path[shared]
  if (title !== undefined) return title
  return first.place.kind === 'chapter' ? (first.place.title ?? null) : null
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
  const title = titleOf(blocks)
  const range = rangeOf(first, last)
  return title === null ? range : `${truncate(title, TITLE_CHARACTERS)} (${range})`
}
