/** How much longer than its bound a summary is thought to be when its word counts are foretold. */
const RATE_SCALE = 1.1

/**
 * Tells how much a further use of a word is likely to be matched in a person's summary. The count of a word there is
 * taken as Poisson distributed with the rate of the document: the k-th use counts P(X ≥ k), which falls with k, so the
 * sum over words is submodular and is the expected unigram overlap with such a summary.
 */
export class ExpectedCounts {
  readonly #rates: Float64Array
  readonly #used: Float64Array
  /** P(X = used) and P(X > used) of each word. */
  readonly #mass: Float64Array
  readonly #tail: Float64Array

  /**
   * @param shares of the words that a summary is expected to be made of
   * @param words length of the summary
   */
  constructor(shares: Float64Array, words: number) {
    this.#rates = shares.map((share) => share * words * RATE_SCALE)
    this.#used = new Float64Array(shares.length)
    this.#mass = this.#rates.map((rate) => Math.exp(-rate))
    this.#tail = this.#mass.map((mass) => 1 - mass)
  }

  /** Expected matches that a sentence adds. */
  gain(ids: Int32Array): number {
    let gain = 0
    const undo: (readonly [id: number, mass: number, tail: number])[] = []
    for (const id of ids) {
      const mass = this.#mass[id] ?? 0
      const tail = this.#tail[id] ?? 0
      undo.push([id, mass, tail])
      gain += tail
      this.#use(id, mass, tail)
    }
    for (let at = undo.length - 1; at >= 0; at -= 1) {
      const entry = undo[at]
      if (entry === undefined) continue
      const [id, mass, tail] = entry
      this.#mass[id] = mass
      this.#tail[id] = tail
      this.#used[id] = (this.#used[id] ?? 0) - 1
    }
    return gain
  }

  /** Counts the words of a sentence that was taken. */
  take(ids: Int32Array): void {
    for (const id of ids) this.#use(id, this.#mass[id] ?? 0, this.#tail[id] ?? 0)
  }

  #use(id: number, mass: number, tail: number): void {
    const used = (this.#used[id] ?? 0) + 1
    const next = (mass * (this.#rates[id] ?? 0)) / used
    this.#used[id] = used
    this.#mass[id] = next
    this.#tail[id] = Math.max(0, tail - next)
  }
}
