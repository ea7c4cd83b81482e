import type { PlaceRef } from '../shared/citation.ts'
import type { Block } from '../shared/document.ts'
import { truncate } from '../shared/format.ts'
import { placeLabel, placeLink } from '../shared/place-label.ts'

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
