import { AppError } from '../../../shared/errors.ts'

export interface WorkLineOptions {
  /** Pieces of work that may run at once. */
  places: number
  /** How many more may wait. */
  length: number
  /** What is said to those who find the line full, and when they may come again. */
  refusal: string
  retryAfterSeconds: number
}

/**
 * A line in front of work that costs much: so many run at once, in the order they came, and so many may wait.
 *
 * @returns does a piece of work when its turn has come; throws AppError `unavailable` when the line is full
 */
export function createWorkLine(options: WorkLineOptions): <T>(work: () => Promise<T>) => Promise<T> {
  const { places, length, refusal, retryAfterSeconds } = options
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < places) {
      running += 1
      return
    }
    if (waiting.length >= length) throw new AppError('unavailable', refusal, { retryAfterSeconds })
    // Who leaves hands over the place, so that nobody slips in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
