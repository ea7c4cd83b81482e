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

function toClusters(fragments: readonly Fragment[], { codes, x0, x1 }: Glyphs): Cluster[] {
  const clusters: Cluster[] = []
  const loose: Cluster[] = []
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
      else if (last !== undefined && index > start && last.x0 === left && last.text !== text) {
        // The letters of a ligature, which PDFium returns one after the other in one place.
        last.text += text
        last.x1 = Math.max(last.x1, right)
      } else if (text !== '') {
        const group = isMark(code) ? loose : clusters
        group.push({ text, x0: left, x1: right, size, kind: kindOf(code, text), spaced, apart: false })
      }
      spaced = false
    }
  }
  return loose.length === 0 ? clusters : placeMarks(clusters, loose)
}

/** Puts marks that were painted apart from their letters on the letters that are in the same place. */
function placeMarks(clusters: readonly Cluster[], marks: readonly Cluster[]): Cluster[] {
  const letters = clusters.toSorted((a, b) => a.x0 - b.x0)
  const lost: Cluster[] = []
  let at = 0
  for (const mark of marks.toSorted((a, b) => a.x0 - b.x0)) {
    while ((letters[at + 1]?.x0 ?? Infinity) <= mark.x0) at += 1
    const letter = letters[at]
    if (letter !== undefined && letter.x0 <= mark.x0 && mark.x0 <= letter.x1) letter.text += mark.text
    else lost.push(mark)
  }
  return [...clusters, ...lost]
}

/** Minimum gap for a space, relative to the font size, in a line whose spaces were painted by themselves. */
const UNPAINTED_GAP = 0.6

/**
 * Whether there is a space between two letters that are neighbors on the page.
 *
 * @param spaces left edges of the line's spaces, if they were painted by themselves
 */
function areApart(a: Cluster, b: Cluster, spaces: readonly number[]): boolean {
  const [left, right] = a.x0 < b.x0 ? [a, b] : [b, a]
  const gap = (right.x0 - left.x1) / Math.max(a.size, b.size)
  // Letters may reach into the space before them.
  if (spaces.length > 0) return gap > UNPAINTED_GAP || spaces.some((x) => x > left.x0 && x <= right.x0)
  return gap > WORD_GAP || ((a.spaced || b.spaced) && gap > 0.08)
}

const isNumber = ({ text }: Cluster): boolean => /^\p{Nd}/u.test(text)

/**
 * Whether a character belongs to the numbers on both sides of it, and to the number on one side. After Arabic letters, signs
 * do not (UAX #9, rules W2 to W5).
 */
const separator = { arabic: /^[.,:/]$/u, other: /^[.,:/+-]$/u }
const numberSign = /^[#$%¢£¤¥€₪₹°‰٪]$/u

/** Distance to the letters that determine the signs of a number, against lines that are made to be slow. */
const MAX_CLUSTERS = 200

/** Whether the letters before a number, or else after it, are Arabic. */
function isArabicAt(clusters: readonly Cluster[], from: number): boolean {
  const isStrong = ({ kind, text }: Cluster): boolean => kind !== 'neutral' && !/^\p{Nd}/u.test(text)
  const before = clusters.slice(Math.max(0, from - MAX_CLUSTERS), from).findLast(isStrong)
  const nearest = before ?? clusters.slice(from, from + MAX_CLUSTERS).find(({ kind }) => kind === 'right-to-left')
  return nearest?.kind === 'right-to-left' && /\p{Script=Arabic}/u.test(nearest.text)
}

/** Reverses a part; the spaces at its ends stay in place. */
function turn(clusters: Cluster[], from: number, to: number): void {
  const part = clusters.slice(from, to)
  const gaps = part.map(({ apart }) => apart)
  for (const [index, cluster] of part.entries()) cluster.apart = gaps[(index + 1) % part.length] ?? false
  clusters.splice(from, to - from, ...part.toReversed())
}

/** Reverses each number separately, since a list of numbers has the direction of the line (UAX #9, rules W4 and N1). */
function turnNumbers(clusters: Cluster[], from: number, to: number): void {
  const separates = isArabicAt(clusters, from) ? separator.arabic : separator.other
  const isInside = (index: number): boolean => {
    const [before, one, after] = [clusters[index - 1], clusters[index], clusters[index + 1]]
    if (before === undefined || one === undefined || after === undefined || !separates.test(one.text)) return false
    return isNumber(before) && isNumber(after) && !one.apart && !after.apart
  }
  let start = from
  for (let index = from + 1; index <= to; index += 1) {
    const cluster = clusters[index]
    const first = clusters[start]
    const begun = first !== undefined && (isNumber(first) || numberSign.test(first.text))
    const isPart = cluster !== undefined && (isNumber(cluster) || isInside(index) || numberSign.test(cluster.text))
    if (index < to && begun && isPart && !cluster.apart) continue
    turn(clusters, start, index)
    start = index
  }
}

/** Pairs of brackets that are mirrored in right-to-left text. */
const pairs = ['()', '[]', '{}', '«»', '‹›']

const pairOf = ({ text }: Cluster): string | undefined => pairs.find((pair) => pair.includes(text))

/** The end of a part against the line's direction, with signs of its numbers and the second one of two brackets. */
function widen(clusters: readonly Cluster[], from: number, to: number): [number, number] {
  const [first, last] = [clusters[from], clusters[to]]
  const [before, after] = [clusters[from - 1], clusters[to + 1]]
  if (first === undefined || last === undefined) return [from, to]
  const hasSigns = !isArabicAt(clusters, from)
  const isSign = (cluster: Cluster | undefined): boolean => cluster !== undefined && numberSign.test(cluster.text)
  const pair = before === undefined ? undefined : pairOf(before)
  const inside = clusters.slice(from, to + 1).filter((cluster) => pair !== undefined && pairOf(cluster) === pair).length
  const closes = inside % 2 === 1 || (hasSigns && isNumber(first) && isSign(before))
  const opens = hasSigns && isNumber(last) && isSign(after)
  return [closes && !first.apart ? from - 1 : from, opens && after?.apart === false ? to + 1 : to]
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
    const [start, end] = kind === 'left-to-right' ? widen(clusters, from, to) : [from, to]
    const lettered = clusters.slice(start, end + 1).some((cluster) => /^\p{L}/u.test(cluster.text))
    if (kind === 'left-to-right' && !lettered) turnNumbers(clusters, start, end + 1)
    else turn(clusters, start, end + 1)
    from = end + 1
  }
}

/**
 * Points brackets to the text that they enclose: PDFium mirrors some of them. Spaces show on which side that is, or else
 * whether one is open.
 */
function turnBrackets(clusters: readonly Cluster[]): void {
  const open = new Set<string>()
  for (const [index, cluster] of clusters.entries()) {
    const pair = pairOf(cluster)
    if (pair === undefined) continue
    const next = clusters[index + 1]
    const apartBefore = index === 0 || cluster.apart
    const apartAfter = next === undefined || next.apart || /^[.,:;!?،؛؟]/u.test(next.text)
    const opens = apartBefore === apartAfter ? !open.has(pair) : apartBefore
    cluster.text = pair.charAt(opens ? 0 : 1)
    if (opens) open.add(pair)
    else open.delete(pair)
  }
}

/**
 * The text of a row with right-to-left letters, in logical order: letters from right to left, numbers and words of other
 * scripts from left to right. Inverts the Unicode Bidirectional Algorithm (UAX #9, rule L2), for lines without nesting.
 */
export function logicalText(fragments: readonly Fragment[], glyphs: Glyphs): string {
  const clusters = toClusters(fragments, glyphs)
  const spaces = glyphs.loneSpaces?.get(Math.round(fragments[0]?.y ?? 0)) ?? []
  const count = (kind: Cluster['kind']): number =>
    clusters.filter((cluster) => cluster.kind === kind && !isNumber(cluster)).length
  const leftward = count('right-to-left') >= count('left-to-right') * 0.5
  // Left edges are where letters were painted; right ones may be those of their ink. Letters in one place keep their order.
  clusters.sort(leftward ? (a, b) => b.x0 - a.x0 : (a, b) => a.x0 - b.x0)
  for (const [index, cluster] of clusters.entries()) {
    const previous = clusters[index - 1]
    cluster.apart = previous !== undefined && areApart(previous, cluster, spaces)
  }
  if (leftward) turnInner(clusters, 'left-to-right', 'right-to-left')
  else turnInner(clusters, 'right-to-left', 'left-to-right')
  turnBrackets(clusters)
  return clusters.map(({ text, apart }) => (apart ? ` ${text}` : text)).join('')
}
