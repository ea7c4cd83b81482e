import { PACE_EVERY, type Pace } from '../../pace.ts'

/** A sparse vector of unit length: term numbers, rising, and their weights. */
export interface SparseVector {
  ids: Int32Array
  weights: Float64Array
}

/**
 * TF-ISF vectors of sentences: (1 + ln tf) · ln((N + 1) / (df + ½)), scaled to unit length. The inverse sentence
 * frequency takes the place of idf, since a single document has no background collection.
 */
export async function weighSentences(
  sentences: readonly Int32Array[],
  termCount: number,
  pace: Pace,
): Promise<SparseVector[]> {
  const frequency = new Float64Array(termCount)
  for (const content of sentences) for (const id of new Set(content)) frequency[id] = (frequency[id] ?? 0) + 1
  const vectors: SparseVector[] = []
  for (const content of sentences) {
    if (vectors.length % PACE_EVERY === 0) await pace()
    vectors.push(weigh(content, frequency, sentences.length))
  }
  return vectors
}

function weigh(content: Int32Array, frequency: Float64Array, sentenceCount: number): SparseVector {
  const counts = new Map<number, number>()
  for (const id of content) counts.set(id, (counts.get(id) ?? 0) + 1)
  const ids = Int32Array.from(counts.keys()).sort()
  const weights = Float64Array.from(ids, (id) => {
    const rarity = Math.log((sentenceCount + 1) / ((frequency[id] ?? 0) + 0.5))
    return (1 + Math.log(counts.get(id) ?? 1)) * rarity
  })
  const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)) || 1
  return { ids, weights: weights.map((weight) => weight / length) }
}

/** Cosine of two vectors of unit length, by a merge of their sorted ids. */
export function cosine(a: SparseVector, b: SparseVector): number {
  let sum = 0
  let left = 0
  let right = 0
  while (left < a.ids.length && right < b.ids.length) {
    const idA = a.ids[left] ?? 0
    const idB = b.ids[right] ?? 0
    if (idA === idB) {
      sum += (a.weights[left] ?? 0) * (b.weights[right] ?? 0)
      left += 1
      right += 1
    } else if (idA < idB) left += 1
    else right += 1
  }
  return sum
}
