import type { ExtractedDocument } from '../../shared/document.ts'
import { createPassageIndex, type IndexedPassage, type PassageIndex, relevanceOf } from './rank-passages.ts'
import type { Piece } from './split-passages.ts'

/** Share of the best passage's score from which a passage is on the focus. */
const MIN_SHARE = 0.5
/** Words that a page needs; until there are so many, passages that score less are added. */
const MIN_WORDS = 250
/** Share of the weight of a focus's words that the source must have. */
const MIN_COVERED = 0.4

const wordsOf = ({ pieces }: IndexedPassage): number =>
  pieces.reduce((sum, { block, start, end }) => sum + block.text.slice(start, end).split(/\s+/u).length, 0)

/**
 * Finds the passages of a document that are about a focus.
 *
 * @returns null if the document has too few words of the focus
 */
export async function findFocus(document: ExtractedDocument, focus: string): Promise<Piece[] | null> {
  const index: PassageIndex = await createPassageIndex([document])
  const { scores, covered } = relevanceOf(index, focus)
  const ranked = [...scores].toSorted(([one, score], [other, best]) => best - score || one - other)
  const [[, best] = [0, 0]] = ranked
  if (best === 0 || covered < MIN_COVERED) return null
  let words = 0
  const chosen: Piece[] = []
  for (const [id, score] of ranked) {
    const passage = index.passages[id]
    if (passage === undefined || (score < best * MIN_SHARE && words >= MIN_WORDS)) continue
    words += wordsOf(passage)
    chosen.push(...passage.pieces)
  }
  return chosen
}
