/** The value that a share of them is below. */
export const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN
