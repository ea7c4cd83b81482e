import DataLoader from 'dataloader'

/** How long somebody waits at most for a question that is under way to be answered, before theirs is sent beside it. */
const JOIN_WITHIN_MS = 2
const MAX_KEYS = 100

/**
 * Sends what was asked for in one turn of the event loop together; and while an answer is under way, what is asked for
 * until it is there. Whoever asks alone waits for nothing.
 */
class Turns {
  #underWay = 0
  #next: (() => void) | null = null

  /** When to send what was asked for first, and all that comes until then. */
  schedule(send: () => void): void {
    if (this.#underWay === 0) {
      setImmediate(send)
      return
    }
    const once = (): void => {
      clearTimeout(timer)
      if (this.#next === once) this.#next = null
      send()
    }
    const timer = setTimeout(once, JOIN_WITHIN_MS)
    this.#next = once
  }

  async answer<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await work()
    } finally {
      this.#underWay -= 1
      this.#next?.()
    }
  }
}

/**
 * Reads rows by their keys, those that several requests ask for at a time in one query. Each row is as it was after it
 * was asked for: nothing is kept. What fails fails for all who asked together.
 *
 * @param load reads the rows of some keys; a key without a row is left out
 */
export function batched<Source extends object, Row>(
  load: (db: Source, keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (db: Source, key: string) => Promise<Row | undefined> {
  const loaders = new WeakMap<Source, DataLoader<string, Row | undefined>>()
  const loaderOf = (db: Source): DataLoader<string, Row | undefined> => {
    const known = loaders.get(db)
    if (known !== undefined) return known
    const turns = new Turns()
    const loader = new DataLoader<string, Row | undefined>(
      async (keys) => {
        const rows = await turns.answer(async () => load(db, [...new Set(keys)]))
        return keys.map((key) => rows.get(key))
      },
      { cache: false, maxBatchSize: MAX_KEYS, batchScheduleFn: (send) => turns.schedule(send) },
    )
    loaders.set(db, loader)
    return loader
  }
  return async (db, key) => loaderOf(db).load(key)
}
