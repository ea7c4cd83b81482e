import { AppError } from '../../../shared/errors.ts'

/** Event streams that one user may have open in this process: one for each visible page, and some to spare. */
export const STREAMS_PER_USER = 20

const RETRY_AFTER_SECONDS = 10

/** Counts the open event streams of each user. */
export class OpenStreams {
  readonly #counts = new Map<string, number>()

  /**
   * Opens a stream.
   *
   * @returns closes it
   * @throws AppError `rate_limited` when the user has too many
   */
  open(userId: string): () => void {
    const count = this.#counts.get(userId) ?? 0
    if (count >= STREAMS_PER_USER) {
      throw new AppError(
        'rate_limited',
        `You have ${STREAMS_PER_USER} live views open already. Close some tabs, or refresh this page to see where your summary is.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      )
    }
    this.#counts.set(userId, count + 1)
    return () => this.#close(userId)
  }

  #close(userId: string): void {
    const count = this.#counts.get(userId) ?? 0
    if (count > 1) this.#counts.set(userId, count - 1)
    else this.#counts.delete(userId)
  }
}
