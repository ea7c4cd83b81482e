/** The percentile of a list in any order. */
export const shareOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

export const medianOf = (values: readonly number[]): number => shareOf(values, 0.5)

/** Milliseconds of each run after the first ones, which load and compile. */
export async function timeEach(
  { warmUp, runs }: { warmUp: number; runs: number },
  work: (n: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < warmUp + runs; n += 1) {
    const start = performance.now()
    await work(n)
    if (n >= warmUp) times.push(performance.now() - start)
  }
  return times
}
