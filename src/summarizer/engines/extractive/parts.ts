import type { Sentence } from './read-sentences.ts'

/** What the parts are told by. */
interface Placed {
  readonly sentence: Sentence
  readonly usable: boolean
}

/** The parts of a document that a summary should hear: the part of each candidate, and the share of each part. */
export interface Parts {
  readonly of: Int32Array
  /** Sum to 1. By the square root of the length, so that short parts are heard too. */
  readonly shares: Float64Array
  /** Whether the source itself names them, by headings or chapters. */
  readonly named: boolean
}

/** Length in words of a part where the source names none, and the most parts made so. */
const PART_WORDS = 150
const MOST_UNNAMED_PARTS = 6

/** Where each new part begins is told by the section, else by the words so far, at the beginning of a block. */
function partNumbers(candidates: readonly Placed[]): Int32Array {
  const divided = candidates.some((candidate) => candidate.sentence.section !== candidates[0]?.sentence.section)
  if (divided) return Int32Array.from(candidates, (candidate) => candidate.sentence.section)
  const words = candidates.reduce((sum, candidate) => sum + candidate.sentence.words, 0)
  const count = Math.max(1, Math.min(MOST_UNNAMED_PARTS, Math.round(words / PART_WORDS)))
  let read = 0
  let part = 0
  return Int32Array.from(candidates, ({ sentence }, at) => {
    if (sentence.block !== candidates[at - 1]?.sentence.block) {
      part = Math.min(count - 1, Math.floor(((read + sentence.words / 2) / Math.max(1, words)) * count))
    }
    read += sentence.words
    return part
  })
}

/** Tells the parts of a document: its sections, else stretches of its paragraphs of about equal length. */
export function partsOf(candidates: readonly Placed[]): Parts {
  const numbers = partNumbers(candidates)
  const words = new Float64Array(numbers.reduce((most, part) => Math.max(most, part + 1), 0))
  candidates.forEach((candidate, at) => {
    const part = numbers[at] ?? 0
    if (candidate.usable) words[part] = (words[part] ?? 0) + candidate.sentence.words
  })
  const roots = words.map((count) => Math.sqrt(count))
  const total = roots.reduce((sum, root) => sum + root, 0) || 1
  const named =
    numbers.some((part) => part !== numbers[0]) &&
    candidates.some(({ sentence: { block } }) => block.headingPath.length > 0 || block.place.kind === 'chapter')
  return { of: numbers, shares: roots.map((root) => root / total), named }
}
