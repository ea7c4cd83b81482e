import type { Glyphs } from '../pdfium/glyphs.ts'
import { characterText, isMark, isRtl, isSpace } from './characters.ts'
import { type Fragment, WORD_GAP } from './fragments.ts'

/** A letter with its marks. */
interface Cluster {
  text: string
  x0: number
  x1: number
  size: number
  /** Letters of scripts that run right to left; letters and digits that run left to right; all else. */
  kind: 'right-to-left' | 'left-to-right' | 'neutral'
  /** Whether a space was painted before it, in the order of painting. */
  spaced: boolean
}

const strong = /^[\p{L}\p{N}]/u

function kindOf(code: number, text: string): Cluster['kind'] {
  if (isRtl(code)) return /^\p{Nd}/u.test(text) ? 'left-to-right' : 'right-to-left'
  return strong.test(text) ? 'left-to-right' : 'neutral'
}

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
      if (isMark(code) && last !== undefined && index > start) last.text += text
      else if (text !== '') {
        clusters.push({ text, x0: x0[index] ?? 0, x1: x1[index] ?? 0, size, kind: kindOf(code, text), spaced })
      }
      spaced = false
    }
  }
  return clusters
}

/** Turns around the stretches that run against the line: from the first to the last letter of their kind. */
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
    clusters.splice(from, to - from + 1, ...clusters.slice(from, to + 1).toReversed())
    from = to + 1
  }
}

/** Whether there is room for a space between two letters that are neighbours on the page. */
function areApart(a: Cluster, b: Cluster): boolean {
  const gap = Math.max(b.x0 - a.x1, a.x0 - b.x1)
  return gap > WORD_GAP * Math.max(a.size, b.size) || ((a.spaced || b.spaced) && gap > 0.08 * Math.max(a.size, b.size))
}

/**
 * The text of a row in which letters run to the left, in the order in which it is spoken: letters from right to left,
 * with numbers and words of other scripts turned back. The reverse of what a program does to show such a line
 * (Unicode Bidirectional Algorithm, UAX #9, rule L2), for lines without nesting.
 */
export function logicalText(fragments: readonly Fragment[], glyphs: Glyphs): string {
  const clusters = toClusters(fragments, glyphs)
  const count = (kind: Cluster['kind']): number => clusters.filter((cluster) => cluster.kind === kind).length
  const leftward = count('right-to-left') >= count('left-to-right') * 0.5
  // Where two stand in the same place, the order of painting is kept.
  clusters.sort(leftward ? (a, b) => b.x1 - a.x1 : (a, b) => a.x0 - b.x0)
  if (leftward) turnInner(clusters, 'left-to-right', 'right-to-left')
  else turnInner(clusters, 'right-to-left', 'left-to-right')
  let text = ''
  for (const [index, cluster] of clusters.entries()) {
    const previous = clusters[index - 1]
    text += previous !== undefined && areApart(previous, cluster) ? ` ${cluster.text}` : cluster.text
  }
  return text
}
