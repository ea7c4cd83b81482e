/** Where a run of text is, relative to its line. */
export type TextPosition = 'base' | 'super' | 'sub'

export interface TextRun {
  text: string
  position: TextPosition
  /** Known to be the mark of a note, by its link or its name. */
  isNote?: boolean
  /** A formula, which text after it doesn't continue. */
  isFormula?: boolean
}

/** Adds text to the runs of a paragraph; a formula stays apart from one right before it. */
export function addRun(runs: TextRun[], text: string, position: TextPosition, isFormula = false): void {
  const last = runs.at(-1)
  if (isFormula) runs.push({ text: last?.isFormula === true ? `, ${text}` : text, position, isFormula })
  else if (last?.position === position && last.isFormula !== true) last.text += text
  else if (text !== '') runs.push({ text, position })
}

const superscripts = new Map(Array.from('0123456789+-−–=()n', (sign, at) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿ'.charAt(at)]))
const subscripts = new Map(Array.from('0123456789+-−–=()', (sign, at) => [sign, '₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎'.charAt(at)]))

/** Longer raised text is not an exponent or a mark: a label, a line set in small print. */
const MAX_RAISED_CHARACTERS = 24

/** Length of the text before a run that determines its meaning. */
const TAIL_CHARACTERS = 220

/** "2", "3,4", "5–7", "[1]", "[2][3]", "[a]", "*", "1*", "†", ": 7" (a page of the cited source), "注2", "," between two and the like. */
const mark =
  /^(?!.*\p{Nd}{4})(?=.*[\p{Nd}⁰¹²³⁴-⁹①-⑳*∗†‡§¶‖#※])[\p{Nd}⁰¹²³⁴-⁹①-⑳*∗†‡§¶‖#※,،、:;–\s[\]()（）〔〕［］.-]{1,16}$|^[a-z](?:, ?[a-z]){0,4}$|^[ivx]{2,5}$|^\(?(?:\p{Nd}{1,2}|[a-z])\)$|^\[[^\]]{1,40}\]$|^:\s?(?:pp?\.\s?)?\p{Nd}[\p{Nd}–,\s-]{0,12}$|^[,;、،]$|^(?:[注註주]|note |Anm\. |прим\. )\p{Nd}{1,3}[)）]?$/u

const letterMark = /^(?:[a-z](?:, ?[a-z]){0,4}|[ivx]{2,5})$/u

/** Units that are raised to powers; those that are words as well count after a number only. */
const unit =
  /(?:^|[^\p{L}])(?:[kcdmµμnpfhGM]?m|[kM]?pc|ft|yd|mi|ly|AU|px|[munµμ]?s|sec|hr|yr|[kmµμ]?g|mol|[kMGT]?eV|rad|км|см|мм|дм|м|с)$/u
const countedUnit =
  /\d\s?(?:(?:square |cubic )?(?:kilo|centi|milli|deci)?met(?:er|re)s?|feet|foot|inch|inches|in|yards?|miles?|seconds?|min|h|d|mètres?|metros?|meter)$/iu

const functionName = /(?:^|[^\p{L}])(?:sin|cos|tan|cot|sec|csc|log|ln|lim|exp|arc(?:sin|cos|tan)|sinh|cosh|tanh|coth)$/u

/** The end of a sentence or of a quotation, or a sign after a number. */
const afterPunctuation = /[.,:;!?…”"’»›。，、；：！？」』\]،؛؟۔।%‰\p{Sc}]$/u

/** Brackets around words; those around a formula are raised to a power. */
const afterBrackets = /\p{L}(?:\p{L}{3}|\s\p{L})[^()]{0,200}\)$|）$/u

const afterWord = /\p{L}\p{M}*$/u

/** A single letter, a product of letters in a formula, or a letter after a Greek one: variables, symbols of elements. */
const afterVariable =
  /(?:^|[^\p{L}])\p{L}\p{M}?$|[=+−×·*/(^<>≤≥≈±]\s?[\d.]*\p{L}{1,3}$|\p{Script=Greek}\p{Script=Latin}$/u
const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]$/u

/** The number at the end of a text, with its currency. */
const numberAtEnd = /(\p{Sc}\s?|[A-Z]{3}\s)?(?<![\p{Lu}\p{Ll}\p{Lm}\d])(\d[\d.,'’\u00a0\u202f]*)$/u

/** Numbers that are usually raised to powers. */
const usualBase = /^(?:2|10|100|1000|1024|128|256|512)$/u

const ordinalSuffix =
  /^(?:st|nd|rd|th|e|er|re|ère|ers|res|d|de|nde|me|ème|eme|es|èmes|o|a|os|as|os\.|º|ª|r|t|ste|te[nrs]?|ο|η|ο|ος|η|я|ая|[оыи]?й|е|[ое]?е|[ое]?го|[оы]?му?)\.?$/iu
const romanNumeral = /(?:^|[^\p{L}])[IVXLC]+$/u

/** Element symbols that follow their mass number: ¹⁴C. */
const element = /^[A-Z][a-z]?(?![\p{L}])/u

/** Whether a raised number before what may be an element counts a verse: a sentence begins with a word like "He" or "In". */
const isVerse = (before: string, after: string): boolean =>
  /^(?:A|I|He|In|As|At|No|Be|Am)\s/u.test(after) && (before === '' || /[.!?:;,”"’]\s+$/u.test(before))

const isArithmetic = (before: string, after: string): boolean =>
  /[=+×·*/^−<>≤≥≈]\s?[\d.,]*$/u.test(before) || /^\s?[=+×·*/^−<>≤≥≈]/u.test(after)

/** Whether a mark after the end of a text may be an exponent of a number there, rather than the mark of a note. */
function raisesNumber(raised: string, before: string, after: string): boolean {
  const [, currency, number = ''] = numberAtEnd.exec(before) ?? []
  if (currency !== undefined || raised === '1' || !/^\d{1,3}$/u.test(raised)) return false
  if (usualBase.test(number) || isArithmetic(before, after)) return true
  return /^\d{1,2}(?:\.(?!000)\d{1,3})?$/u.test(number)
}

/** Whether a superscript has the form of a note mark, which exponents may also have. */
export const isNoteMark = (raised: string): boolean => mark.test(raised.trim())

/**
 * Whether a superscript is the mark of a note, by its form and by the text around it. Exponents follow single letters,
 * units, functions, formulas in brackets and numbers; marks follow words, sentences, amounts and years.
 */
export function citesNote(raised: string, textBefore: string, after = ''): boolean {
  const text = raised.trim()
  const before = textBefore.slice(-TAIL_CHARACTERS)
  if (!mark.test(text) || before.trim() === '') return false
  if (text.startsWith('[') || text.startsWith(':')) return true
  const word = /^[ivx]{2}/u.test(text) ? /\p{L}{2}$/u : /\p{L}{4}$/u
  if (letterMark.test(text)) return word.test(before) && !/^\p{L}/u.test(after) && !romanNumeral.test(before)
  if (/\s$/u.test(before)) return false
  if (afterPunctuation.test(before) || afterBrackets.test(before) || eastAsian.test(before)) return true
  if (/^[*†‡§¶‖#※]+$/u.test(text)) return !afterVariable.test(before)
  if (/\d$/u.test(before)) return !/^[-–]/u.test(text) && !raisesNumber(text, before, after)
  if (!afterWord.test(before) || /^[-–]/u.test(text)) return false
  if (afterVariable.test(before) || unit.test(before) || functionName.test(before)) return false
  return !(/^[23]$/u.test(text) && countedUnit.test(before))
}

/** Converts an exponent or index to Unicode if its signs exist there, else to a sign and the text, bracketed if compound. */
function shift(text: string, signs: ReadonlyMap<string, string>, sign: '^' | '_'): string {
  const shifted = Array.from(text, (letter) => signs.get(letter))
  if (shifted.every((letter) => letter !== undefined)) return shifted.join('')
  const isSimple = sign === '_' ? /^[\p{L}\p{M}\p{N}.∞]+$/u : /^(?:\p{L}|[\p{N}.]+|[′″*∗†∞]+|\(.*\))$/u
  return isSimple.test(text) ? `${sign}${text}` : `${sign}(${text})`
}

/** Whether letters are raised as a matter of writing: ordinals, abbreviations, trademarks, logos. */
function isWrittenRaised(text: string, before: string, after: string): boolean {
  if (!/^[\p{L}\p{M}.ºª™®©℠]+$/u.test(text)) return false
  if (/^(?:tm|sm|[™®©℠ºª])$/iu.test(text)) return true
  if (ordinalSuffix.test(text) && (/(?<![\d.,])\d{1,4}\.?$/u.test(before) || romanNumeral.test(before))) return true
  if (/(?:^|[^\p{L}])[nN]$/u.test(before) && /^(?:th|e|ième|os?|r)$/u.test(text)) return true
  // Before a name: D.ª, Dr, Mr, Me, St.
  if (/(?:^|[^\p{L}])\p{L}{1,2}\.$/u.test(before) && /^[ao]s?$/u.test(text)) return true
  if (/(?:^|[^\p{L}])[DMS]$/u.test(before) && /^[ert]$/u.test(text) && /^\.?\s\p{Lu}\p{Ll}/u.test(after)) return true
  if (/\p{Lu}$/u.test(before) && /^\p{Lu}/u.test(after)) return true
  return /\p{L}{2}$/u.test(before) || (/\p{Lu}$/u.test(before) && /^\p{Ll}{2}/u.test(text) && /^[\s.,]/u.test(after))
}

/** An exponent with the mark of a note after it: "2[4]", or "23" after a unit, which is squared or cubed at most. */
const exponentAndMark = /^(\d{1,2})(\[[^\]]{1,8}\]|[*†‡])$/u
const powerAndMark = /^([23])[\s,]?\d{1,2}$/u

function exponentOf(text: string, before: string): string {
  const [, exponent] = exponentAndMark.exec(text) ?? (unit.test(before) ? powerAndMark.exec(text) : null) ?? []
  return exponent === undefined || citesNote(exponent, before) ? text : exponent
}

function superscript(run: TextRun, before: string, after: string): string {
  const text = exponentOf(run.text.trim(), before)
  if (text === '' || text.length > MAX_RAISED_CHARACTERS) return run.text
  const joins = /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after) && !eastAsian.test(before)
  if (run.isNote === true) return joins ? ' ' : ''
  // A raised letter o as the sign of degrees.
  if (/^[oº°]$/u.test(text) && /\d\s?$/u.test(before) && /^\s?[CFKС](?!\p{L})/u.test(after)) return '°'
  // The parts of a fraction, as in 1¹/₂.
  if (/^\d+$/u.test(text) && /^(?:[/⁄]$|⁄|\/\d)/u.test(after)) return /\d$/u.test(before) ? ` ${text}` : text
  if (/^(?:9\d|00)$/u.test(text) && /[$€£]\s?\d{1,4}[.,]?$/u.test(before))
    return /\d$/u.test(before) ? `.${text}` : text
  if (isWrittenRaised(text, before, after) && !(letterMark.test(text) && citesNote(text, before, after)))
    return run.text
  if (citesNote(text, before, after)) return joins ? ' ' : ''
  if (before === '' || /\s$/u.test(before)) {
    if (/^\d{1,3}$/u.test(text) && element.test(after) && !isVerse(before, after)) return shift(text, superscripts, '^')
    return /^[\p{L}\p{N}]/u.test(after) && mark.test(text) ? `${text} ` : run.text
  }
  return /^[\p{L}\p{N}\p{M}+\-−–*∗†′″∞.,/()\s=⁄]+$/u.test(text) ? shift(text, superscripts, '^') : run.text
}

function subscript({ text: written }: TextRun, before: string, after: string): string {
  const text = written.trim()
  if (text === '' || text.length > MAX_RAISED_CHARACTERS) return written
  if (before === '' || /[\s/⁄]$/u.test(before)) return written
  const isLogo = /\p{Lu}$/u.test(before) && /^\p{Lu}$/iu.test(text) && /^\p{Lu}/u.test(after)
  if (isLogo || (/^\p{L}+$/u.test(text) && /\p{L}{4}$/u.test(before))) return written
  return /^[\p{L}\p{N}\p{M}+\-−–*∞.,/()\s=]+$/u.test(text) ? shift(text, subscripts, '_') : written
}

/** Joins neighbors of one position, so that "¹", "," and "²" are read as one mark. */
function mergeRuns(runs: readonly TextRun[]): TextRun[] {
  const merged: TextRun[] = []
  for (const run of runs) {
    if (run.text === '') continue
    const last = merged.at(-1)
    if (last !== undefined && last.position === run.position && (last.isNote ?? false) === (run.isNote ?? false)) {
      merged[merged.length - 1] = { ...last, text: last.text + run.text }
    } else merged.push(run)
  }
  return merged
}

/** The beginning of the text that follows a run. */
const MAX_AFTER_CHARACTERS = 8

/**
 * Reads the runs of a line whose characters are partly raised or lowered, by one rule for all formats: an exponent or
 * index becomes Unicode (10⁶, km², CO₂) or follows "^" or "_" (x^(a+b), V_max), the mark of a note is left out, and an
 * ordinal stays (1st).
 */
export function joinRuns(runs: readonly TextRun[]): string {
  if (runs.every(({ position, isNote }) => position === 'base' && isNote !== true)) {
    return runs.map(({ text }) => text).join('')
  }
  const merged = mergeRuns(runs)
  const line: string[] = []
  let before = ''
  let afterMark = false
  const write = (text: string): void => {
    line.push(text)
    before = (before + text).slice(-TAIL_CHARACTERS)
  }
  for (const [at, run] of merged.entries()) {
    const next = merged[at + 1]
    const after = next?.text.slice(0, MAX_AFTER_CHARACTERS) ?? ''
    if (run.position === 'base' && run.isNote !== true) {
      // The commas between the marks of several notes.
      const separates: boolean = afterMark && next?.position === 'super' && /^[\s,;–-]{1,3}$/u.test(run.text)
      if (!separates) write(run.text)
      afterMark = separates
      continue
    }
    const read =
      run.position === 'sub' && run.isNote !== true ? subscript(run, before, after) : superscript(run, before, after)
    afterMark = read.trim() === '' && run.text.trim() !== ''
    // The space before a mark that is left out.
    if (afterMark && /^[.,;:!?…)]/u.test(after)) line.push((line.pop() ?? '').trimEnd())
    const isSpaced = /\s$/u.test(run.text) && !/\s$/u.test(read) && !/^[\s.,;:!?…)]/u.test(after)
    write(isSpaced ? `${read} ` : read)
  }
  return line.join('')
}
