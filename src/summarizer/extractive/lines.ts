import type { Block } from '../../shared/document.ts'
import { countWords } from '../../shared/words.ts'
import type { Candidate, Model } from './model.ts'
import { measureWords } from './read-sentences.ts'
import { selectSentences } from './select.ts'

/** Length in words of a takeaway. */
const LEAST_WORDS = 8
const MOST_WORDS = 40
/** Words per takeaway that the selection may have. */
const WORDS_EACH = 30

const quotationMark = /["“”„«»「」『』]/u

/**
 * Picks the key takeaways: statements that read well on their own, from all sections, none of them in the summary
 * unless the source has no others.
 *
 * @param summary indices of the basic summary's sentences
 * @returns indices in source order
 */
export function pickTakeaways(model: Model, count: number, summary: readonly number[]): number[] {
  const shown = new Set(summary)
  const standsAlone = ({ sentence }: Candidate) =>
    !sentence.dependent && !sentence.question && sentence.words >= LEAST_WORDS && sentence.words <= MOST_WORDS
  const pick = (most: number, allowed: (candidate: Candidate) => boolean, besides: readonly number[]) =>
    selectSentences(model, { maxWords: most * WORDS_EACH, maxSentences: most, allowed, shown: besides })
  const isNew = ({ sentence }: Candidate) => !shown.has(sentence.index)
  const isStatement = (candidate: Candidate) =>
    standsAlone(candidate) && isNew(candidate) && !quotationMark.test(candidate.sentence.text)
  const picked = pick(count, isStatement, summary)
  if (picked.length > 0) return picked.toSorted((a, b) => a - b)
  const anything = pick(1, standsAlone, [])
  return anything.length > 0 ? anything : summary.slice(0, 1)
}

/** A passage that someone says in the source: `block.text.slice(start, end)`, and the sentences around it. */
export interface Quote {
  block: Block
  text: string
  context: string
}

/** Quotations of several languages, without their marks. */
const quotation = /(?:“([^“”]+)”|"([^"]+)"|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」|『([^『』]+)』)/gu
const LEAST_QUOTE_WORDS = 6
const MOST_QUOTE_WORDS = 45
/** The number of a section or figure right before the marks: what follows is a title. */
const titleBefore = /\d\s*[,:]?\s*$/u
const opensSentence = /^[\p{Lu}\p{Lo}\p{N}]/u
const endsSentence = /[.!?…。！？,，]$/u

interface Passage extends Quote {
  sentences: readonly Candidate[]
}

function passagesOf(block: Block, sentences: readonly Candidate[]): Passage[] {
  return Array.from(block.text.matchAll(quotation)).flatMap((match) => {
    const said = match.slice(1).find((group) => group !== undefined) ?? ''
    const text = said.replace(/[,，]$/u, '')
    const words = measureWords(text)
    const [start, end] = [match.index, match.index + match[0].length]
    const around = sentences.filter(({ sentence }) => sentence.start < end && sentence.end > start)
    const [first, last] = [around[0]?.sentence, around.at(-1)?.sentence]
    // Many languages put the comma before the speaker's name after the marks.
    const whole = opensSentence.test(said) && (endsSentence.test(said) || /^[,،]/u.test(block.text.slice(end)))
    if (first === undefined || last === undefined || !whole) return []
    if (words < LEAST_QUOTE_WORDS || words > MOST_QUOTE_WORDS) return []
    if (titleBefore.test(block.text.slice(0, start))) return []
    const context = block.text.slice(Math.min(first.start, start), Math.max(last.end, end))
    return [{ block, text, context, sentences: around }]
  })
}

/**
 * Picks notable quotes: whole sentences in quotation marks, or of a transcript, that appear neither in the summary nor
 * among the takeaways. None where nobody is quoted.
 *
 * @param shown indices of the sentences shown elsewhere
 * @returns in source order
 */
export function pickQuotes(model: Model, count: number, shown: readonly number[]): Quote[] {
  const elsewhere = new Set(shown)
  const passages: Passage[] = []
  for (const [block, sentences] of Map.groupBy(model.candidates, ({ sentence }) => sentence.block)) {
    for (const passage of passagesOf(block, sentences)) passages.push(passage)
    for (const candidate of sentences) {
      const { text, spoken, usable, dependent, question } = candidate.sentence
      const words = countWords(text)
      if (!spoken || !usable || dependent || question || words > MOST_QUOTE_WORDS) continue
      passages.push({ block, text, context: text, sentences: [candidate] })
    }
  }
  const byIndex = new Map<number, Passage>()
  for (const passage of passages) {
    const indices = passage.sentences.map(({ sentence }) => sentence.index)
    const first = indices[0]
    if (first === undefined || indices.some((index) => elsewhere.has(index)) || byIndex.has(first)) continue
    byIndex.set(first, passage)
  }
  const allowed = ({ sentence }: Candidate) => byIndex.has(sentence.index)
  return selectSentences(model, { maxWords: count * MOST_QUOTE_WORDS, maxSentences: count, allowed, shown })
    .toSorted((a, b) => a - b)
    .flatMap((index) => byIndex.get(index) ?? [])
    .map(({ block, text, context }) => ({ block, text, context }))
}
