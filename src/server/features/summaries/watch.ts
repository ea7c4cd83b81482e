import type { PartialPage } from '../../../shared/summary/partial-page.ts'
import type { Progress } from '../../../shared/summary/summary.ts'
import type { Db } from '../../db/database.ts'
import type { Snapshot, SummaryRow } from '../../db/schema/index.ts'
import { findSummaryOrEarlier } from './alias-repo.ts'
import type { SummariesContext } from './context.ts'
import { type HubEvent, unpackSnapshot } from './events.ts'
import { isEnded } from './repo.ts'

/** Event of a watched summary. The last one is `ended` or `gone`. */
export type WatchEvent =
  | { type: 'progress'; progress: Progress }
  | { type: 'partial'; page: PartialPage }
  | { type: 'ended'; row: SummaryRow }
  | { type: 'gone' }
  | { type: 'idle' }

/** Interval between updates of the queue position. */
const POSITION_EVERY_MS = 3000
/** Interval between reads of the row, so that a lost message delays the result by seconds only. */
const READ_EVERY_MS = 10_000

/** State of one subscription. Keeps only the newest progress and page, so that a slow reader costs no memory. */
class Watch {
  readonly #db: Db
  readonly #id: string
  readonly #positions: SummariesContext['positions']
  #progress: Progress | null = null
  #isWaiting = false
  /** The queue position sent last. */
  #ahead: number | null = null
  #readAt = 0
  #latest: Snapshot | null = null
  #shown: Snapshot | null = null
  #mustRead = true
  #wake = (): void => {}
  ended = false

  constructor({ db, positions }: SummariesContext, id: string) {
    this.#db = db
    this.#positions = positions
    this.#id = id
  }

  wake(): void {
    this.#wake()
  }

  receive(event: HubEvent): void {
    if (event.type === 'progress') this.#take(event.progress)
    else if (event.type === 'partial') this.#takeLater(unpackSnapshot(event.snapshot))
    else this.#mustRead = true
    this.#wake()
  }

  /** Everything new since the last call. */
  async *news(): AsyncGenerator<WatchEvent> {
    if (this.#isWaiting) await this.#readPosition()
    if (this.#progress !== null) {
      const progress = this.#progress
      this.#progress = null
      yield { type: 'progress', progress }
    }
    if (this.#latest !== null && this.#latest !== this.#shown) {
      this.#shown = this.#latest
      yield { type: 'partial', page: this.#shown.page }
    }
    if (this.#mustRead) yield* this.#read()
  }

  /** Waits for something new; false after a timeout, when the row must be read. */
  async wait(): Promise<boolean> {
    if (this.#mustRead || this.#progress !== null || this.#latest !== this.#shown) return true
    const forMs = this.#isWaiting ? POSITION_EVERY_MS : READ_EVERY_MS
    const arrived = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, forMs, false).unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
    this.#mustRead ||= !arrived && (!this.#isWaiting || performance.now() >= this.#readAt)
    return arrived
  }

  #take(progress: Progress): void {
    this.#progress = progress
    this.#isWaiting = progress.stage === 'queued'
  }

  /** Updates the queue position; reads the row soon if it is no longer queued. */
  async #readPosition(): Promise<void> {
    const ahead = await this.#positions.aheadOf(this.#id)
    if (!this.#isWaiting) return
    if (ahead === null) this.#readAt = 0
    if (ahead === null || (ahead === this.#ahead && this.#progress === null)) return
    this.#ahead = ahead
    this.#progress = { stage: 'queued', done: 0, total: 1, ahead }
  }

  /** Takes a snapshot that is later than the last one: the row may be slightly behind the messages. */
  #takeLater(snapshot: Snapshot | null): void {
    if (snapshot !== null && snapshot.at > (this.#latest?.at ?? 0)) this.#latest = snapshot
  }

  async *#read(): AsyncGenerator<WatchEvent> {
    this.#mustRead = false
    this.#readAt = performance.now() + READ_EVERY_MS
    const row = await findSummaryOrEarlier(this.#db, this.#id)
    this.ended = row === undefined || isEnded(row)
    if (row === undefined) yield { type: 'gone' }
    else if (this.ended) yield { type: 'ended', row }
    else {
      if (this.#progress === null && row.progress !== null) this.#take(row.progress)
      this.#takeLater(row.partialPage)
    }
  }
}

/**
 * Follows a summary from its current state to its end. Events are full states (a partial carries the whole page so far), so a
 * client that joins late or reconnects misses nothing.
 */
export async function* watchSummary(
  context: SummariesContext,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent> {
  const watch = new Watch(context, id)
  const unsubscribe = context.hub.subscribe(id, (event) => watch.receive(event))
  const stop = (): void => watch.wake()
  signal.addEventListener('abort', stop)
  try {
    for (;;) {
      for await (const event of watch.news()) {
        // The database may be closing.
        if (signal.aborted) return
        yield event
      }
      if (signal.aborted || watch.ended) return
      const arrived = await watch.wait()
      if (signal.aborted) return
      if (!arrived) yield { type: 'idle' }
    }
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', stop)
  }
}

/** Waits until a summary has ended or the signal aborts, and returns its row then; undefined if it was deleted. */
export async function waitForEnd(context: SummariesContext, id: string, signal: AbortSignal) {
  for await (const event of watchSummary(context, id, signal)) {
    if (event.type === 'ended') return event.row
    if (event.type === 'gone') return undefined
  }
  return findSummaryOrEarlier(context.db, id)
}
