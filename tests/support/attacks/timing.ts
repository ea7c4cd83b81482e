/** Response times of two kinds of requests, in milliseconds. */
export type Times<K extends string> = Record<K, number[]>

/** A shuffled list, the same in every run (Fisher and Yates, with a generator of Park and Miller). */
function shuffled<T>(list: readonly T[]): T[] {
  const mixed = [...list]
  let seed = 20_250_801
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    seed = (seed * 48_271) % 2_147_483_647
    const other = seed % (last + 1)
    ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
  }
  return mixed
}

/**
 * Sends the kinds of requests in a mixed order, so that other load on the machine, and work that continues after a
 * response, affect all kinds equally.
 * @param samples number of each kind; some more are taken first and discarded
 */
export async function timeMixed<K extends string>(
  kinds: Readonly<Record<K, () => Promise<unknown>>>,
  samples: number,
): Promise<Times<K>> {
  const names = Object.keys(kinds) as K[]
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Times<K>
  const warmUp = [...names, ...names, ...names]
  const order = [...warmUp, ...shuffled(names.flatMap((name) => Array.from({ length: samples }, () => name)))]
  for (const [index, name] of order.entries()) {
    const started = performance.now()
    await kinds[name]()
    if (index >= warmUp.length) times[name].push(performance.now() - started)
  }
  return times
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 0 ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[middle]!
}

/**
 * Share of pairs in which the second kind takes longer: 0.5 for indistinguishable kinds, 0 or 1 for clearly different
 * ones. This is the Mann-Whitney statistic (1947); it considers order only, so a single slow response changes nothing.
 */
export function shareLonger(first: readonly number[], second: readonly number[]): number {
  let longer = 0
  for (const a of first) for (const b of second) longer += b > a ? 1 : b === a ? 0.5 : 0
  return longer / (first.length * second.length)
}

/**
 * For two samples of 40 from one distribution the share varies around 0.5 with a standard deviation of sqrt((40 + 40 +
 * 1) / (12 * 40 * 40)) = 0.065, so this is more than four and a half of them.
 */
const FAR = 0.3
/** On a quiet machine, order alone detects a tenth of a millisecond; only a relevant part of the work counts. */
const MUCH = 0.25

/** Whether two kinds of responses can be distinguished by their time: nearly always, and by a large margin. */
export function areDistinguishable(first: readonly number[], second: readonly number[]): boolean {
  const [a, b] = [median(first), median(second)]
  return Math.abs(shareLonger(first, second) - 0.5) > FAR && Math.abs(a - b) > MUCH * Math.max(a, b)
}
