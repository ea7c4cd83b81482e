import type { Glyphs } from '../pdfium/glyphs.ts'
import { characterText, isMark, isRtl, isSpace } from './characters.ts'
import { type Fragment, WORD_GAP } from './fragments.ts'

/** A letter with its marks. */
interface Cluster {
  text: string
  x0: number
  x1: number
  size: number
  kind: 'right-to-left' | 'left-to-right' | 'neutral'
  /** A space was painted before it. */
  spaced: boolean
  /** There is a gap for a space between it and the one before it in reading order. */
  apart: boolean
}

const strong = /^[\p{L}\p{N}]/u

function kindOf(code: number, text: string): Cluster['kind'] {
  if (isRtl(code)) return /^\p{Nd}/u.test(text) ? 'left-to-right' : 'right-to-left'
  return strong.test(text) ? 'left-to-right' : 'neutral'
}

const turnedLamAlef = /^[\u0622\u0623\u0625\u0627]\u0644$/u

/**
 * The letters of a ligature, which PDFium returns one after the other with one box. In the only ligature of alef and lam,
 * lam comes first, though some programs write its letters in the wrong order.
 */
const ligature = (before: string, text: string): string =>
  turnedLamAlef.test(before + text) ? text + before : before + text

function toClusters(fragments: readonly Fragment[], { codes, x0, x1 }: Glyphs): Cluster[] {
  const clusters: Cluster[] = []
  for (const { start, end, size } of fragments) {
    let spaced = false
    for (let index = start; index < end; index += 1) {
      const code = codes[index] ?? 0
      const last = clusters.at(-1)
      if (isSpace(code)) {
        spaced = true
        continue
      }
      const text = characterText(code)
      const [left, right] = [x0[index] ?? 0, x1[index] ?? 0]
      if (isMark(code) && last !== undefined && index > start) last.text += text
      else if (last !== undefined && index > start && last.x0 === left && last.x1 === right && last.text !== text) {
        last.text = ligature(last.text, text)
      } else if (text !== '') {
        clusters.push({ text, x0: left, x1: right, size, kind: kindOf(code, text), spaced, apart: false })
      }
      spaced = false
    }
  }
  return clusters
}

/** Whether there is a gap for a space between two letters that are neighbors on the page. */
function areApart(a: Cluster, b: Cluster): boolean {
  const gap = Math.max(b.x0 - a.x1, a.x0 - b.x1)
  return gap > WORD_GAP * Math.max(a.size, b.size) || ((a.spaced || b.spaced) && gap > 0.08 * Math.max(a.size, b.size))
}

const isNumber = ({ text }: Cluster): boolean => /^\p{Nd}/u.test(text)

/** Whether a character belongs to the number around it. */
const isSeparator = ({ text }: Cluster): boolean => /^[.,:/+-]$/u.test(text)

/** Reverses a part; the spaces at its ends stay in place. */
function turn(clusters: Cluster[], from: number, to: number): void {
  const part = clusters.slice(from, to)
  const gaps = part.map(({ apart }) => apart)
  for (const [index, cluster] of part.entries()) cluster.apart = gaps[(index + 1) % part.length] ?? false
  clusters.splice(from, to - from, ...part.toReversed())
}

/** Reverses each number separately, since a list of numbers has the direction of the line (UAX #9, rules W4 and N1). */
function turnNumbers(clusters: Cluster[], from: number, to: number): void {
  const isInside = (index: number): boolean => {
    const [before, one, after] = [clusters[index - 1], clusters[index], clusters[index + 1]]
    if (before === undefined || one === undefined || after === undefined || !isSeparator(one)) return false
    return isNumber(before) && isNumber(after) && !one.apart && !after.apart
  }
  let start = from
  for (let index = from + 1; index <= to; index += 1) {
    const cluster = clusters[index]
    const goesOn = index < to && cluster !== undefined && !cluster.apart && (isNumber(cluster) || isInside(index))
    if (goesOn) continue
    turn(clusters, start, index)
    start = index
  }
}

/** Reverses the parts against the line's direction: from the first to the last letter of their kind. */
function turnInner(clusters: Cluster[], kind: Cluster['kind'], against: Cluster['kind']): void {
  let from = 0
  while (from < clusters.length) {
    if (clusters[from]?.kind !== kind) {
      from += 1
      continue
    }
    let to = from
    for (let next = from + 1; next < clusters.length && clusters[next]?.kind !== against; next += 1) {
      if (clusters[next]?.kind === kind) to = next
    }
    const lettered = clusters.slice(from, to + 1).some((cluster) => /^\p{L}/u.test(cluster.text))
    if (kind === 'left-to-right' && !lettered) turnNumbers(clusters, from, to + 1)
    else turn(clusters, from, to + 1)
    from = to + 1
  }
}

/**
 * The text of a row with right-to-left letters, in logical order: letters from right to left, numbers and words of other
 * scripts from left to right. Inverts the Unicode Bidirectional Algorithm (UAX #9, rule L2), for lines without nesting.
 */
export function logicalText(fragments: readonly Fragment[], glyphs: Glyphs): string {
  const clusters = toClusters(fragments, glyphs)
  const count = (kind: Cluster['kind']): number =>
    clusters.filter((cluster) => cluster.kind === kind && !isNumber(cluster)).length
  const leftward = count('right-to-left') >= count('left-to-right') * 0.5
  // The sort is stable: letters in the same position keep the painting order.
  clusters.sort(leftward ? (a, b) => b.x1 - a.x1 : (a, b) => a.x0 - b.x0)
  for (const [index, cluster] of clusters.entries()) {
    const previous = clusters[index - 1]
    cluster.apart = previous !== undefined && areApart(previous, cluster)
  }
  if (leftward) turnInner(clusters, 'left-to-right', 'right-to-left')
  else turnInner(clusters, 'right-to-left', 'left-to-right')
  return clusters.map(({ text, apart }) => (apart ? ` ${text}` : text)).join('')
}
