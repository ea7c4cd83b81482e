import { TryFailure } from './failures.ts'

/** The limits of one try: its signal closes the connection when it is cancelled or one of its times is over. */
export interface TryLimits {
  readonly signal: AbortSignal
  /** Rejects when the signal fires; never resolves. */
  readonly over: Promise<never>
  /** The answer went on: silence is counted anew from here. */
  progress(): void
  /** Ends the try: nothing of it is left behind, and what is still open is closed. */
  end(): void
}

/**
 * Starts the clocks of one try. Silence counts only from the first words of an answer on: before them a model reads
 * and thinks.
 *
 * @param signal cancels the try, with its own reason
 */
export function startLimits(callTimeoutMs: number, stallTimeoutMs: number, signal: AbortSignal): TryLimits {
  const controller = new AbortController()
  const over = Promise.withResolvers<never>()
  // Whoever awaits it hears of it; nobody may be waiting when it happens.
  over.promise.catch(() => undefined)
  const stop = (reason: unknown) => {
    over.reject(reason)
    controller.abort(reason)
  }
  const cancel = () => stop(signal.reason)
  const wholeTimer = setTimeout(() => {
    stop(new TryFailure('timed_out', `gave no whole answer within ${callTimeoutMs / 1000} s`))
  }, callTimeoutMs)
  let silence: NodeJS.Timeout | undefined
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    over: over.promise,
    progress: () => {
      if (silence !== undefined) {
        silence.refresh()
        return
      }
      silence = setTimeout(() => {
        stop(new TryFailure('stalled', `fell silent for ${stallTimeoutMs / 1000} s within its answer`))
      }, stallTimeoutMs)
    },
    end: () => {
      clearTimeout(wholeTimer)
      clearTimeout(silence)
      signal.removeEventListener('abort', cancel)
      controller.abort()
    },
  }
}
