import type { CitedSource, Question } from '../../../shared/questions/question.ts'
import type { Citation } from '../../../shared/summary/citation.ts'
import { truncate } from '../../../shared/text/format.ts'

/** Characters of a source's title in a citation chip. */
const TITLE_CHARACTERS = 40

/** A title for a chip: a long one up to its colon or dash, or to a word that can end it. */
function shortTitle(title: string): string {
  const [head = title] = title.length > TITLE_CHARACTERS ? title.split(/:\s|\s[–—|]\s/u) : [title]
  return truncate(head, TITLE_CHARACTERS).replace(/(?:\s\p{Ll}{1,3})+…$/u, '…')
}

/**
 * A question whose citations in sentences name their source where it is another than that of the citation before, and the
 * source of each citation.
 */
export function withNamedSources(question: Question): {
  named: Question
  owners: ReadonlyMap<Citation, CitedSource | undefined>
} {
  const sources = new Map(question.sources.map((source) => [source.summaryId, source]))
  const owners = new Map<Citation, CitedSource | undefined>()
  let last = ''
  const answer = question.answer.map(({ text, citations }) => {
    /** Labels of the sentence so far, by source and location. */
    const labels = new Map<string, string>()
    const named = citations.map((citation) => {
      const { summaryId, label } = citation
      const key = `${summaryId} ${label}`
      const title = sources.get(summaryId)?.title
      const isNamed = title !== undefined && (summaryId !== last || [...labels.values()].includes(label))
      const shown = labels.get(key) ?? (isNamed ? `${shortTitle(title)}, ${label}` : label)
      labels.set(key, shown)
      // Further ones are behind a number.
      if (labels.size <= 2) last = summaryId
      return { ...citation, label: shown }
    })
    return { text, citations: named }
  })
  for (const { citations } of [...answer, ...question.passages])
    for (const citation of citations) owners.set(citation, sources.get(citation.summaryId))
  return { named: { ...question, answer }, owners }
}
