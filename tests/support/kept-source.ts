import type { SourceBlock } from '../../src/shared/document.ts'
import type { Citation } from '../../src/shared/summary/citation.ts'
import { citationsOfPage } from '../../src/shared/summary/partial-page.ts'
import type { Summary } from '../../src/shared/summary/summary.ts'

export { keepSource } from './stored-summaries.ts'

const positionOf = ({ location }: Citation): number =>
  location.kind === 'time' ? location.startSeconds : location.kind === 'page' ? location.page : 0

/** The passages that a sample summary cites, in the order of the source. */
function citedPassages({ page }: Summary): Citation[] {
  const all = page === null ? [] : citationsOfPage(page)
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
  const location = passages[0]?.location ?? { kind: 'paragraph', paragraph: 1 }
  return [
    { ...first, location },
    ...passages.flatMap(({ blockId, location, excerpt }): SourceBlock[] => [
      { id: `${blockId}-before`, type: 'paragraph', text: filler, location: location },
      { id: blockId, type: 'paragraph', text: `${excerpt} ${filler}`, location: location },
    ]),
    ...further,
  ]
}
