import { deflateSync } from 'node:zlib'
import type { Db } from '../../src/server/db/database.ts'
import { checkpoints, SOURCE_KEY } from '../../src/server/db/schema/index.ts'
import type { SourceBlock } from '../../src/shared/document.ts'
import type { PlaceRef } from '../../src/shared/summary/citation.ts'
import type { Summary } from '../../src/shared/summary/summary.ts'

/** Stores the source of a summary, as the worker does. */
export async function keepSource(db: Db, summaryId: string, blocks: readonly SourceBlock[]): Promise<void> {
  const value = deflateSync(JSON.stringify({ blocks })).toString('base64')
  await db
    .insert(checkpoints)
    .values({ summaryId, key: SOURCE_KEY, value, bytes: value.length, createdAt: new Date('2026-11-20T12:00:00Z') })
}

const positionOf = ({ place }: PlaceRef): number =>
  place.kind === 'time' ? place.startSeconds : place.kind === 'page' ? place.page : 0

/** The passages that a sample summary cites, in the order of the source. */
export function citedPassages({ page, takeawayPlaces, quotePlaces }: Summary): PlaceRef[] {
  const parts = [...(page?.keyParts ?? []), ...(page?.advancedParts ?? [])]
  const lines = parts.flatMap((part) => part.lines.flatMap(({ places }) => places))
  const all = [...(page?.gist.places ?? []), ...takeawayPlaces.flat(), ...lines, ...quotePlaces.flat()]
  const distinct = new Map(all.map((reference) => [reference.blockId, reference]))
  return [...distinct.values()].sort((one, other) => positionOf(one) - positionOf(other))
}

/**
 * A source for a sample summary: a heading, the cited passages within longer paragraphs, and further blocks.
 *
 * @param filler sentences in the language of the source
 */
export function sampleSource(summary: Summary, filler: string, further: readonly SourceBlock[] = []): SourceBlock[] {
  const first = { id: 'h', type: 'heading', level: 1, text: summary.title } as const
  const passages = citedPassages(summary)
  const place = passages[0]?.place ?? { kind: 'paragraph', paragraph: 1 }
  return [
    { ...first, place },
    ...passages.flatMap((reference): SourceBlock[] => [
      { id: `${reference.blockId}-before`, type: 'paragraph', text: filler, place: reference.place },
      { id: reference.blockId, type: 'paragraph', text: `${reference.excerpt} ${filler}`, place: reference.place },
    ]),
    ...further,
  ]
}
