/** A sparse vector of unit length: term numbers, rising, and their weights. */
export interface SparseVector {
  ids: Int32Array
  weights: Float64Array
}

/**
 * TF-ISF vectors of sentences: (1 + ln tf) · ln((N + 1) / (df + ½)), scaled to unit length. The inverse sentence
 * frequency takes the place of idf, since a single document has no background collection.
 */
export function weighSentences(sentences: readonly Int32Array[], termCount: number): SparseVector[] {
  const frequency = new Float64Array(termCount)
  for (const content of sentences) for (const id of new Set(content)) frequency[id] = (frequency[id] ?? 0) + 1
  const vectors: SparseVector[] = []
  for (const content of sentences) {
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

/**
 * Weight of similarity to the sentences before, against 1 for those after. Directed degree centrality follows PacSum
 * (Zheng & Lapata 2019, arXiv 1906.03508): a sentence that later ones come back to matters, one that only repeats
 * earlier ones matters less.
 */
const BACKWARD_WEIGHT = -0.3

function addTo(sum: Float64Array, vector: SparseVector, sign: number): void {
  vector.ids.forEach((id, index) => {
    sum[id] = (sum[id] ?? 0) + sign * (vector.weights[index] ?? 0)
  })
}

function dot(sum: Float64Array, vector: SparseVector): number {
  return vector.ids.reduce((total, id, index) => total + (sum[id] ?? 0) * (vector.weights[index] ?? 0), 0)
}

/**
 * Directed centrality of each sentence, the greatest being 1. The sum of cosines with all sentences after (before) is
 * the product with the sum of their vectors, so a whole book takes time linear in its words.
 */
export function directedCentrality(vectors: readonly SparseVector[], termCount: number): Float64Array {
  const before = new Float64Array(termCount)
  const after = new Float64Array(termCount)
  for (const vector of vectors) addTo(after, vector, 1)
  const scores = new Float64Array(vectors.length)
  for (const [at, vector] of vectors.entries()) {
    addTo(after, vector, -1)
    scores[at] = dot(after, vector) + BACKWARD_WEIGHT * dot(before, vector)
    addTo(before, vector, 1)
  }
  const greatest = scores.reduce((most, score) => Math.max(most, score), 0) || 1
  return scores.map((score) => score / greatest)
}

/**
 * Undirected degree centrality: the sum of cosines with all other sentences, low for one whose words come nowhere
 * else. Null vectors (sentences that do not count) get 0.
 */
function degrees(vectors: readonly (SparseVector | null)[], termCount: number): Float64Array {
  const sum = new Float64Array(termCount)
  for (const vector of vectors) if (vector !== null) addTo(sum, vector, 1)
  return Float64Array.from(vectors, (vector) =>
    vector === null || vector.ids.length === 0 ? 0 : Math.max(0, dot(sum, vector) - 1),
  )
}

/** Most that a sentence can be connected, in means. */
const MOST_CONNECTION = 1.6
/** In so few sentences it is half chance which words come again. */
const DOUBTED_SENTENCES = 15
/** Long sentences meet more words of others; this power of the length takes some of that back. */
const LENGTH_DISCOUNT = 0.35

/** How connected each sentence is with all others: 1 on average, at most 1.6, low for one about something else. */
export function connections(vectors: readonly (SparseVector | null)[], termCount: number): Float64Array {
  const discounted = degrees(vectors, termCount).map(
    (value, at) => value / Math.max(1, vectors[at]?.ids.length ?? 1) ** LENGTH_DISCOUNT,
  )
  const total = discounted.reduce((sum, value) => sum + value, 0)
  if (total === 0) return discounted.fill(1)
  const count = vectors.filter((vector) => vector !== null).length
  const trust = count / (count + DOUBTED_SENTENCES)
  return discounted.map((value) => Math.min(MOST_CONNECTION, 1 + trust * ((value * count) / total - 1)))
}
