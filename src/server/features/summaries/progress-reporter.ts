import type { Progress, SummaryStatus } from '../../../shared/summary.ts'
import type { Db } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { EventHub } from './event-hub.ts'
import { tailAfter } from './partial-text.ts'
import { type ReadyFields, updateUnfinished } from './repo.ts'

/** Rows are written this often at most while a stage lasts; watchers are told more often. */
const WRITE_EVERY_MS = 1000
const TELL_EVERY_MS = 100
/** Browsers are sent the whole text each time, so a long one is told less often: one of 10,000 characters every 300 ms. */
const CHARACTERS_PER_MS = 50

const statusOf: Record<Progress['stage'], SummaryStatus> = {
  queued: 'queued',
  fetching: 'extracting',
  reading: 'extracting',
  summarizing: 'summarizing',
  checking: 'summarizing',
}

export interface ReporterDeps {
  db: Db
  hub: EventHub
  /** Told that the summary is not being made any more: it was deleted or has ended. Its message may have been lost. */
  onGone: () => void
  /** Told what went wrong while reporting. The work goes on. */
  onError: (error: unknown) => void
}

/**
 * Tells watchers how far a summary is, and keeps the row close enough behind for those who come later. It never holds
 * the work up: what is reported faster than it can be told is left out, but for the newest state.
 */
export class ProgressReporter {
  readonly #deps: ReporterDeps
  readonly #id: string
  #progress: Progress | null = null
  /** Empty before the first text. */
  #text = ''
  #toldProgress: Progress | null = null
  #toldText = ''
  #rowText = ''
  #writtenProgress: Progress | null = null
  #writtenAt = Number.NEGATIVE_INFINITY
  #toldAt = Number.NEGATIVE_INFINITY
  /** A new stage and the first words do not wait. */
  #urgent = false
  #telling: Promise<void> | null = null
  #writing: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #closed = false
  #cancelCounts: boolean
  #recording: Promise<boolean> | null = null

  /** @param row the summary as it was when this try began: what an earlier try has recorded stays recorded */
  constructor(deps: ReporterDeps, { id, progress }: Pick<SummaryRow, 'id' | 'progress'>) {
    this.#deps = deps
    this.#id = id
    this.#cancelCounts = progress?.cancelCounts === true
  }

  /** How far the work is. A new stage is told at once, steps within one at a bounded rate. */
  progress(progress: Progress): void {
    this.#urgent ||= progress.stage !== this.#progress?.stage
    this.#progress = this.#withCancelCounts(progress)
    this.#goOn()
  }

  /**
   * Records in the row that canceling counts from now on. To be awaited before a model is called or text is shown, so
   * that a deletion in another process, or after a crash, finds it there.
   *
   * @returns false when the summary was deleted or has ended
   */
  async countCancel(): Promise<boolean> {
    if (this.#closed) return false
    this.#recording ??= this.#recordCancelCounts()
    return this.#recording
  }

  /** The text so far. */
  partial(text: string): void {
    this.#urgent ||= this.#text === ''
    this.#text = text
    this.#goOn()
  }

  /** What is known of the source now that it has been read. The work on it begins. */
  async document(fields: ReadyFields): Promise<void> {
    await this.#writing
    this.#writtenAt = performance.now()
    const progress = this.#withCancelCounts({ ...this.#progress, stage: 'summarizing', done: 0, total: 1 })
    this.#writtenProgress = progress
    this.progress(progress)
    if (!(await updateUnfinished(this.#deps.db, this.#id, { ...fields, status: 'summarizing', progress })))
      this.#deps.onGone()
  }

  /** Ends the reports: nothing is told or written once this has returned. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await Promise.all([this.#telling, this.#writing])
  }

  #withCancelCounts(progress: Progress): Progress {
    return this.#cancelCounts && !progress.cancelCounts ? { ...progress, cancelCounts: true } : progress
  }

  async #recordCancelCounts(): Promise<boolean> {
    if (this.#cancelCounts) return true
    this.#cancelCounts = true
    this.#urgent = true
    this.progress(this.#progress ?? { stage: 'summarizing', done: 0, total: 1 })
    // A write that began before must not land after this one.
    await this.#writing
    const recorded = await updateUnfinished(this.#deps.db, this.#id, { progress: this.#progress })
    if (!recorded) this.#deps.onGone()
    return recorded
  }

  /** Milliseconds until watchers may be told what they do not know; endless when there is nothing, or it is being told. */
  #tellInMs(): number {
    if (this.#telling !== null) return Number.POSITIVE_INFINITY
    if (this.#text === this.#toldText && this.#progress === this.#toldProgress) return Number.POSITIVE_INFINITY
    if (this.#urgent) return 0
    return Math.max(0, this.#toldAt + TELL_EVERY_MS + this.#text.length / CHARACTERS_PER_MS - performance.now())
  }

  /** The same for the row. */
  #writeInMs(): number {
    if (this.#writing !== null) return Number.POSITIVE_INFINITY
    if (this.#text === this.#rowText && this.#progress === this.#writtenProgress) return Number.POSITIVE_INFINITY
    return Math.max(0, this.#writtenAt + WRITE_EVERY_MS - performance.now())
  }

  /** Does what is due, and comes back for what will be. */
  #goOn(): void {
    if (this.#closed) return
    const again = (): void => this.#goOn()
    if (this.#tellInMs() === 0) {
      this.#telling = this.#tell().finally(() => {
        this.#telling = null
        again()
      })
    }
    if (this.#writeInMs() === 0) {
      this.#writing = this.#write()
        .catch(this.#deps.onError)
        .finally(() => {
          this.#writing = null
          again()
        })
    }
    const waitMs = Math.min(this.#tellInMs(), this.#writeInMs())
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = waitMs === Number.POSITIVE_INFINITY ? null : setTimeout(again, Math.ceil(waitMs))
  }

  async #tell(): Promise<void> {
    const { hub } = this.#deps
    const progress = this.#progress
    const text = this.#text
    this.#toldAt = performance.now()
    this.#urgent = false
    if (progress !== null && progress !== this.#toldProgress) {
      this.#toldProgress = progress
      await hub.publish(this.#id, { type: 'progress', progress })
    }
    if (text !== this.#toldText) {
      const tail = tailAfter(text, [this.#toldText, this.#rowText])
      this.#toldText = text
      await hub.publish(this.#id, { type: 'partial', tail })
    }
  }

  async #write(): Promise<void> {
    const progress = this.#progress
    const text = this.#text
    this.#writtenAt = performance.now()
    this.#writtenProgress = progress
    if (progress === null) return
    const fields = { status: statusOf[progress.stage], progress, partialText: text || null }
    if (await updateUnfinished(this.#deps.db, this.#id, fields)) this.#rowText = text
    else this.#deps.onGone()
  }
}
