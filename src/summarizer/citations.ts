import type { Block } from '../shared/document.ts'
import { truncate } from '../shared/format.ts'
import { placeLabel, placeLink } from '../shared/place-label.ts'
import type { CitedText, PlaceRef } from '../shared/summary.ts'

/** Longest excerpt of a place, in characters: a passage one reads at a glance. */
const EXCERPT_CHARACTERS = 300

/**
 * The place of a passage: label, link and excerpt all come from the block it stands in, never from elsewhere.
 *
 * @param block the block that holds the passage
 * @param passage text of the block, verbatim
 * @param url address of the source, or null
 */
export function placeOf(block: Block, passage: string, url: string | null): PlaceRef {
  return {
    blockId: block.id,
    place: block.place,
    label: placeLabel(block.place),
    href: placeLink(url, block.place, passage),
    excerpt: truncate(passage, EXCERPT_CHARACTERS),
  }
}

/** A passage of the source as a line of the summary that proves itself. */
export function cite(block: Block, passage: string, url: string | null): CitedText {
  return { text: passage, places: [placeOf(block, passage, url)] }
}
