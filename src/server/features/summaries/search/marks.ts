import type { SourceBlock } from '../../../../shared/document.ts'
import type { Citation } from '../../../../shared/summary/citation.ts'
import { locationLabel } from '../../../../shared/summary/location-label.ts'
import type { Segment, SummaryMatch } from '../../../../shared/summary/summary.ts'
import { PREVIEW_CHARACTERS, previewOf } from '../../../../shared/text/format.ts'
import { endOfBeginning, type Token, tokensOf } from '../../../../shared/text/search-tokens.ts'
import type { SummaryRow } from '../../../db/schema/index.ts'
import { type SearchedFields, searchedTexts } from './searched-texts.ts'
import { isCompounding, isPrefixInSource, partsOf, type Search, stemsOfTerm } from './words.ts'

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

interface Span {
  start: number
  end: number
}

/** A word of which a term is a part or a stem; null for other words. */
function spanInWord(text: string, token: Token, word: string, { stems, hasCompounds }: Rules): Span | null {
  const starts = hasCompounds ? [...partsOf(token.text)] : []
  const at = starts.find((start) => token.text.startsWith(word, start))
  if (at !== undefined)
    return { start: endOfBeginning(text, token, at), end: endOfBeginning(text, token, at + word.length) }
  const isForm = stems.some((stem) => [0, ...starts].some((start) => token.text.startsWith(stem, start)))
  return isForm ? { start: token.start, end: token.end } : null
}

interface Rules {
  /** Stems of the term. */
  stems: readonly string[]
  hasCompounds: boolean
  hasPrefix: (word: string) => boolean
}

function spanOfTerm(
  text: string,
  tokens: readonly Token[],
  at: number,
  { term, ...rules }: Rules & { term: readonly string[] },
): Span | null {
  const [token] = tokens.slice(at, at + 1)
  const [word = ''] = term
  if (token === undefined) return null
  const end = endOfTerm(text, tokens, at, { term, hasPrefix: rules.hasPrefix })
  if (end !== null) return { start: token.start, end }
  return term.length === 1 ? spanInWord(text, token, word, rules) : null
}

function endOfTerm(
  text: string,
  tokens: readonly Token[],
  at: number,
  { term, hasPrefix }: Pick<Rules, 'hasPrefix'> & { term: readonly string[] },
): number | null {
  let end: number | null = null
  for (const [n, part] of term.entries()) {
    const token = tokens[at + n]
    if (token === undefined) return null
    const isLast = n === term.length - 1
    if (isLast && hasPrefix(part) ? !token.text.startsWith(part) : token.text !== part) return null
    end = isLast ? endOfBeginning(text, token, part.length) : token.end
  }
  return end
}

/** Facts about a searched text. */
interface Searched extends Pick<Rules, 'hasPrefix'> {
  language: string | null | undefined
}

type WordSearch = Extract<Search, { by: 'words' }>

function findWords(text: string, { terms, stems }: WordSearch, { language, hasPrefix }: Searched): Found[] {
  const tokens = [...tokensOf(text)]
  const hasCompounds = isCompounding(language)
  const ruled = terms.map((term) => ({ term, stems: stemsOfTerm(term, stems), hasCompounds, hasPrefix }))
  const found: Found[] = []
  for (const at of tokens.keys()) {
    for (const [term, rules] of ruled.entries()) {
      const span = spanOfTerm(text, tokens, at, rules)
      if (span !== null) found.push({ ...span, term })
    }
  }
  return found.toSorted((a, b) => a.start - b.start)
}

function findSigns(text: string, signs: string): Found[] {
  const found: Found[] = []
  for (let start = text.indexOf(signs); start !== -1; start = text.indexOf(signs, start + signs.length))
    found.push({ start, end: start + signs.length, term: 0 })
  return found
}

/** The matches of a search in a text, in order; the same as in the database. */
const findIn = (text: string, search: Search, searched: Searched): Found[] =>
  search.by === 'words' ? findWords(text, search, searched) : findSigns(text, search.text)

const inPage = (language: string | null | undefined): Searched => ({ language, hasPrefix: () => true })

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

const unfolded = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/** The passage of some texts with the most terms close together. */
function bestOf(texts: Iterable<string>, search: Search, searched: Searched): (Passage & { index: number }) | null {
  const all = search.by === 'words' ? search.terms.length : 1
  let best: (Passage & { index: number }) | null = null
  let index = 0
  for (const text of texts) {
    const passage = bestPassage(text, findIn(text, search, searched))
    if (passage !== null && passage.terms > (best?.terms ?? 0)) best = { ...passage, index }
    if (best?.terms === all) break
    index += 1
  }
  return best
}

function excerptOf(summary: SearchedSummary, search: Search): Segment[] {
  const texts = searchedTexts(summary).map(unfolded)
  const best = bestOf(texts, search, inPage(summary.language))
  if (best !== null) return excerptAround(best)
  const first = texts.find((text) => text !== '')
  return first === undefined ? [] : [{ text: previewOf(first), marked: false }]
}

/** A passage of a source with the words of a search, as a citation, and with the words marked. */
export interface SourcePassage {
  citation: Citation
  excerpt: Segment[]
}

/** The passage of some blocks of a source that has the most words of a search. @param language of the source */
export function passageOf(
  blocks: readonly SourceBlock[],
  search: Search,
  language: string | null,
): SourcePassage | null {
  const texts = Iterator.from(blocks).map(({ text }) => unfolded(text))
  const best = bestOf(texts, search, { language, hasPrefix: isPrefixInSource })
  const block = best === null ? undefined : blocks[best.index]
  if (best === null || block === undefined) return null
  const excerpt = excerptAround(best)
  const { id: blockId, location } = block
  const passage = excerpt.map(({ text }) => text).join('')
  return {
    citation: { blockId, location, label: locationLabel(location), excerpt: passage.replaceAll(/^…|…$/gu, '') },
    excerpt,
  }
}

type SearchedSummary = Pick<SummaryRow, 'title'> & Partial<Pick<SummaryRow, 'language'>> & SearchedFields

const markedTitle = ({ title, language }: SearchedSummary, search: Search): Segment[] =>
  cut(title, findIn(title, search, inPage(language)), 0, title.length)

/** The title and an excerpt of a summary with the matches of a search marked. */
export const marksOf = (summary: SearchedSummary, search: Search): SummaryMatch => ({
  title: markedTitle(summary, search),
  excerpt: excerptOf(summary, search),
})

/** The same for a summary whose source alone has the words, with the passage that has them; null if it wasn't read. */
export const marksInSource = (
  summary: SearchedSummary,
  search: Search,
  passage: SourcePassage | null,
): SummaryMatch => ({
  title: markedTitle(summary, search),
  excerpt: passage?.excerpt ?? [],
  citation: passage?.citation ?? null,
})
