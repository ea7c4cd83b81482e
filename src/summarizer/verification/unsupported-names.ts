import { romanValue } from '../../shared/text/numerals.ts'
import { wildcardPattern, wordSet, wordsByLanguage } from '../text/language-tables.ts'
import { stopWordsOf } from '../text/languages.ts'
import tables from './capital-words.json' with { type: 'json' }
import { numberScales } from './number-words.ts'
import { bareName, namesOf, type SourceNames } from './source-names.ts'
import { numbersOf } from './source-numbers.ts'
import { occurrences, perSource, type SourceText } from './source-text.ts'
import type { TextRow, TokenRange } from './tokens.ts'

interface NameContext {
  language: string
  /** Words that the text also writes in lower case. */
  lower: ReadonlySet<string>
  /** Words with a capital where no sentence begins. */
  capitals: ReadonlySet<string>
  /** Whether the text is a title or label: its first word is no subject of a verb. */
  isFragment: boolean
}

export function nameContext(rows: readonly TextRow[], language: string, isFragment: boolean): NameContext {
  const lower = new Set<string>()
  const capitals = new Set<string>()
  for (const row of rows) {
    row.tokens.forEach(({ raw }, at) => {
      if (!capital.test(raw)) lower.add(row.form(at))
      else if (!startsSentence(row, at)) capitals.add(row.form(at))
    })
  }
  return { language, lower, capitals, isFragment }
}

const commonByLanguage = new Map(Object.entries(tables.common).map(([key, lines]) => [key, wildcardPattern(lines)]))
const openers = wordSet(tables.openers)
/** Abbreviations that name nothing: TV, GDP. */
export const commonAcronyms = wordSet(tables.acronyms)
const articlesOf = wordsByLanguage(tables.articles)
const englishVerbs = wordSet(tables.englishVerbs)
const englishCommonEnding = wildcardPattern(tables.englishCommonEnding)
const germanSpeaking = wildcardPattern(tables.germanSpeaking)

const capital = /^\p{Lu}/u
const hasCase = /\p{Lu}|\p{Ll}/u
/** Capitals inside the word: NATO, iPhone, GPT, McDonald. */
const marked = /^\p{Lu}[\p{Lu}\p{M}]+$|\p{Ll}\p{Lu}/u
const capitalInside = /(?!^)\p{Lu}/u
const acronym = /^\p{Lu}{2,6}s?$/u
/** After these, a capital may only begin a sentence. */
const opensSentence = /[.!?…:。！？"“”„«»[\]\n]|^\s*[-–—•*]\s|\s[-–—]\s/u

const startsSentence = (row: TextRow, at: number) => at === 0 || opensSentence.test(row.gapBefore(at))
const isCapital = (row: TextRow, at: number) => row.kind(at) === 'word' && capital.test(row.tokens[at]?.raw ?? '')
const joins = (row: TextRow, at: number) => /^(?:\s|-)$/u.test(row.gapBefore(at))

const isStopWord = (form: string, language: string) =>
  stopWordsOf(language).has(form) || stopWordsOf(language).has(bareName(form)) || /^i'\p{L}+$/u.test(form)

/** Capitalized words that are not names: offices, institutions, holidays. */
export const isCommon = (form: string, language: string) =>
  commonByLanguage.get(language)?.test(bareName(form)) === true || (language === 'de' && numberScales.has(form))

/** Whether every word is capitalized, as in a title, so that capitals do not mark names. */
function isTitleLike(row: TextRow, language: string): boolean {
  if (/[.!?…]/u.test(row.gapBefore(row.length))) return false
  const isSmall = (at: number, raw: string) => raw.length < 4 || stopWordsOf(language).has(row.form(at))
  const words = row.tokens.filter(({ raw }, at) => row.kind(at) === 'word' && !isSmall(at, raw))
  return words.length > 2 && words.every(({ raw }) => capital.test(raw))
}

/** Whether a token looks like a name by the capitalization rules of its language. */
function isCandidate(row: TextRow, at: number, context: NameContext, titleLike: boolean): boolean {
  const raw = row.tokens[at]?.raw ?? ''
  const form = row.form(at)
  const { language } = context
  if (row.kind(at) !== 'word' || raw.length < 2 || !hasCase.test(raw) || commonAcronyms.has(form)) return false
  if (marked.test(raw)) return !(titleLike && /^\p{Lu}+$/u.test(raw))
  if (!capital.test(raw) || titleLike || context.lower.has(form) || isStopWord(form, language)) return false
  if ((language === 'en' || language === 'de') && isCommon(form, language)) return false
  if (language === 'de') return isGermanName(row, at)
  return (
    !startsSentence(row, at) || context.capitals.has(form) || !hasCapitals(language) || beginsWithName(row, at, context)
  )
}

const casedScripts = /^(?:Latn|Cyrl|Grek|Armn)$/u
const hasCapitals = (language: string) =>
  language === '' || casedScripts.test(new Intl.Locale(language).maximize().script ?? '')

/** Languages that begin sentences with the verb, before its subject. */
const verbsFirst: ReadonlySet<string> = new Set('es it pt ca ro ru uk be bg sr hr sl mk pl cs sk el hu fi'.split(' '))

/** Words of a label before a colon, which is no subject of a verb: "Rare functions: …". */
const LABEL_WORDS = 4
const isLabel = (row: TextRow): boolean =>
  Array.from({ length: LABEL_WORDS }, (_, at) => row.gapBefore(at + 1)).some((gap) => /^[:：]/u.test(gap))

/** Whether the first word of a sentence is a name: another one follows, or in English it is a subject by itself. */
function beginsWithName(row: TextRow, at: number, { language, isFragment }: NameContext): boolean {
  const form = row.form(at)
  const isNext = isCapital(row, at + 1) && joins(row, at + 1) && !stopWordsOf(language).has(row.form(at + 1))
  if (language !== 'en') return isNext && !verbsFirst.has(language)
  if (openers.has(form) || /(?:ing|ed|ly)$/u.test(form)) return false
  if (isNext || form.endsWith("'s")) return true
  if (isFragment || isLabel(row)) return false
  if (englishCommonEnding.test(form) && !/(?:[^s]s|es)$/u.test(form)) return false
  const verbAt = /ly$|^(?:then|also|still|soon|later|now|once|never|often)$/u.test(row.form(at + 1)) ? at + 2 : at + 1
  const verb = row.form(verbAt)
  if (row.kind(verbAt) !== 'word' || !/^\s$/u.test(row.gapBefore(verbAt))) return false
  // "Olga visits" and "James was", but not "Residents were".
  if (/[^s]s$/u.test(form) && !/ics$|news$/u.test(form)) return /^(?:is|was|has|does)$|[^s]s$/u.test(verb)
  return englishVerbs.has(verb) || /(?:[^s]s|ed)$/u.test(verb)
}

/** German: one of two adjacent capitalized words, which common nouns seldom are; or the subject of a verb of saying. */
function isGermanName(row: TextRow, at: number): boolean {
  const first = startsSentence(row, at)
  if (germanSpeaking.test(row.form(first ? at + 1 : at - 1))) return true
  if (first) return false
  const isBeside = (other: number) => isCapital(row, other) && !isCommon(row.form(other), 'de')
  const before = joins(row, at) && isBeside(at - 1) && !startsSentence(row, at - 1)
  return before || (joins(row, at + 1) && isBeside(at + 1))
}

/** The names of a sentence that a source lacks, runs of them together. */
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
  if (raw.endsWith('s') && capitalInside.test(raw) && names.hasExactly(form.slice(0, -1))) return true
  if (roman.test(raw)) return numbersOf(source).all.has(romanValue(raw))
  if (acronym.test(raw) && abbreviationsOf(source).initials.has(bareName(form).replace(/s$/u, ''))) return true
  // "OpenAI" and "Open AI"
  if (names.hasExactly(row.form(at - 1) + form) || names.hasExactly(form + row.form(at + 1))) return true
  const cuts = Array.from({ length: Math.max(0, form.length - 3) }, (_, cut) => cut + 2)
  return cuts.some((cut) => hasSequence(source, [form.slice(0, cut), form.slice(cut)]))
}

/** Whether missing names are names and no translated institution: several words, or one alone in some languages. */
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
const MAX_WORDS = 6
/** Maximum initials kept: a hostile text may be all capitals. */
const MAX_INITIALS = 100_000

const abbreviationsOf = perSource((source) => {
  /** Initials of every run of two to six words with capitals: "World Health Organization" → who. */
  const initials = new Set<string>()
  /** Words in capitals. */
  const acronyms = new Set<string>()
  for (const [at, block] of source.blocks.entries()) {
    let run: string[] = []
    for (let token = source.first[at] ?? 0; token < (source.first[at + 1] ?? 0); token += 1) {
      const form = source.forms[source.ids[token] ?? -1] ?? ''
      const raw = block.text.slice(source.starts[token], source.ends[token])
      if (acronym.test(raw)) acronyms.add(form)
      if (!capital.test(raw) && small.test(form) && run.length > 0) continue
      // "U.K." is two tokens of one letter each.
      run = capital.test(raw) ? [...run.slice(1 - MAX_WORDS), form.charAt(0)] : []
      if (initials.size > MAX_INITIALS) break
      for (let length = 2; length <= run.length; length += 1) initials.add(run.slice(-length).join(''))
    }
  }
  return { initials, acronyms }
})

/** Names next to an abbreviation or long form of which the source has one: "Data Protection Office (DPO)". */
function explanationsOf(source: SourceText, row: TextRow, runs: readonly TokenRange[]): TokenRange[] {
  return runs.flatMap(({ from, to }) => {
    let start = from
    let end = to
    while (start > 0 && joins(row, start) && (isCapital(row, start - 1) || small.test(row.form(start - 1)))) start -= 1
    while (joins(row, end) && (isCapital(row, end) || small.test(row.form(end)))) end += 1
    const words = Array.from({ length: end - start }, (_, step) => start + step).filter((at) => isCapital(row, at))
    const initials = words.map((at) => row.form(at).charAt(0)).join('')
    const isLong =
      words.length > 1 && [initials, initials.slice(1)].some((each) => abbreviationsOf(source).acronyms.has(each))
    if (isLong) return [{ from: start, to: end }]
    // The source writes the long form in lower case.
    const isBracketed = /^\s?[（(]$/u.test(row.gapBefore(from)) && to - from === 1
    return isBracketed && isSpelledBefore(namesOf(source), row, from) ? [{ from, to }] : []
  })
}

/** Whether the words before a bracketed abbreviation spell it, and are all the source's. */
function isSpelledBefore(names: SourceNames, row: TextRow, at: number): boolean {
  let left = bareName(row.form(at))
  for (let before = at - 1; before >= 0 && left !== ''; before -= 1) {
    const form = row.form(before)
    if (form.charAt(0) === left.at(-1)) {
      if (!names.hasExactly(form)) return false
      left = left.slice(0, -1)
    } else if (!small.test(form)) return false
  }
  return left === ''
}

/** Roman numerals of two letters or more, up to 39: kings, wars and chapters. */
const roman = /^(?=..)X{0,3}(?:IX|IV|V?I{0,3})$/u

const hasSequence = (source: SourceText, forms: readonly string[]): boolean =>
  occurrences(source, forms).next().done === false

/** Foreign words in Katakana, and up to three characters before a form of address (王小明先生, 田中さん). */
const eastAsianName = /[\p{sc=Katakana}ー]{3,}|\p{sc=Han}{2,3}(?=先生|女士|小姐|同志|氏|さん|様|さま|君|くん|ちゃん)/gu

/** The names of a Chinese or Japanese sentence that a source lacks; of a name with a form of address the end counts. */
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
