import { TryFailure } from './failures.ts'

interface TryTimes {
  /** Of the whole try, or until its first word. */
  limitMs: number
  onlyToFirstWord: boolean
  /** Silence within the answer: before its first word a model reads and thinks. */
  stallMs: number
}

/** Starts the clocks of one try, which `signal` cancels with its own reason. */
export function startLimits({ limitMs, onlyToFirstWord, stallMs }: TryTimes, signal: AbortSignal) {
  const controller = new AbortController()
  const over = Promise.withResolvers<never>()
  // No one may be awaiting it.
  over.promise.catch(() => undefined)
  const stop = (reason: unknown) => {
    over.reject(reason)
    controller.abort(reason)
  }
  const cancel = () => stop(signal.reason)
  const limit = setTimeout(() => {
    stop(new TryFailure('timed_out', `gave no ${onlyToFirstWord ? '' : 'whole '}answer within ${limitMs / 1000} s`))
  }, limitMs)
  let silence: NodeJS.Timeout | undefined
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  return {
    /** Closes the connection. */
    signal: controller.signal,
    /** Rejects when the signal fires; never resolves. */
    over: over.promise,
    /** Restarts the limit of silence. */
    progress: (): void => {
      if (onlyToFirstWord) clearTimeout(limit)
      silence ??= setTimeout(() => {
        stop(new TryFailure('stalled', `fell silent for ${stallMs / 1000} s within its answer`))
      }, stallMs)
      silence.refresh()
    },
    end: (): void => {
      clearTimeout(limit)
      clearTimeout(silence)
      signal.removeEventListener('abort', cancel)
      controller.abort()
    },
  }
}

export type TryLimits = ReturnType<typeof startLimits>
