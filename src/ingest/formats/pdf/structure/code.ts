import type { Line } from '../layout/lines.ts'
import { MONO } from '../pdfium/fonts.ts'
import { isMono, isSameColumn } from './line-facts.ts'

/** What lines of programs have and lines of prose have not. */
const codeSign =
  /[{}\\|]|[=;]\s*$|[^\s=]\s?(?:=|:=|==|->|=>|<-|!=|&&|\+=)\s?[^\s=]|\w\([^)]{0,80}\)|^\s*(?:[#$%>/]|--|<\/?\w)/u

const MIN_SIGNS = 0.3

/**
 * Fonts with letters of one width show code, but letters and titles are typed in them, too. Lines that do not look like
 * a program lose the mark of such a font, in a document that uses it for everything as in one that uses it for some.
 */
export function settleCode(lines: readonly Line[]): void {
  let from = 0
  while (from < lines.length) {
    let to = from
    const first = lines[from]
    while (isMonoBeside(first, lines[to])) to += 1
    const run = lines.slice(from, to)
    const signs = run.filter(({ text }) => codeSign.test(text.slice(0, 200))).length
    if (signs < MIN_SIGNS * run.length) for (const line of run) line.style &= ~MONO
    from = Math.max(to, from + 1)
  }
}

const isMonoBeside = (first: Line | undefined, line: Line | undefined): boolean =>
  first !== undefined && line !== undefined && isMono(first) && isMono(line) && isSameColumn(first, line)
