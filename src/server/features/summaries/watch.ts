import type { Progress } from '../../../shared/summary.ts'
import type { Db } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { SummariesContext } from './context.ts'
import { findSummaryOrEarlier } from './deleted-repo.ts'
import { applyTail, type HubEvent, type Tail } from './events.ts'
import type { QueuePositions } from './queue.ts'
import { isEnded } from './repo.ts'

/** Event of a watched summary. The last one is `ended` or `gone`. */
export type WatchEvent =
  | { type: 'progress'; progress: Progress }
  /** `text` is the encoded page so far. */
  | { type: 'partial'; text: string }
  | { type: 'ended'; row: SummaryRow }
  | { type: 'gone' }
  | { type: 'idle' }

/** Interval between updates of the queue position. */
const POSITION_EVERY_MS = 3000
/** Interval between reads of the row, so that a lost message delays the result by seconds only. */
const READ_EVERY_MS = 10_000
/** Minimum interval between reads of the row that repair a gap in the text. */
const REPAIR_EVERY_MS = 1000

type WatchContext = Pick<SummariesContext, 'db' | 'hub'> & { positions: Pick<QueuePositions, 'aheadOf'> }

/** State of one subscription. Keeps only the newest progress and text, so that a slow reader costs no memory. */
class Watch {
  readonly #db: Db
  readonly #id: string
  readonly #positions: WatchContext['positions']
  #progress: Progress | null = null
  #isWaiting = false
  /** The queue position sent last. */
  #ahead: number | null = null
  #readAt = 0
  #text = ''
  #shownText = ''
  /** The last tail, if it did not fit the text. */
  #unmatched: Tail | null = null
  #mustRead = true
  #repairAt = 0
  #wake = (): void => {}
  ended = false

  constructor({ db, positions }: WatchContext, id: string) {
    this.#db = db
    this.#positions = positions
    this.#id = id
  }

  wake(): void {
    this.#wake()
  }

  receive(event: HubEvent): void {
    if (event.type === 'progress') this.#take(event.progress)
    else if (event.type === 'partial') this.#append(event.tail)
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
    if (this.#text !== this.#shownText) {
      this.#shownText = this.#text
      yield { type: 'partial', text: this.#text }
    }
    if (this.#mustRead || (this.#unmatched !== null && performance.now() >= this.#repairAt)) yield* this.#read()
  }

  /** Waits for something new; false after a timeout, when the row must be read. */
  async wait(): Promise<boolean> {
    if (this.#mustRead || this.#progress !== null || this.#text !== this.#shownText) return true
    const every = this.#isWaiting ? POSITION_EVERY_MS : READ_EVERY_MS
    const forMs = this.#unmatched === null ? every : REPAIR_EVERY_MS
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

  #append(tail: Tail): void {
    const whole = applyTail(this.#text, tail)
    if (whole !== null) this.#text = whole
    this.#unmatched = whole === null ? tail : null
  }

  /** Reads the row, and applies an unmatched tail to its text unless the row is newer. */
  async *#read(): AsyncGenerator<WatchEvent> {
    this.#mustRead = false
    this.#repairAt = performance.now() + REPAIR_EVERY_MS
    this.#readAt = performance.now() + READ_EVERY_MS
    const row = await findSummaryOrEarlier(this.#db, this.#id)
    this.ended = row === undefined || isEnded(row)
    if (row === undefined) yield { type: 'gone' }
    else if (this.ended) yield { type: 'ended', row }
    else {
      if (this.#progress === null && row.progress !== null) this.#take(row.progress)
      const text = row.partialText ?? ''
      // The row may be slightly behind the messages.
      if (!this.#text.startsWith(text)) this.#text = text
      const whole = this.#unmatched === null ? null : applyTail(text, this.#unmatched)
      if (whole !== null && whole.length > this.#text.length) this.#text = whole
      this.#unmatched = null
    }
  }
}

/**
 * Follows a summary from its current state to its end. Events are full states (a partial carries all text so far), so a
 * client that joins late or reconnects misses nothing.
 */
export async function* watchSummary(
  context: WatchContext,
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

/**
 * Waits until a summary has ended or the signal aborts.
 *
 * @returns its row at that moment; undefined if it was deleted
 */
export async function waitForEnd(
  context: WatchContext,
  id: string,
  signal: AbortSignal,
): Promise<SummaryRow | undefined> {
  for await (const event of watchSummary(context, id, signal)) {
    if (event.type === 'ended') return event.row
    if (event.type === 'gone') return undefined
  }
  return findSummaryOrEarlier(context.db, id)
}
