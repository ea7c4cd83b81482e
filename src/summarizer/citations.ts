import type { Block } from '../shared/document.ts'
import type { Citation } from '../shared/summary/citation.ts'
import { placeLabel } from '../shared/summary/place-label.ts'
import { truncate } from '../shared/text/format.ts'

const EXCERPT_CHARACTERS = 480

/** The citation of a verbatim passage of a block. */
export function citationOf(block: Block, passage: string): Citation {
  return {
    blockId: block.id,
    location: block.place,
    label: placeLabel(block.place),
    excerpt: truncate(passage, EXCERPT_CHARACTERS),
  }
}
