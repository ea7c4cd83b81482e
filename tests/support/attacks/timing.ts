/** Times of two kinds of requests, in milliseconds, taken in turn. */
export type Times<K extends string> = Record<K, number[]>

/**
 * Asks each kind of question in turn, round after round and beginning with another kind each time, so that whatever
 * else the machine does falls on all kinds alike.
 *
 * @param rounds samples of each kind; some more are taken first, and thrown away
 */
export async function timeInTurn<K extends string>(
  kinds: Readonly<Record<K, () => Promise<unknown>>>,
  rounds: number,
): Promise<Times<K>> {
  const names = Object.keys(kinds) as K[]
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Times<K>
  const warmUp = 5
  for (let round = -warmUp; round < rounds; round += 1) {
    const first = (round + warmUp) % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const started = performance.now()
      await kinds[name]()
      if (round >= 0) times[name].push(performance.now() - started)
    }
  }
  return times
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 0 ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[middle]!
}

/**
 * How often a time of the second kind is longer than one of the first: 0.5 when nobody could tell them apart, 0 or 1
 * when one look is enough. It is the statistic of Mann and Whitney (1947) as a share of all pairs; it looks at order
 * alone, so that one answer that took a second changes nothing.
 */
export function shareLonger(first: readonly number[], second: readonly number[]): number {
  let longer = 0
  for (const a of first) for (const b of second) longer += b > a ? 1 : b === a ? 0.5 : 0
  return longer / (first.length * second.length)
}

/**
 * For two samples of 60 from one distribution the share spreads around 0.5 with a standard deviation of
 * sqrt((60 + 60 + 1) / (12 * 60 * 60)) = 0.053, so this is nearly five of them: noise gets there once in a million runs.
 */
const FAR = 0.25
/** On a quiet machine the order alone shows a tenth of a millisecond; what is worth hiding is a part of the work. */
const MUCH = 0.25

/** Whether somebody could tell two kinds of answers apart by how long they took: nearly always, and by much. */
export function tellsApart(first: readonly number[], second: readonly number[]): boolean {
  const [a, b] = [median(first), median(second)]
  return Math.abs(shareLonger(first, second) - 0.5) > FAR && Math.abs(a - b) > MUCH * Math.max(a, b)
}
