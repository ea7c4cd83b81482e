import type { Block } from '../shared/document.ts'
import type { PlaceRef } from '../shared/summary/citation.ts'
import { placeLabel, placeLink } from '../shared/summary/place-label.ts'
import { truncate } from '../shared/text/format.ts'

const EXCERPT_CHARACTERS = 480

/** Label, link and excerpt of a verbatim passage, all from the block that contains it. */
export function placeOf(block: Block, passage: string, url: string | null): PlaceRef {
  return {
    blockId: block.id,
    place: block.place,
    label: placeLabel(block.place),
    href: placeLink(url, block.place, passage),
    excerpt: truncate(passage, EXCERPT_CHARACTERS),
  }
}
