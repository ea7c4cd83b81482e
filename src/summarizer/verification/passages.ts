import type { Block } from '../../shared/document.ts'
import { stopWordsOf } from '../text/languages.ts'
import { type Span, splitSentences } from '../text/sentences.ts'
import { stem, words } from '../text/tokens.ts'
import { numbersIn } from './read-numbers.ts'

/** Longest block that an excerpt shows whole, in characters. */
const WHOLE_CHARACTERS = 300
/** Rows at the beginning of a table that may be its title and its headings. */
const HEADING_ROWS = 2
/** Longest excerpt of several sentences. */
const EXCERPT_CHARACTERS = 480
/** Maximum sentences of a long block that the second read sees for one statement. */
const MAX_SENTENCES = 6

/** Stems of the content words of a text, and the values of its numbers, whether in digits or spelled out. */
export function contentOf(text: string, language: string): Set<string> {
  const stops = stopWordsOf(language)
  const stems = words(text).flatMap((word) => (stops.has(word) ? [] : stem(word)))
  return new Set([...stems, ...numbersIn(text, language).map(String)])
}

/** The rows of a table, and the sentences of any other block. */
function partsOf({ type, text }: Block): Span[] {
  if (type !== 'table') return splitSentences(text)
  return Array.from(text.matchAll(/[^\n]+/gu), ({ index, 0: row }) => ({ start: index, end: index + row.length }))
}

/** Where a sentence may be cut that is longer than an excerpt, as in laws and contracts. */
const clauseEnd = /[,;:，；：]\s*/gu

/** The parts of a block, sentences that are longer than an excerpt by their clauses. */
const passagesOf = (block: Block): Span[] =>
  partsOf(block).flatMap(({ start, end }) => {
    if (block.type === 'table' || end - start <= EXCERPT_CHARACTERS) return [{ start, end }]
    const ends = Array.from(block.text.slice(start, end).matchAll(clauseEnd), ({ 0: mark, index }) => ({
      end: start + index + mark.trimEnd().length,
      next: start + index + mark.length,
    })).filter(({ next }) => next < end)
    return [...ends, { end, next: end }].map((clause, at) => ({ start: ends[at - 1]?.next ?? start, end: clause.end }))
  })

/** Weight of a shared figure; that of a shared word is 1. */
const FIGURE_WEIGHT = 3

const weightOf = (shared: ReadonlySet<string>): number =>
  [...shared].reduce((sum, part) => sum + (/^\p{N}/u.test(part) ? FIGURE_WEIGHT : 1), 0)

/**
 * The passage of a block that supports a line: of a long block the fewest consecutive sentences, or rows of a table, that
 * together have most of its words and figures; of a very long sentence, its clauses.
 *
 * @param language of the source, as its primary subtag
 */
export function passageOf(block: Block, line: string, language: string): string {
  const { text } = block
  if (text.length <= WHOLE_CHARACTERS) return text
  const wanted = contentOf(line, language)
  const spans = passagesOf(block)
  const own = spans.map(({ start, end }) => contentOf(text.slice(start, end), language).intersection(wanted))
  let best = { start: 0, end: text.length, weight: 0 }
  for (const [first, { start }] of spans.entries()) {
    let shared = new Set<string>()
    for (let last = first; last < spans.length; last += 1) {
      const end = spans[last]?.end ?? text.length
      if (last > first && end - start > EXCERPT_CHARACTERS) break
      shared = shared.union(own[last] ?? new Set())
      const weight = weightOf(shared)
      const isShorter = weight === best.weight && end - start < best.end - best.start
      if (weight > best.weight || (weight > 0 && isShorter)) best = { start, end, weight }
    }
  }
  return text.slice(best.start, best.end)
}

/** The parts of a block, each question together with the sentence that answers it. */
function questionsAnswered(block: Block): Span[] {
  const { text } = block
  const spans: Span[] = []
  for (const { start, end } of partsOf(block)) {
    const before = spans.at(-1)
    if (before !== undefined && /[?？][^\p{L}?？]*$/u.test(text.slice(before.start, before.end))) before.end = end
    else spans.push({ start, end })
  }
  return spans
}

/**
 * The sentences of a block of more than `wholeCharacters` that together have the words of a line: the one with most of
 * them, then those that add to it. The whole block if no sentence shares any.
 */
function checkSpans(block: Block, line: string, language: string, wholeCharacters: number): Span[] {
  const { type, text } = block
  const whole = [{ start: 0, end: text.length }]
  if (text.length <= wholeCharacters) return whole
  const open = contentOf(line, language)
  const left = questionsAnswered(block).map((span) => ({
    span,
    content: contentOf(text.slice(span.start, span.end), language),
  }))
  const chosen: Span[] = []
  while (chosen.length < MAX_SENTENCES) {
    const gains = left.map(({ content }) => open.intersection(content).size / Math.sqrt(content.size + 8))
    const most = Math.max(...gains)
    const [best] = most > 0 ? left.splice(gains.indexOf(most), 1) : []
    if (best === undefined) break
    chosen.push(best.span)
    for (const word of best.content) open.delete(word)
  }
  if (chosen.length === 0) return whole
  // Rows mean nothing without their headings.
  return type === 'table' ? [...partsOf(block).slice(0, HEADING_ROWS), ...chosen] : chosen
}

/** The sentence of a block that shares most words with a line, for its length; the whole block if none does. */
export function sentenceOf(block: Block, line: string, language: string): string {
  const [best] = checkSpans(block, line, language, 0)
  return block.text.slice(best?.start, best?.end)
}

/** Passages of many blocks, merged by block. */
export class PassageSet {
  readonly #spans = new Map<Block, Span[]>()
  readonly #language: string
  readonly #wholeCharacters: number

  /**
   * @param language of the source, as its primary subtag
   * @param wholeCharacters length of blocks that are shown whole
   */
  constructor(language: string, wholeCharacters: number) {
    this.#language = language
    this.#wholeCharacters = wholeCharacters
  }

  /** @returns the text that it adds; empty if the passages contain it already */
  add(block: Block, line: string): string {
    const spans = this.#spans.get(block) ?? []
    let added = ''
    for (const span of checkSpans(block, line, this.#language, this.#wholeCharacters)) {
      if (spans.some(({ start, end }) => start <= span.start && span.end <= end)) continue
      spans.push(span)
      added += block.text.slice(span.start, span.end)
    }
    this.#spans.set(block, spans)
    return added
  }

  /** In the order of a document; an ellipsis marks omissions. */
  inOrder(blocks: readonly Block[]): { block: Block; text: string }[] {
    return blocks.flatMap((block) => {
      const spans = this.#spans.get(block)?.toSorted((one, other) => one.start - other.start) ?? []
      let text = ''
      let end = 0
      for (const span of spans) {
        const between = block.text.slice(end, span.start)
        if (text !== '') text += between.trim() === '' ? between : ' … '
        text += block.text.slice(Math.max(span.start, end), span.end)
        end = Math.max(end, span.end)
      }
      return spans.length === 0 ? [] : [{ block, text }]
    })
  }
}
