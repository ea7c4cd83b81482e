import type { Block } from '../../shared/document.ts'
import { type Span, splitSentences } from '../text/sentences.ts'
import { stem, words } from '../text/tokens.ts'

/** Longest block that an excerpt shows whole, in characters; a longer one that shares no word with the line is too. */
const GLANCE_CHARACTERS = 300
/** A check sees blocks up to this long whole, of longer ones the sentences nearest to each clause of the statement. */
const WHOLE_CHARACTERS = 400
const CLAUSE_CHARACTERS = 180
const MOST_CLAUSES = 4
const LEAST_CLAUSE_WORDS = 3

const stems = (text: string): Set<string> => new Set(words(text).map(stem))

/** Position of the sentence of a text that shares most words with a line; -1 if none shares any. */
function nearestSentence(text: string, spans: readonly Span[], line: string): number {
  const wanted = stems(line)
  let best = -1
  let most = 0
  for (const [at, { start, end }] of spans.entries()) {
    const own = stems(text.slice(start, end))
    // Long sentences share words by their length alone.
    const shared = [...own].filter((word) => wanted.has(word)).length / Math.sqrt(own.size + 8)
    if (shared > most) {
      most = shared
      best = at
    }
  }
  return best
}

/** The sentence of a block that shares most words with a line; the whole block if none does. */
export function sentenceOf({ text }: Block, line: string): string {
  const spans = splitSentences(text)
  const span = spans[nearestSentence(text, spans, line)]
  return span === undefined ? text : text.slice(span.start, span.end)
}

/** The passage of a block that supports a line: in a long block the sentence nearest to it and some after it. */
function passageSpan({ text }: Block, line: string, mostCharacters: number): Span {
  const whole = { start: 0, end: text.length }
  if (text.length <= mostCharacters) return whole
  const spans = splitSentences(text)
  const best = nearestSentence(text, spans, line)
  const first = spans[best]
  if (first === undefined) return whole
  const following = spans.slice(best).filter(({ end }) => end - first.start <= mostCharacters)
  return { start: first.start, end: following.at(-1)?.end ?? first.end }
}

/** Text of that passage. */
export function passageOf(block: Block, line: string): string {
  const { start, end } = passageSpan(block, line, GLANCE_CHARACTERS)
  return block.text.slice(start, end)
}

/** A line, and the clauses that punctuation divides it into. */
function clausesOf(line: string): string[] {
  const clauses = line.split(/[,;:—、，；：]\s*/u).filter((clause) => words(clause).length >= LEAST_CLAUSE_WORDS)
  return clauses.length < 2 ? [line] : [line, ...clauses.slice(0, MOST_CLAUSES)]
}

function checkSpans(block: Block, line: string): Span[] {
  if (block.text.length <= WHOLE_CHARACTERS) return [{ start: 0, end: block.text.length }]
  return clausesOf(line).map((clause) => passageSpan(block, clause, CLAUSE_CHARACTERS))
}

/** Passages of many blocks, merged by block. */
export class PassageSet {
  readonly #spans = new Map<Block, Span[]>()

  /** @returns the text that it adds; empty if the passages contain it already */
  add(block: Block, line: string): string {
    const spans = this.#spans.get(block) ?? []
    let added = ''
    for (const span of checkSpans(block, line)) {
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
        if (span.start > end && text !== '') text += ' … '
        text += block.text.slice(Math.max(span.start, end), span.end)
        end = Math.max(end, span.end)
      }
      return spans.length === 0 ? [] : [{ block, text }]
    })
  }
}
