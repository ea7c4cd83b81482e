import { symbolText } from './symbols.ts'

/** Longer codes hold data and nothing that is shown. */
const MAX_CODE_CHARACTERS = 2000

/** A formula in a field's own language (EQ): fractions stay fractions, what stands above or below a word is left out. */
function equationText(code: string): string {
  return code
    .replace(/\\\*\s*(?:"[^"]*"|\w+)/gu, '')
    .replace(/\\s\\(?:up|do)\s*\d*\s*\([^()]*\)/giu, '')
    .replace(/\\f\s*\(([^(),;]*)[,;]([^()]*)\)/giu, '$1/$2')
    .replace(/\\[a-z]+\d*/giu, '')
    .replace(/[()]/gu, '')
    .replace(/[,;]/gu, ' ')
    .trim()
}

/**
 * What a field shows that has a code but no result: formulas, phonetic guides of East Asian texts, buttons, symbols
 * (ISO/IEC 29500-1, 17.16.5). All others show nothing.
 */
function shownByCode(code: string): string {
  const [, name = '', rest = ''] = /^\s*([a-z]+)\s+(.*)$/isu.exec(code.slice(0, MAX_CODE_CHARACTERS)) ?? []
  switch (name.toUpperCase()) {
    case 'EQ':
      return equationText(rest)
    case 'MACROBUTTON':
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

/** Deeper than anyone nests them; more are taken for no fields. */
const MAX_DEPTH = 200

interface Field {
  code: string
  /** Its result has begun. */
  inResult: boolean
}

/**
 * Fields (ISO/IEC 29500-1, 17.16; [MS-DOC] 2.8.25): a code that nobody sees, then the result that stands on the page.
 * They nest, and a result, such as a table of contents, can span paragraphs.
 */
export class Fields {
  private open: Field[] = []
  private codes = 0

  /** Whether text stands in a code. */
  get inCode(): boolean {
    return this.codes > 0
  }

  begin(): void {
    if (this.open.length >= MAX_DEPTH) return
    this.open.push({ code: '', inResult: false })
    this.codes += 1
  }

  /** Takes text that stands in a code. */
  code(text: string): void {
    const field = this.open.at(-1)
    if (field !== undefined && !field.inResult && field.code.length < MAX_CODE_CHARACTERS) field.code += text
  }

  separate(): void {
    const field = this.open.at(-1)
    if (field === undefined || field.inResult) return
    field.inResult = true
    this.codes -= 1
  }

  /** Ends the innermost field; gives what it shows if it has no result. */
  end(): string {
    const field = this.open.pop()
    if (field === undefined || field.inResult) return ''
    this.codes -= 1
    return shownByCode(field.code)
  }

  /** A code ends with its paragraph at the latest: files that forget to end one don't lose what follows. */
  endParagraph(): void {
    if (!this.inCode) return
    this.open = this.open.filter((field) => field.inResult)
    this.codes = 0
  }
}
