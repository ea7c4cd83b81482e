import temml from 'temml'
import { tooComplex } from '../refusals.ts'
import { parseTree } from './dom.ts'
import { drawnMath } from './mathml-text.ts'

/** A longer one is a document. */
const MAX_TEX_CHARACTERS = 4000

/** Limits of the MathML of one formula. */
const limits = { maxDepth: 500, maxElements: 20_000, tooComplex: () => tooComplex('file') }

/** Aligned equations are read only in display mode. */
const options = { displayMode: true, throwOnError: true }

/** TeX without MediaWiki's group around every formula. */
const withoutGroup = (tex: string): string => tex.trim().replace(/^\{\\(?:display|text)style\s+(\S.*)\}$/su, '$1')

/** The text of a formula in TeX as MathML would draw it; the TeX itself if Temml can't read it. */
export function texText(source: string): string {
  const tex = withoutGroup(source)
  if (tex.length > MAX_TEX_CHARACTERS || !/[\\{}]/u.test(tex)) return tex
  try {
    return drawnMath(parseTree(temml.renderToString(tex, options), limits)) || tex
  } catch {
    return tex
  }
}

/** Environments of formulas outside of other delimiters. */
const alignments = /^(?:align(?:ed|at|edat)?|gather(?:ed)?|split|eqnarray|multline|equation)\*?$/u

/** Opening delimiters of TeX in the text of a page, for MathJax and KaTeX. */
const opening = /\\[([]|\$\$?|\\begin\{([a-z]+\*?)\}/gu

const closings: ReadonlyMap<string, string> = new Map([
  ['\\(', '\\)'],
  ['\\[', '\\]'],
])

/** Whether text between single dollars is TeX rather than two amounts of money or names of variables. */
function isTexBetween(text: string, from: number, to: number): boolean {
  const tex = text.slice(from, to)
  if (/^\s|[\s\\]$/u.test(tex) || /[\p{L}\p{N}$\\]/u.test(text[from - 2] ?? '')) return false
  return !/[\p{L}\p{N}]/u.test(text[to + 1] ?? '') && /[\\^_{}=<>]|^\p{L}['′]*$|^\p{L}\(\p{L}\)$/u.test(tex)
}

/** Longest formula in Markdown, where each escaped bracket is tried. */
const MAX_TRIED_CHARACTERS = 1200

/**
 * The TeX that an escaped bracket at a position of Markdown opens, as it is drawn, and where it ends; null for other text,
 * which such brackets may be as well.
 */
export function texAt(text: string, at: number): { text: string; end: number } | null {
  const closing = closings.get(text.slice(at, at + 2))
  if (closing === undefined) return null
  const length = text.slice(at + 2, at + 2 + MAX_TRIED_CHARACTERS).indexOf(closing)
  const tex = text.slice(at + 2, at + 2 + Math.max(0, length))
  return /[\\^_{}=]|^\s?\p{L}\s?$/u.test(tex) ? { text: texText(tex), end: at + 4 + length } : null
}

/** Replaces TeX between delimiters by what it draws. */
export function withoutTex(text: string): string {
  if (!/\$|\\[([b]/u.test(text)) return text
  /** Next position of each closing delimiter, so that none is searched for twice. */
  const places = new Map<string, number>()
  const placeOf = (closing: string, from: number): number => {
    const known = places.get(closing) ?? -1
    if (known >= from) return known
    const found = text.indexOf(closing, from)
    const place = found === -1 ? Number.POSITIVE_INFINITY : found
    places.set(closing, place)
    return place
  }
  let read = ''
  let done = 0
  for (const { 0: open, 1: environment, index } of text.matchAll(opening)) {
    if (index < done || (environment !== undefined && !alignments.test(environment))) continue
    const from = index + open.length
    const closing = environment === undefined ? (closings.get(open) ?? open) : `\\end{${environment}}`
    const to = placeOf(closing, from)
    if (to === from || to - from > MAX_TEX_CHARACTERS) continue
    if (open === '$' && !isTexBetween(text, from, to)) continue
    const end = to + closing.length
    read += text.slice(done, index) + texText(environment === undefined ? text.slice(from, to) : text.slice(index, end))
    done = end
  }
  return read + text.slice(done)
}
