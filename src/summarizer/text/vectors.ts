/** Number of a term, counted from 0 in order of appearance. */
export function idIn(vocabulary: Map<string, number>, term: string): number {
  const id = vocabulary.get(term) ?? vocabulary.size
  vocabulary.set(term, id)
  return id
}

/** TF-IDF vectors of unit length, with the sentences as the collection. */
export function vectorsOf(contents: readonly (readonly number[])[], size: number): Map<number, number>[] {
  const frequency = new Float64Array(size)
  for (const ids of contents) for (const id of new Set(ids)) frequency[id] = (frequency[id] ?? 0) + 1
  return contents.map((ids) => {
    const vector = new Map<number, number>()
    for (const id of ids) vector.set(id, (vector.get(id) ?? 0) + 1)
    let square = 0
    for (const [id, count] of vector) {
      const weight = (1 + Math.log(count)) * Math.log((contents.length + 1) / (frequency[id] ?? 1))
      vector.set(id, weight)
      square += weight * weight
    }
    const length = Math.sqrt(square) || 1
    for (const [id, weight] of vector) vector.set(id, weight / length)
    return vector
  })
}

/** Cosine of two vectors of unit length. */
export function cosine(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let product = 0
  for (const [id, weight] of small) product += weight * (large.get(id) ?? 0)
  return product
}
