import type { Segment, SummaryMatch } from '../../../../shared/summary/summary.ts'
import { PREVIEW_CHARACTERS, previewOf } from '../../../../shared/text/format.ts'
import type { SummaryRow } from '../../../db/schema/index.ts'
import { endOfBeginning, type Search, type Token, tokensOf } from './words.ts'

interface Found {
  start: number
  end: number
  /** Index of the term. */
  term: number
}

/** Text before the first mark of an excerpt, in characters. */
const LEAD = 40
/** Span in which terms count as close together. */
const WIDTH = PREVIEW_CHARACTERS - LEAD
/** How far the cut of an excerpt moves to fall between words. */
const REACH = 20

function endOfTerm(text: string, tokens: readonly Token[], at: number, term: readonly string[]): number | null {
  let end: number | null = null
  for (const [n, part] of term.entries()) {
    const token = tokens[at + n]
    if (token === undefined) return null
    const isLast = n === term.length - 1
    if (isLast ? !token.text.startsWith(part) : token.text !== part) return null
    end = isLast ? endOfBeginning(text, token, part.length) : token.end
  }
  return end
}

function findWords(text: string, terms: readonly (readonly string[])[]): Found[] {
  const tokens = [...tokensOf(text)]
  const found: Found[] = []
  for (const [at, { start }] of tokens.entries()) {
    for (const [term, parts] of terms.entries()) {
      const end = endOfTerm(text, tokens, at, parts)
      if (end !== null) found.push({ start, end, term })
    }
  }
  return found
}

function findSigns(text: string, signs: string): Found[] {
  const found: Found[] = []
  for (let start = text.indexOf(signs); start !== -1; start = text.indexOf(signs, start + signs.length))
    found.push({ start, end: start + signs.length, term: 0 })
  return found
}

/** The matches of a search in a text, in order; the same as in the database. */
const findIn = (text: string, search: Search): Found[] =>
  search.by === 'words' ? findWords(text, search.terms) : findSigns(text, search.text)

/** Splits a span of a text into marked and unmarked segments. */
function cut(text: string, found: readonly Found[], from: number, to: number): Segment[] {
  const segments: Segment[] = []
  const add = (end: number, marked: boolean, start: number): void => {
    const last = segments.at(-1)
    if (end <= start) return
    if (last?.marked === marked) last.text += text.slice(start, end)
    else segments.push({ text: text.slice(start, end), marked })
  }
  let at = from
  for (const { start, end } of found) {
    if (start >= to) break
    add(Math.max(at, start), false, at)
    at = Math.max(at, start)
    add(Math.min(end, to), true, at)
    at = Math.max(at, Math.min(end, to))
  }
  add(to, false, at)
  return segments
}

/** A span of a text with matches. */
interface Passage {
  text: string
  found: readonly Found[]
  start: number
  end: number
  /** Number of different terms in it. */
  terms: number
}

/** The first passage of a text with the most terms close together. */
function bestPassage(text: string, found: readonly Found[]): Passage | null {
  let best: Passage | null = null
  for (const [n, { start }] of found.entries()) {
    const terms = new Set<number>()
    let end = start
    for (let next = n; next < found.length; next += 1) {
      const one = found[next]
      if (one === undefined || one.start > start + WIDTH) break
      if (one.end > start + WIDTH && next > n) continue
      terms.add(one.term)
      end = Math.max(end, one.end)
    }
    if (best === null || terms.size > best.terms) best = { text, found, start, end, terms: terms.size }
  }
  return best
}

const isInside = (text: string, at: number): boolean => /^[\udc00-\udfff\p{M}]/u.test(text.slice(at, at + 2))

function beginAt(text: string, at: number, latest: number): number {
  if (at <= 0) return 0
  const gap = text.slice(at - 1, Math.min(at + REACH, latest)).indexOf(' ')
  if (gap !== -1) return at + gap
  let begin = at
  while (begin < latest && isInside(text, begin)) begin += 1
  return begin
}

function endAt(text: string, at: number, earliest: number): number {
  if (at >= text.length) return text.length
  const gap = text.lastIndexOf(' ', at)
  if (gap >= Math.max(earliest, at - REACH)) return gap
  let end = at
  while (end > earliest && isInside(text, end)) end -= 1
  return end
}

/** An excerpt around a passage, about as long as a preview. */
function excerptAround({ text, found, start, end }: Passage): Segment[] {
  const lead = Math.min(start, Math.max(LEAD, PREVIEW_CHARACTERS - (text.length - start)))
  const from = beginAt(text, start - lead, start)
  const to = endAt(text, from + PREVIEW_CHARACTERS, Math.min(end, text.length))
  const segments = cut(text, found, from, to)
  if (from > 0) addText(segments, '…', 'before')
  if (to < text.length) addText(segments, '…', 'after')
  return segments
}

function addText(segments: Segment[], text: string, where: 'before' | 'after'): void {
  const next = where === 'before' ? segments[0] : segments.at(-1)
  if (next !== undefined && !next.marked) next.text = where === 'before' ? text + next.text : next.text + text
  else if (where === 'before') segments.unshift({ text, marked: false })
  else segments.push({ text, marked: false })
}

function excerptOf({ basicSummary, keyTakeaways }: SummaryTexts, search: Search): Segment[] {
  const texts = [basicSummary, ...keyTakeaways].map((text) => text.replaceAll(/\s+/gu, ' ').trim())
  let best: Passage | null = null
  for (const text of texts) {
    const passage = bestPassage(text, findIn(text, search))
    if (passage !== null && passage.terms > (best?.terms ?? 0)) best = passage
  }
  if (best !== null) return excerptAround(best)
  const first = texts.find((text) => text !== '')
  return first === undefined ? [] : [{ text: previewOf(first), marked: false }]
}

type SummaryTexts = Pick<SummaryRow, 'title' | 'basicSummary' | 'keyTakeaways'>

/** The title and an excerpt of a summary with the matches of a search marked. */
export function marksOf(summary: SummaryTexts, search: Search): SummaryMatch {
  const { title } = summary
  return { title: cut(title, findIn(title, search), 0, title.length), excerpt: excerptOf(summary, search) }
}
