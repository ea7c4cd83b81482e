import { symbolText } from './symbols.ts'

/** Longer codes hold data and nothing that is shown. */
export const MAX_CODE_CHARACTERS = 2000

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
export function shownByCode(code: string): string {
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
