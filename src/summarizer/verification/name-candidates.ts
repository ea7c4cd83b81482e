import { toPattern, wordSet } from '../text/language-tables.ts'
import { stopWordsOf } from '../text/languages.ts'
import tables from './name-candidates.json' with { type: 'json' }
import { numberScales } from './number-words.ts'
import type { TextRow } from './tokens.ts'

/**
 * English words that are written with a capital without being the name of anything: forms of address, offices,
 * institutions, and what begins sentences. Folded. A summary may use them though its source does not.
 */
const commonCapitals = wordSet(tables.commonCapitals)

/** Short forms that stand for common words, folded. */
const commonAcronyms = wordSet(tables.commonAcronyms)

/** English words that begin a sentence and name nothing, as far as no list of stop words has them. Folded. */
const commonOpeners = wordSet(tables.commonOpeners)

/**
 * Endings of English nouns that stand without an article at the beginning of a sentence though they name nothing
 * ("Inflation rose", "Scientists were").
 */
const commonEnding = toPattern(tables.commonEnding)

/** English words that only a subject stands before. */
const finiteVerbs = wordSet(tables.finiteVerbs)

const capital = /^\p{Lu}/u
const hasCase = /\p{Lu}|\p{Ll}/u
/** Not written by the rules of capitals alone: NATO, iPhone, GPT, McDonald. */
const marked = /^\p{Lu}[\p{Lu}\p{M}]+$|\p{Ll}\p{Lu}/u
/** Behind these a capital may only begin a sentence. */
const opensSentence = /[.!?…:。！？"“”„«»[\]\n]|^\s*[-–—•*]\s|\s[-–—]\s/u
/** Languages that write every noun with a capital. */
const capitalNouns: ReadonlySet<string> = new Set(['de', 'lb'])

/** Languages whose script has no capitals: Latin words with one in it are names. */
const caseless: ReadonlySet<string> = new Set('zh ja ko ar fa ur he hi bn ta th lo km my ka'.split(' '))

/** Context shared by the sentences of a text. */
export interface NameContext {
  language: string
  /** Words that the text also writes in lower case. */
  lower: ReadonlySet<string>
  /** Words with a capital where no sentence begins. */
  capitals: ReadonlySet<string>
}

export function nameContext(rows: readonly TextRow[], language: string): NameContext {
  const lower = new Set<string>()
  const capitals = new Set<string>()
  for (const row of rows) {
    row.tokens.forEach(({ raw }, at) => {
      if (!capital.test(raw)) lower.add(row.form(at))
      else if (!startsSentence(row, at)) capitals.add(row.form(at))
    })
  }
  return { language, lower, capitals }
}

const startsSentence = (row: TextRow, at: number) => at === 0 || opensSentence.test(row.gapBefore(at))

/** A title, or somebody shouts: capitals tell nothing where every word has one that may. */
function isTitleLike(row: TextRow, language: string): boolean {
  if (/[.!?…]/u.test(row.gapBefore(row.length))) return false
  const words = row.tokens.filter(({ raw }, at) => row.kind(at) === 'word' && !isSmallWord(row.form(at), raw, language))
  return words.length > 2 && words.every(({ raw }) => capital.test(raw))
}

const isSmallWord = (form: string, raw: string, language: string) => raw.length < 4 || stopWordsOf(language).has(form)

/** Tokens of a sentence that name somebody or something, as far as its language's writing tells. */
export function nameCandidates(row: TextRow, context: NameContext): number[] {
  const titleLike = isTitleLike(row, context.language)
  return row.tokens.flatMap((_, at) => (isCandidate(row, at, context, titleLike) ? [at] : []))
}

function isCandidate(row: TextRow, at: number, context: NameContext, titleLike: boolean): boolean {
  const raw = row.tokens[at]?.raw ?? ''
  const form = row.form(at)
  if (row.kind(at) !== 'word' || raw.length < 2 || !hasCase.test(raw)) return false
  if (marked.test(raw)) return !(titleLike && /^\p{Lu}+$/u.test(raw)) && !commonAcronyms.has(form)
  if (!capital.test(raw) || titleLike || context.lower.has(form)) return false
  const language = context.language
  if (stopWordsOf(language).has(form) || /^i'\p{L}+$/u.test(form)) return false
  if (language === 'en' && commonCapitals.has(form)) return false
  if (capitalNouns.has(language)) return isGermanName(row, at)
  if (!startsSentence(row, at) || caseless.has(language)) return true
  if (context.capitals.has(form)) return true
  return beginsWithName(row, at, context)
}

const isCapital = (row: TextRow, at: number) =>
  row.kind(at) === 'word' && capital.test(row.tokens[at]?.raw ?? '') && /^\s$/u.test(row.gapBefore(at))

/** Languages that begin sentences with the verb, before its subject. */
const verbsFirst: ReadonlySet<string> = new Set('es it pt ca ro ru uk be bg sr hr sl mk pl cs sk el hu fi'.split(' '))

/** Languages whose common nouns do not begin a sentence without an article, so that a bare word there is a name. */
const auxiliaries: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: new Set("est a était avait sera aura n'est n'a fut doit peut veut dit".split(' ')),
  es: new Set('es ha fue era había será tiene puede debe dice dijo está'.split(' ')),
  it: new Set('è ha era aveva fu sarà deve può dice disse'.split(' ')),
  pt: new Set('é foi era tinha será tem pode deve diz disse está'.split(' ')),
}

/** Whether the first word of a sentence is a name: another one follows, or it does what common nouns do not. */
function beginsWithName(row: TextRow, at: number, { language }: NameContext): boolean {
  const next = row.form(at + 1)
  const form = row.form(at)
  // "Suddenly Tony", "Recognizing Andy"
  if (language === 'en' && (commonOpeners.has(form) || /(?:ing|ed|ly)$/u.test(form))) return false
  if (!verbsFirst.has(language) && isCapital(row, at + 1) && !stopWordsOf(language).has(next)) return true
  if (language !== 'en') return auxiliaries[language]?.has(next) === true && !form.endsWith('s')
  if (form.endsWith("'s")) return true
  return isEnglishSubject(row, at)
}

const adverb = /ly$|^(?:then|also|still|soon|later|now|once|never|often|first|however|again)$/u
const apposition = /^(?:a|an|who|whose|which|one|another)$/u
const singular = /^(?:is|was|has|does)$/u

/** English: a word that is the subject by itself. Plurals and nouns without number are, too; names are what is left. */
function isEnglishSubject(row: TextRow, at: number): boolean {
  const form = row.form(at)
  let verbAt = at + 1
  const common = commonEnding.test(form)
  // "Olga and Joe"
  if (/^(?:and|or)$/u.test(row.form(verbAt)) && isCapital(row, verbAt + 1)) return !common
  // "Olga, a prominent leader, …"
  if (/^,\s$/u.test(row.gapBefore(verbAt))) return apposition.test(row.form(verbAt)) && !common
  if (adverb.test(row.form(verbAt))) verbAt += 1
  if (row.kind(verbAt) !== 'word' || !/^\s$/u.test(row.gapBefore(verbAt))) return false
  const verb = row.form(verbAt)
  if (singular.test(verb)) return !common || /[^s]s$/u.test(form.replace(/ics$|news$/u, 'ss'))
  if (/(?:[^s]s|es)$/u.test(verb) && !stopWordsOf('en').has(verb)) return !common || form.endsWith('s')
  return (finiteVerbs.has(verb) || verb.endsWith('ed')) && !common
}

const germanNoun = toPattern(tables.germanNoun)

/** What one person does; with a common noun, an article or more than one would stand there. */
const germanSpeaking = toPattern(tables.germanSpeaking)

/** German: one of two words with capitals side by side, which common nouns seldom are; or the one who says something. */
function isGermanName(row: TextRow, at: number): boolean {
  if (isGermanNoun(row.form(at))) return false
  const follows = startsSentence(row, at) ? '' : row.form(at - 1)
  if (germanSpeaking.test(follows) || (startsSentence(row, at) && germanSpeaking.test(row.form(at + 1)))) return true
  const before = isCapital(row, at) && capital.test(row.tokens[at - 1]?.raw ?? '') && !startsSentence(row, at - 1)
  if (before && !isGermanNoun(row.form(at - 1))) return true
  return isCapital(row, at + 1) && !startsSentence(row, at) && !isGermanNoun(row.form(at + 1))
}

const isGermanNoun = (form: string) => germanNoun.test(form) || numberScales.has(form)
