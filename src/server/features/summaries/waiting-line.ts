/** How old the line may be that is answered with. */
const FRESH_MS = 2000

/**
 * The summaries that wait to be made, in the order in which their turn comes. It is asked for once for all who wait:
 * how many there are makes no difference.
 */
export class WaitingLine {
  readonly #list: () => Promise<readonly string[]>
  #asked: Promise<ReadonlyMap<string, number>> | null = null
  #askedAt = 0

  /** @param list ids of the summaries that wait, the next one first */
  constructor(list: () => Promise<readonly string[]>) {
    this.#list = list
  }

  /** How many are made before this one; null when it does not wait. */
  async aheadOf(summaryId: string): Promise<number | null> {
    return (await this.#places()).get(summaryId) ?? null
  }

  /** How many wait. */
  async length(): Promise<number> {
    return (await this.#places()).size
  }

  async #places(): Promise<ReadonlyMap<string, number>> {
    if (this.#asked !== null && performance.now() - this.#askedAt < FRESH_MS) return this.#asked
    this.#askedAt = performance.now()
    const asked = this.#list().then((ids) => new Map(ids.map((id, place) => [id, place])))
    this.#asked = asked
    // What failed is asked anew by the next.
    asked.catch(() => {
      if (this.#asked === asked) this.#asked = null
    })
    return asked
  }
}
