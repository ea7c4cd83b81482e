import type { Block } from '../shared/document.ts'
import type { Citation } from '../shared/summary/citation.ts'
import { locationLabel } from '../shared/summary/location-label.ts'
import { truncate } from '../shared/text/format.ts'

const EXCERPT_CHARACTERS = 480

/** The citation of a verbatim passage of a block. */
export function citationOf(block: Block, passage: string): Citation {
  return {
    blockId: block.id,
    location: block.location,
    label: locationLabel(block.location),
    excerpt: truncate(passage, EXCERPT_CHARACTERS),
  }
}
