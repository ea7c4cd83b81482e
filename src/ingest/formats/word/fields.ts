import symbols from './symbols.json' with { type: 'json' }

/** Signs of Wingdings with a meaning; the rest of the font is decoration. */
const wingdings: ReadonlyMap<number, string> = new Map(
  Object.entries(symbols.wingdings).map(([position, sign]) => [Number(position), sign]),
)

/** Word maps characters of symbol fonts to U+F000 and up, in the private use area. */
const PRIVATE_USE = 0xf000

const isPrivateUse = (code: number): boolean => code >= PRIVATE_USE && code <= PRIVATE_USE + 0xff

/** Whether a font has signs at the positions of letters. */
const isSymbolFont = (font: string): boolean => /^(?:symbol|wingdings|webdings)/iu.test(font)

/**
 * Converts a character of a symbol font to a plain character; '' for decoration.
 *
 * @param code position in the font, or in the private use area
 */
export function symbolText(font: string, code: number): string {
  const position = isPrivateUse(code) ? code - PRIVATE_USE : code
  if (/^symbol$/iu.test(font))
    return position < 0xa0 ? (symbols.low[position - 0x20] ?? '') : (symbols.high[position - 0xa0] ?? '')
  if (/^wingdings$/iu.test(font)) return wingdings.get(position) ?? ''
  if (isSymbolFont(font) || isPrivateUse(code) || code < 0x20 || code > 0x10_ffff) return ''
  return String.fromCodePoint(code)
}

/** Replaces the private-use characters of a text by the plain ones of its font, and removes those of unknown fonts. */
export function plainSymbols(text: string, font: string): string {
  return text.replace(/[\uf000-\uf0ff]/gu, (character) => symbolText(font, character.charCodeAt(0)))
}

/** Longer codes are data without visible text. */
const MAX_CODE_CHARACTERS = 2000

/** Reads a formula in Word's field language (EQ): fractions stay fractions, text above or below a word is left out. */
function equationText(code: string): string {
  return code
    .replace(/\\\*\s*(?:"[^"]*"|\w+)/gu, '')
    .replace(/\\s\\(?:up|do)\s*(?:\d+\s*)?\([^()]*\)/giu, '')
    .replace(/\\f\s*\(([^(),;]*)[,;]([^()]*)\)/giu, '$1/$2')
    .replace(/\\[a-z]+\d*/giu, '')
    .replace(/[()]/gu, '')
    .replace(/[,;]/gu, ' ')
    .trim()
}

/**
 * Visible text of a field with a code but no result: formulas, phonetic guides of East Asian texts, cross-references,
 * symbols (ISO/IEC 29500-1, 17.16.5). Other fields have none, or prompt the author ("Click here and type").
 */
function shownByCode(code: string): string {
  const [, name = '', rest = ''] = /^\s*([a-z]+)\s+(\S.*|)$/isu.exec(code.slice(0, MAX_CODE_CHARACTERS)) ?? []
  switch (name.toUpperCase()) {
    case 'EQ':
      return equationText(rest)
    case 'GOTOBUTTON':
      return rest.replace(/^\S+\s*/u, '')
    case 'SYMBOL': {
      const [, position = '', font = ''] = /^(\d{1,5})(?:.*\\f\s*"?([^"\\]{1,60}))?/isu.exec(rest) ?? []
      return position === '' ? '' : symbolText(font.trim(), Number(position))
    }
    default:
      return ''
  }
}

/** Whether the result of a field is a table of contents, of figures or of authorities, or an index; or a prompt. */
export const isHiddenField = (code: string): boolean => /^\s*(?:toc|index|toa|macrobutton)\b/iu.test(code)

/** Deeper than any author nests fields; deeper ones are ignored. */
const MAX_DEPTH = 200

interface Field {
  code: string
  inResult: boolean
  /** Its result is a table of contents, an index or a prompt. */
  isIndex: boolean
}

/**
 * Tracks open fields (ISO/IEC 29500-1, 17.16; [MS-DOC] 2.8.25): an invisible code, then the visible result. Fields nest,
 * and a result, such as a table of contents, can span paragraphs.
 */
export class Fields {
  #open: Field[] = []
  #codes = 0

  /** Whether text now belongs to a code. */
  get inCode(): boolean {
    return this.#codes > 0
  }

  /** Whether text now belongs to a table of contents or an index. */
  get inIndex(): boolean {
    return this.#open.some(({ isIndex }) => isIndex)
  }

  /** Ends a table of contents that a file forgets to end, at the first heading of the text. */
  endIndex(): void {
    this.#open = this.#open.filter(({ isIndex }) => !isIndex)
  }

  begin(): void {
    if (this.#open.length >= MAX_DEPTH) return
    this.#open.push({ code: '', inResult: false, isIndex: false })
    this.#codes += 1
  }

  code(text: string): void {
    const field = this.#open.at(-1)
    if (field !== undefined && !field.inResult && field.code.length < MAX_CODE_CHARACTERS) field.code += text
  }

  separate(): void {
    const field = this.#open.at(-1)
    if (field === undefined || field.inResult) return
    field.inResult = true
    field.isIndex = isHiddenField(field.code)
    this.#codes -= 1
  }

  /** Ends the innermost field; returns its visible text if it has no result, null if it was a table of contents. */
  end(): string | null {
    const field = this.#open.pop()
    if (field?.isIndex === true) return null
    if (field === undefined || field.inResult) return ''
    this.#codes -= 1
    return shownByCode(field.code)
  }

  /** Ends all codes with their paragraph, so that a file that forgets to end one doesn't lose the following text. */
  endParagraph(): void {
    if (!this.inCode) return
    this.#open = this.#open.filter((field) => field.inResult)
    this.#codes = 0
  }
}
