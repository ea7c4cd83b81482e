import type { z } from 'zod'
import type { Log } from '../platform/log.ts'

/** Retries of a job, also after a crash of its process, and the delays between them. */
export interface Retries {
  readonly limit: number
  /** Minimum delay before the first retry, in seconds. It doubles with each; random jitter of the same size is added. */
  readonly delaySeconds: number
  readonly maxDelaySeconds: number
}

export interface AnyJobKind {
  readonly name: string
  /** Maximum concurrent jobs of this kind per process. */
  readonly concurrency: number
  /** Maximum concurrent jobs per group and process, so that no user occupies a whole process; unlimited if omitted. */
  readonly perGroup?: number
  /** Maximum seconds a job may run before another worker takes it. */
  readonly expireInSeconds: number
  /** Four immediate retries if omitted. */
  readonly retries?: Retries
  /** Seconds for which finished and failed jobs are kept; a week if omitted. */
  readonly keptSeconds?: number
  /** Name of the kind that receives the data of jobs that ran out of retries, in the same transaction. */
  readonly deadLetter?: string
  /** Whether at most one job per key waits for its first try: another would do the same work. */
  readonly deduplicated?: boolean
  /** Parses a job's data and does the work. */
  readonly run: (raw: unknown, run: JobRun) => Promise<void>
}

/** A kind of job, created by `defineJobKind`. */
export interface JobKind<T extends object> extends AnyJobKind {
  /** Types the data of `send`; never called. */
  readonly accepts?: (data: T) => void
  /** Deduplication key of waiting jobs. */
  readonly keyOf?: (data: T) => string
}

/** Defines a kind of job: its data, its handler, and its limits. */
export function defineJobKind<T extends object>(
  options: Omit<AnyJobKind, 'run' | 'deduplicated'> & {
    data: z.ZodType<T>
    keyOf?: (data: T) => string
    handle: (data: T, run: JobRun) => Promise<void>
  },
): JobKind<T> {
  const { data, handle, ...bounds } = options
  return { ...bounds, deduplicated: bounds.keyOf !== undefined, run: async (raw, run) => handle(data.parse(raw), run) }
}

export interface JobRun {
  /** Aborts when the process shuts down or the job's claim is lost. */
  readonly signal: AbortSignal
  /** Number of earlier attempts: 0 on the first. */
  readonly earlierTries: number
  /** Whether a failure now is final. */
  readonly lastTry: boolean
  readonly log: Log
}
