import type { PlaceRef } from '../../../../shared/citation.ts'
import type { Summary } from '../../../../shared/summary.ts'

/** Blocks that a summary cites, by id, with the numbers of the takeaways that cite them. */
export type CitedBlocks = ReadonlyMap<string, readonly number[]>

type Cited = Pick<Summary, 'page' | 'takeawayPlaces' | 'quotePlaces'>

/** The blocks of the source that the takeaways, parts and quotes of a summary cite. */
export function citedBlocks({ page, takeawayPlaces, quotePlaces }: Cited): CitedBlocks {
  const cited = new Map<string, number[]>()
  const add = (places: readonly PlaceRef[], takeaway?: number): void => {
    for (const { blockId } of places) {
      const numbers = cited.get(blockId) ?? []
      if (takeaway !== undefined && !numbers.includes(takeaway)) numbers.push(takeaway)
      cited.set(blockId, numbers)
    }
  }
  takeawayPlaces.forEach((places, index) => add(places, index + 1))
  for (const places of quotePlaces) add(places)
  if (page === null) return cited
  for (const places of [page.gist.places, ...(page.summaryPlaces ?? [])]) add(places)
  for (const { lines } of [...page.keyParts, ...page.advancedParts]) for (const { places } of lines) add(places)
  return cited
}
