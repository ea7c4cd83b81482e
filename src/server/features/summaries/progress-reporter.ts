import { AppError } from '../../../shared/errors.ts'
import type { Progress, SummaryStatus } from '../../../shared/summary.ts'
import type { Db } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { EventHub } from './event-hub.ts'
import { type ReadyFields, updateUnfinished } from './repo.ts'

/** Rows are written this often at most while a stage lasts; watchers are told more often. */
const WRITE_EVERY_MS = 1000
const TELL_EVERY_MS = 100

const statusOf: Record<Progress['stage'], SummaryStatus> = {
  queued: 'queued',
  fetching: 'extracting',
  reading: 'extracting',
  summarizing: 'summarizing',
  checking: 'summarizing',
}

/**
 * Tells watchers how far a summary is, and keeps the row close enough behind for those who come later. Throws AppError
 * `cancelled` when the summary is not being made any more: a deletion is noticed even if its message was lost.
 */
export class ProgressReporter {
  readonly #deps: { db: Db; clock: Clock; hub: EventHub }
  readonly #id: string
  #stage: Progress['stage'] | null = null
  #latest: Progress | null = null
  #text: string | null = null
  #writtenAt = 0
  #toldAt = 0

  constructor(deps: { db: Db; clock: Clock; hub: EventHub }, id: string) {
    this.#deps = deps
    this.#id = id
  }

  /** How far the work is. A new stage is told at once, steps within one at a bounded rate. */
  async progress(progress: Progress): Promise<void> {
    const newStage = progress.stage !== this.#stage
    this.#stage = progress.stage
    this.#latest = progress
    if (newStage || this.#due()) await this.#deps.hub.publish(this.#id, { type: 'progress', progress })
    await this.#write()
  }

  /** The text so far. */
  async partial(text: string): Promise<void> {
    this.#text = text
    if (this.#due()) await this.#deps.hub.publish(this.#id, { type: 'partial', text })
    await this.#write()
  }

  /** What is known of the source now that it has been read. */
  async document(fields: ReadyFields): Promise<void> {
    this.#writtenAt = this.#deps.clock.now().getTime()
    await this.#update({ ...fields, status: 'summarizing' })
  }

  #due(): boolean {
    const now = this.#deps.clock.now().getTime()
    if (now - this.#toldAt < TELL_EVERY_MS) return false
    this.#toldAt = now
    return true
  }

  async #write(): Promise<void> {
    const now = this.#deps.clock.now().getTime()
    if (this.#latest === null || now - this.#writtenAt < WRITE_EVERY_MS) return
    this.#writtenAt = now
    await this.#update({ status: statusOf[this.#latest.stage], progress: this.#latest, partialText: this.#text })
  }

  async #update(fields: ReadyFields): Promise<void> {
    if (await updateUnfinished(this.#deps.db, this.#id, fields)) return
    throw new AppError('cancelled', 'This summary was deleted or has ended.')
  }
}
