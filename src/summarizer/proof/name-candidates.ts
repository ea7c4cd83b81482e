import { stopWordsOf } from '../engines/extractive/stop-words.ts'
import { commonCapitals, commonEnding, finiteVerbs } from './common-words.ts'
import type { TextRow } from './token-row.ts'

const capital = /^\p{Lu}/u
const hasCase = /\p{Lu}|\p{Ll}/u
/** Not written by the rules of capitals alone: NATO, iPhone, GPT, McDonald. */
const marked = /^\p{Lu}[\p{Lu}\p{M}]+$|\p{Ll}\p{Lu}/u
/** Behind these a capital may only begin a sentence. */
const opensSentence = /[.!?…:;。！？"“„«»()[\]\n]|^\s*[-–—•*]\s|\s[-–—]\s/u
/** Languages that write every noun with a capital. */
const capitalNouns: ReadonlySet<string> = new Set(['de', 'lb'])

/** What the sentences of one text have in common. */
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

/** Half of the words or more have capitals: a title, or somebody shouts; capitals tell nothing there. */
function isTitleLike(row: TextRow): boolean {
  const words = row.tokens.filter(({ raw }, at) => row.kind(at) === 'word' && raw.length > 3)
  return words.length > 2 && words.filter(({ raw }) => capital.test(raw)).length > words.length * 0.7
}

/** Tokens of a sentence that name somebody or something, as far as its language's writing tells. */
export function nameCandidates(row: TextRow, context: NameContext): number[] {
  const titleLike = isTitleLike(row)
  return row.tokens.flatMap((_, at) => (isCandidate(row, at, context, titleLike) ? [at] : []))
}

function isCandidate(row: TextRow, at: number, context: NameContext, titleLike: boolean): boolean {
  const raw = row.tokens[at]?.raw ?? ''
  const form = row.form(at)
  if (row.kind(at) !== 'word' || raw.length < 2 || !hasCase.test(raw)) return false
  if (marked.test(raw)) return !(titleLike && /^\p{Lu}+$/u.test(raw)) && !isRoman(raw)
  if (!capital.test(raw) || titleLike || context.lower.has(form)) return false
  const language = context.language
  if (stopWordsOf(language).has(form) || /^i'\p{L}+$/u.test(form)) return false
  if (language === 'en' && commonCapitals.has(form)) return false
  if (capitalNouns.has(language)) return isGermanName(row, at)
  if (!startsSentence(row, at)) return true
  if (context.capitals.has(form)) return true
  return beginsWithName(row, at, context)
}

const isRoman = (raw: string) => /^[IVXLCDM]+$/u.test(raw)

const isCapital = (row: TextRow, at: number) =>
  row.kind(at) === 'word' && capital.test(row.tokens[at]?.raw ?? '') && /^\s$/u.test(row.gapBefore(at))

/** Whether the first word of a sentence is a name: another one follows, or it does what common nouns do not. */
function beginsWithName(row: TextRow, at: number, { language }: NameContext): boolean {
  const next = row.form(at + 1)
  if (isCapital(row, at + 1) && !stopWordsOf(language).has(next)) return true
  if (language !== 'en') return false
  const form = row.form(at)
  if (form.endsWith("'s")) return true
  return finiteVerbs.has(next) && !commonEnding.test(form)
}

const germanNoun =
  /(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|nis|nisse|ismus|ment|mente|ling|linge|tum|chen|lein|prozent|ende|anfang|mitte|teil|teile|jahr|jahre|jahren|euro|dollar|uhr|tage|tagen)$/u

/** German: one of two words with capitals side by side, which common nouns seldom are. */
function isGermanName(row: TextRow, at: number): boolean {
  if (germanNoun.test(row.form(at))) return false
  const before = isCapital(row, at) && capital.test(row.tokens[at - 1]?.raw ?? '') && !startsSentence(row, at - 1)
  return before || (isCapital(row, at + 1) && !startsSentence(row, at))
}
