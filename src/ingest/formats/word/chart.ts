import type { Piece } from '../../document.ts'
import { foldText } from '../clean-text.ts'
import { decodeXml } from '../decode-text.ts'
import { childElements, type DomElement, findElement, findElements, hasName, parseTree } from '../html/dom.ts'
import { tooComplex } from '../refusals.ts'

const limits = { xml: true, maxDepth: 256, maxElements: 300_000, tooComplex: () => tooComplex('document') }

/** The text of a title or a name; its runs are parts of words. */
function textOf(element: DomElement | undefined | null): string {
  if (!element) return ''
  const paragraphs = findElements(element, hasName('p', 'v'))
  return foldText(
    paragraphs
      .map((paragraph) =>
        hasName('v')(paragraph)
          ? paragraph.textContent
          : findElements(paragraph, hasName('t', 'br'))
              .map((run) => run.textContent || ' ')
              .join(''),
      )
      .join(' '),
  )
}

/** Day 0 of the dates of spreadsheets, in days before 1970. */
const EPOCH_DAYS = 25_569

/** Writes a stored number as its format shows it: percentages and dates; others without the noise of binary fractions. */
function shown(stored: string, format: string): string {
  const value = Number(stored)
  if (stored.trim() === '' || Number.isNaN(value)) return stored
  if (format.includes('%')) return `${Number((value * 100).toPrecision(12))}%`
  const day = new Date((value - EPOCH_DAYS) * 86_400_000)
  if (/yy/iu.test(format) && !Number.isNaN(day.getTime())) return day.toISOString().slice(0, 10)
  return String(Number(value.toPrecision(12)))
}

/** The values of a series or its categories, by their index. */
function pointsOf(series: DomElement, ...names: readonly string[]): Map<number, string> {
  const source = childElements(series).find(hasName(...names))
  const points = new Map<number, string>()
  if (source === undefined) return points
  const level = findElement(source, hasName('lvl'))
  const format = findElement(source, hasName('formatcode'))?.textContent ?? level?.getAttribute('formatcode') ?? ''
  const isNumber = hasName('numdim')(source) || findElement(source, hasName('numcache', 'numlit')) !== null
  for (const point of findElements(source, hasName('pt'))) {
    const index = Number(point.getAttribute('idx'))
    const own = point.getAttribute('formatcode') ?? format
    const text = foldText(point.textContent)
    if (!points.has(index)) points.set(index, isNumber ? shown(text, own) : text)
  }
  return points
}

/**
 * Reads a chart (ISO/IEC 29500-1, 21.2, or [MS-ODRAWXML] 2.24.3, which keeps its data apart): its title, and a table of its
 * series with their categories.
 */
export function readChart(bytes: Uint8Array): Piece[] {
  const space = parseTree(decodeXml(bytes), limits)
  const chart = findElement(space, hasName('chart'))
  if (chart === null) return []
  const title = textOf(childElements(chart).find(hasName('title')))
  const named = findElements(chart, hasName('ser', 'series'))
  const series = findElements(space, hasName('ser', 'data')).map((one, at) => ({
    name: textOf(childElements(named[at] ?? one).find(hasName('tx'))),
    categories: pointsOf(one, 'cat', 'xval', 'strdim'),
    values: pointsOf(one, 'val', 'yval', 'numdim'),
  }))
  const categories = series.find((one) => one.categories.size > 0)?.categories ?? new Map<number, string>()
  const indexes = [...new Set([...categories.keys(), ...series.flatMap(({ values }) => [...values.keys()])])]
  const rows = indexes
    .toSorted((one, other) => one - other)
    .map((at) => [categories, ...series.map(({ values }) => values)].map((column) => column.get(at) ?? ''))
  const pieces: Piece[] = title === '' ? [] : [{ type: 'caption', text: title }]
  if (rows.length === 0) return pieces
  const lines = [['', ...series.map(({ name }) => name)], ...rows]
  return [...pieces, { type: 'table', text: lines.map((cells) => cells.join(' | ').trim()).join('\n') }]
}
