import { wildcardPattern, wordSet, wordsByLanguage } from '../text/language-tables.ts'
import { stopWordsOf } from '../text/languages.ts'
import tables from './capital-words.json' with { type: 'json' }
import { numberScales } from './number-words.ts'
import { bareName, namesOf, type SourceNames } from './source-names.ts'
import { occurrences, perSource, type SourceText } from './source-text.ts'
import type { TextRow, TokenRange } from './tokens.ts'

/** Context shared by the sentences of a text. */
interface NameContext {
  language: string
  /** Words that the text also writes in lower case. */
  lower: ReadonlySet<string>
}

export function nameContext(rows: readonly TextRow[], language: string): NameContext {
  const tokens = rows.flatMap((row) => row.tokens)
  return { language, lower: new Set(tokens.flatMap(({ raw, form }) => (capital.test(raw) ? [] : [form]))) }
}

const commonByLanguage = new Map(Object.entries(tables.common).map(([key, lines]) => [key, wildcardPattern(lines)]))
const openers = wordSet(tables.openers)
const acronyms = wordSet(tables.acronyms)
const articlesOf = wordsByLanguage(tables.articles)
const englishVerbs = wordSet(tables.englishVerbs)
const englishCommonEnding = wildcardPattern(tables.englishCommonEnding)
const germanSpeaking = wildcardPattern(tables.germanSpeaking)

const capital = /^\p{Lu}/u
const hasCase = /\p{Lu}|\p{Ll}/u
/** Unusual capitals: NATO, iPhone, GPT, McDonald. */
const marked = /^\p{Lu}[\p{Lu}\p{M}]+$|\p{Ll}\p{Lu}/u
const acronym = /^\p{Lu}{2,6}s?$/u
/** Separators after which a capital may only begin a sentence. */
const opensSentence = /[.!?…:。！？"“”„«»[\]\n]|^\s*[-–—•*]\s|\s[-–—]\s/u

const startsSentence = (row: TextRow, at: number) => at === 0 || opensSentence.test(row.gapBefore(at))
const isCapital = (row: TextRow, at: number) => row.kind(at) === 'word' && capital.test(row.tokens[at]?.raw ?? '')
const joins = (row: TextRow, at: number) => /^(?:\s|-)$/u.test(row.gapBefore(at))

const isStopWord = (form: string, language: string) =>
  stopWordsOf(language).has(form) || stopWordsOf(language).has(bareName(form)) || /^i'\p{L}+$/u.test(form)

/** Words that are no names by themselves: offices, institutions, holidays. */
export const isCommon = (form: string, language: string) =>
  commonByLanguage.get(language)?.test(bareName(form)) === true || (language === 'de' && numberScales.has(form))

/** Whether a sentence is a title or all capitals, so that capitals mean nothing. */
function isTitleLike(row: TextRow, language: string): boolean {
  if (/[.!?…]/u.test(row.gapBefore(row.length))) return false
  const isSmall = (at: number, raw: string) => raw.length < 4 || stopWordsOf(language).has(row.form(at))
  const words = row.tokens.filter(({ raw }, at) => row.kind(at) === 'word' && !isSmall(at, raw))
  return words.length > 2 && words.every(({ raw }) => capital.test(raw))
}

/** Whether a token looks like a name by the spelling rules of its language. */
function isCandidate(row: TextRow, at: number, context: NameContext, titleLike: boolean): boolean {
  const raw = row.tokens[at]?.raw ?? ''
  const form = row.form(at)
  const { language } = context
  if (row.kind(at) !== 'word' || raw.length < 2 || !hasCase.test(raw)) return false
  if (marked.test(raw)) return !(titleLike && /^\p{Lu}+$/u.test(raw)) && !acronyms.has(form)
  if (!capital.test(raw) || titleLike || context.lower.has(form) || isStopWord(form, language)) return false
  if ((language === 'en' || language === 'de') && isCommon(form, language)) return false
  if (language === 'de') return isGermanName(row, at)
  return !startsSentence(row, at) || !hasCapitals(language) || beginsWithName(row, at, language)
}

const casedScripts = /^(?:Latn|Cyrl|Grek|Armn)$/u
const hasCapitals = (language: string) =>
  language === '' || casedScripts.test(new Intl.Locale(language).maximize().script ?? '')

/** Languages that begin sentences with the verb, before its subject. */
const verbsFirst: ReadonlySet<string> = new Set('es it pt ca ro ru uk be bg sr hr sl mk pl cs sk el hu fi'.split(' '))

/** Whether the first word of a sentence is a name: before another name, or in English before a verb. */
function beginsWithName(row: TextRow, at: number, language: string): boolean {
  const form = row.form(at)
  const isNext = isCapital(row, at + 1) && joins(row, at + 1) && !stopWordsOf(language).has(row.form(at + 1))
  if (language !== 'en') return isNext && !verbsFirst.has(language)
  if (openers.has(form) || /(?:ing|ed|ly)$/u.test(form)) return false
  if (isNext || form.endsWith("'s")) return true
  if (englishCommonEnding.test(form) && !/(?:[^s]s|es)$/u.test(form)) return false
  const verb = row.form(at + 1)
  if (row.kind(at + 1) !== 'word' || !/^\s$/u.test(row.gapBefore(at + 1))) return false
  // "Olga visits" and "James was", but not "Residents were".
  if (/[^s]s$/u.test(form) && !/ics$|news$/u.test(form)) return /^(?:is|was|has|does)$|[^s]s$/u.test(verb)
  return englishVerbs.has(verb) || /(?:[^s]s|ed)$/u.test(verb)
}

/** German: one of two adjacent words with capitals, seldom common nouns, or the subject of a verb of speaking. */
function isGermanName(row: TextRow, at: number): boolean {
  const first = startsSentence(row, at)
  if (germanSpeaking.test(row.form(first ? at + 1 : at - 1))) return true
  if (first) return false
  const isBeside = (other: number) => isCapital(row, other) && !isCommon(row.form(other), 'de')
  const before = joins(row, at) && isBeside(at - 1) && !startsSentence(row, at - 1)
  return before || (joins(row, at + 1) && isBeside(at + 1))
}

/** Finds the names of a sentence that a source lacks; adjacent ones together. */
export function unsupportedNames(source: SourceText, row: TextRow, context: NameContext): TokenRange[] {
  const names = namesOf(source)
  const { language } = context
  const titleLike = isTitleLike(row, language)
  const missing = row.tokens.flatMap((_, at) =>
    isCandidate(row, at, context, titleLike) && !isKnown(source, names, row, at, language) ? [at] : [],
  )
  const runs: TokenRange[] = []
  for (const at of missing) {
    const last = runs.at(-1)
    if (last?.to === at && joins(row, at)) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  if (names.isForeign(language)) return runs.filter((run) => isForeignName(row, run, language))
  const explained = explanationsOf(source, row, runs)
  const isExplained = ({ from, to }: TokenRange) => explained.some((known) => known.from <= from && to <= known.to)
  return [...runs.filter((run) => !isExplained(run)), ...unsupportedEastAsianNames(source, row)]
}

function isKnown(source: SourceText, names: SourceNames, row: TextRow, at: number, language: string): boolean {
  const form = row.form(at)
  if (names.has(form, language) || !names.canJudge(form, language)) return true
  const raw = row.tokens[at]?.raw ?? ''
  if (acronym.test(raw) && abbreviationsOf(source).initials.has(bareName(form).replace(/s$/u, ''))) return true
  // "OpenAI" and "Open AI"
  if (names.hasExactly(row.form(at - 1) + form) || names.hasExactly(form + row.form(at + 1))) return true
  const cuts = Array.from({ length: Math.max(0, form.length - 3) }, (_, cut) => cut + 2)
  return cuts.some((cut) => hasSequence(source, [form.slice(0, cut), form.slice(cut)]))
}

/**
 * Whether words that a source in another language lacks are a name, and not a translated institution or a common word
 * with a capital: two words or more without an article, outside an institution's name. A single word must be alone,
 * in a language with articles.
 */
function isForeignName(row: TextRow, run: TokenRange, language: string): boolean {
  let { from: start, to: end } = run
  while (isCapital(row, start - 1) && joins(row, start) && !isStopWord(row.form(start - 1), language)) start -= 1
  while (isCapital(row, end) && joins(row, end)) end += 1
  const articles = articlesOf(language)
  const hasArticle = joins(row, start) && articles.has(row.form(start - 1))
  const isGerman = language === 'de'
  if (hasArticle && !isGerman) return false
  // "Der Direktor Peter Kardorff": the article belongs to the first noun.
  const from = hasArticle ? Math.max(run.from, start + 1) : run.from
  for (let at = isGerman ? from : start; at < (isGerman ? run.to : end); at += 1) {
    if (acronym.test(row.tokens[at]?.raw ?? '') || isCommon(row.form(at), language)) return false
  }
  const before = joins(row, start) ? row.form(start - 1) : ''
  // "Ministerio de Salud"
  if (links.test(before) && isCapital(row, start - 2) && joins(row, start - 1)) return false
  return (
    run.to - from > 1 || (end - start === 1 && articles.size > 0 && !isGerman && !/^(?:y|e|et|and)$|^d/u.test(before))
  )
}

/** "Of" without an article. */
const links = /^(?:de|di|d|of|von|für|for)$/u

/** Words that initials leave out. */
const small = /^(?:of|the|and|for|in|on|de|des|du|la|le|der|die|das|und|für|y|e|di)$/u
const MOST_WORDS = 6
/** Most initials that are stored; a hostile text is all capitals. */
const MOST_INITIALS = 100_000

/** Folded abbreviations of a document. */
interface Abbreviations {
  /** Initials of every run of two to six words with capitals: "World Health Organization" → who. */
  initials: Set<string>
  /** Words in capitals. */
  acronyms: Set<string>
}

const abbreviationsOf = perSource((source): Abbreviations => {
  const found: Abbreviations = { initials: new Set(), acronyms: new Set() }
  for (const [at, block] of source.blocks.entries()) {
    let run: string[] = []
    for (let token = source.first[at] ?? 0; token < (source.first[at + 1] ?? 0); token += 1) {
      const form = source.forms[source.ids[token] ?? -1] ?? ''
      const raw = block.text.slice(source.starts[token], source.ends[token])
      if (acronym.test(raw)) found.acronyms.add(form)
      if (!capital.test(raw) && small.test(form) && run.length > 0) continue
      // "U.K." is two tokens of one letter each.
      run = capital.test(raw) ? [...run.slice(1 - MOST_WORDS), form.charAt(0)] : []
      if (found.initials.size > MOST_INITIALS) break
      for (let length = 2; length <= run.length; length += 1) found.initials.add(run.slice(-length).join(''))
    }
  }
  return found
})

/** Names that are the long form of an abbreviation in the source: "Food and Drug Administration" for its FDA. */
function explanationsOf(source: SourceText, row: TextRow, runs: readonly TokenRange[]): TokenRange[] {
  const { acronyms } = abbreviationsOf(source)
  return runs.flatMap(({ from, to }) => {
    let start = from
    let end = to
    while (start > 0 && joins(row, start) && (isCapital(row, start - 1) || small.test(row.form(start - 1)))) start -= 1
    while (joins(row, end) && (isCapital(row, end) || small.test(row.form(end)))) end += 1
    const words = row.tokens.slice(start, end).filter(({ raw }) => capital.test(raw))
    const initials = words.map(({ form }) => form.charAt(0)).join('')
    const isLong = words.length > 1 && (acronyms.has(initials) || acronyms.has(initials.slice(1)))
    return isLong ? [{ from: start, to: end }] : []
  })
}

/** Whether a document contains these forms in sequence. */
const hasSequence = (source: SourceText, forms: readonly string[]): boolean =>
  occurrences(source, forms).next().done === false

/** Names in Chinese and Japanese: foreign words in Katakana, and characters before a form of address (王小明先生, 田中さん). */
const eastAsianName = /[\p{sc=Katakana}ー]{3,}|\p{sc=Han}{2,3}(?=先生|女士|小姐|同志|氏|さん|様|さま|君|くん|ちゃん)/gu

/** Finds the names of a Chinese or Japanese sentence that a source lacks; before an address, their ends count. */
function unsupportedEastAsianNames(source: SourceText, row: TextRow): TokenRange[] {
  const at = (position: number) => (row.kind(position) === 'character' ? row.form(position).charAt(0) : '\n')
  const characters = Array.from(row.tokens, (_, position) => at(position)).join('')
  return Array.from(characters.matchAll(eastAsianName), ({ index, 0: name }) => ({
    from: index,
    to: index + name.length,
  })).filter(({ from, to }) => {
    const name = characters.slice(from, to)
    return !hasSequence(source, Array.from(/^\p{sc=Han}/u.test(name) ? name.slice(-2) : name))
  })
}
