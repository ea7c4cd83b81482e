import type { PartialPage } from '../../../shared/summary/partial-page.ts'
import type { Progress, SummaryStatus } from '../../../shared/summary/summary.ts'
import type { Snapshot, SummaryRow } from '../../db/schema/index.ts'
import type { SummaryJobContext } from './context.ts'
import { packSnapshot } from './events.ts'
import { type ReadyFields, updateUnfinished } from './repo.ts'

/** Minimum interval between writes of the row within a stage. */
const WRITE_EVERY_MS = 1000
const PUBLISH_EVERY_MS = 100
/** Events carry the whole page, so a long one is published less often: one of 10,000 characters about every 300 ms. */
const PACKED_CHARACTERS_PER_MS = 25

const statusOf: Record<Progress['stage'], SummaryStatus> = {
  queued: 'queued',
  fetching: 'extracting',
  listening: 'extracting',
  reading: 'extracting',
  summarizing: 'summarizing',
  checking: 'summarizing',
}

type ReporterOptions = SummaryJobContext & {
  /** Called when the row shows that the summary was deleted or has ended. */
  onGone: () => void
  /** Called with errors of reporting. The work continues. */
  onError: (error: unknown) => void
}

/**
 * Publishes the progress of a summary and writes it to the row. Never delays the work: if progress comes faster than it
 * can be published, only the newest state is.
 */
export class ProgressReporter {
  readonly #options: ReporterOptions
  readonly #id: string
  #progress: Progress | null = null
  /** The page so far; null before the first text. */
  #page: Snapshot | null = null
  #publishedProgress: Progress | null = null
  #publishedPage: Snapshot | null = null
  #publishedLength = 0
  #writtenPage: Snapshot | null = null
  #writtenProgress: Progress | null = null
  #writtenAt = Number.NEGATIVE_INFINITY
  #publishedAt = Number.NEGATIVE_INFINITY
  /** A new stage and the first words are published immediately. */
  #urgent = false
  #publishing: Promise<void> | null = null
  #writing: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #closed = false
  #cancelCounts: boolean
  #recording: Promise<boolean> | null = null

  /** @param row the summary when this attempt began, with what earlier attempts recorded */
  constructor(options: ReporterOptions, { id, progress }: Pick<SummaryRow, 'id' | 'progress'>) {
    this.#options = options
    this.#id = id
    this.#cancelCounts = progress?.cancelCounts === true
  }

  /** Reports progress: a new stage immediately, steps within one at a bounded rate. */
  progress(progress: Progress): void {
    this.#urgent ||= progress.stage !== this.#progress?.stage
    this.#progress = this.#withCancelCounts(progress)
    this.#schedule()
  }

  /**
   * Records in the row that canceling uses quota from now on. Awaited before a model is called or text is shown, so
   * that a deletion in another process, or after a crash, sees it. False when the summary was deleted or has ended.
   */
  async countCancel(): Promise<boolean> {
    if (this.#closed) return false
    this.#recording ??= this.#recordCancelCounts()
    return this.#recording
  }

  partial(page: PartialPage): void {
    this.#urgent ||= this.#page === null
    this.#page = { at: Math.max(Date.now(), (this.#page?.at ?? 0) + 1), page }
    this.#schedule()
  }

  /** Stores the facts of the source once it has been read, and begins the stage `summarizing`. */
  async document(fields: ReadyFields): Promise<void> {
    await this.#writing
    this.#writtenAt = performance.now()
    const progress = this.#withCancelCounts({ ...this.#progress, stage: 'summarizing', done: 0, total: 1 })
    this.#progress = progress
    this.#writtenProgress = progress
    if (!(await updateUnfinished(this.#options.db, this.#id, { ...fields, status: 'summarizing', progress })))
      this.#options.onGone()
    // Subscribers load the facts once they see the stage.
    this.#urgent = true
    this.#schedule()
  }

  /** Stops reporting and waits for pending writes. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await Promise.all([this.#publishing, this.#writing])
  }

  #withCancelCounts(progress: Progress): Progress {
    return this.#cancelCounts && !progress.cancelCounts ? { ...progress, cancelCounts: true } : progress
  }

  async #recordCancelCounts(): Promise<boolean> {
    if (this.#cancelCounts) return true
    this.#cancelCounts = true
    this.#urgent = true
    this.progress(this.#progress ?? { stage: 'summarizing', done: 0, total: 1 })
    // An earlier write must not overwrite this one.
    await this.#writing
    const recorded = await updateUnfinished(this.#options.db, this.#id, { progress: this.#progress })
    if (!recorded) this.#options.onGone()
    return recorded
  }

  /** Milliseconds until the next event may be published; infinite if there is none, or one is being published. */
  #publishInMs(): number {
    const isPublished = this.#page === this.#publishedPage && this.#progress === this.#publishedProgress
    if (this.#publishing !== null || isPublished) return Number.POSITIVE_INFINITY
    if (this.#urgent) return 0
    const pauseMs = PUBLISH_EVERY_MS + this.#publishedLength / PACKED_CHARACTERS_PER_MS
    return Math.max(0, this.#publishedAt + pauseMs - performance.now())
  }

  /** Milliseconds until the row may be written; infinite if it is up to date, or is being written. */
  #writeInMs(): number {
    const isWritten = this.#page === this.#writtenPage && this.#progress === this.#writtenProgress
    if (this.#writing !== null || isWritten) return Number.POSITIVE_INFINITY
    return Math.max(0, this.#writtenAt + WRITE_EVERY_MS - performance.now())
  }

  /** Publishes and writes what is due, and schedules the rest. */
  #schedule(): void {
    if (this.#closed) return
    const again = (): void => this.#schedule()
    if (this.#publishInMs() === 0) {
      this.#publishing = this.#publish().finally(() => {
        this.#publishing = null
        again()
      })
    }
    if (this.#writeInMs() === 0) {
      this.#writing = this.#write()
        .catch(this.#options.onError)
        .finally(() => {
          this.#writing = null
          again()
        })
    }
    const waitMs = Math.min(this.#publishInMs(), this.#writeInMs())
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = waitMs === Number.POSITIVE_INFINITY ? null : setTimeout(again, Math.ceil(waitMs))
  }

  async #publish(): Promise<void> {
    const { hub } = this.#options
    const progress = this.#progress
    const page = this.#page
    this.#publishedAt = performance.now()
    this.#urgent = false
    if (progress !== null && progress !== this.#publishedProgress) {
      this.#publishedProgress = progress
      await hub.publish(this.#id, { type: 'progress', progress })
    }
    if (page !== null && page !== this.#publishedPage) {
      const snapshot = packSnapshot(page)
      this.#publishedPage = page
      this.#publishedLength = snapshot.length
      await hub.publish(this.#id, { type: 'partial', snapshot })
    }
  }

  async #write(): Promise<void> {
    const progress = this.#progress
    const page = this.#page
    this.#writtenAt = performance.now()
    this.#writtenProgress = progress
    this.#writtenPage = page
    if (progress === null) return
    const fields = { status: statusOf[progress.stage], progress, partialPage: page }
    if (!(await updateUnfinished(this.#options.db, this.#id, fields))) this.#options.onGone()
  }
}
