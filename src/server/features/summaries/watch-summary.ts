import { setTimeout as sleep } from 'node:timers/promises'
import type { Progress } from '../../../shared/summary.ts'
import type { Db } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { EventHub, HubEvent } from './event-hub.ts'
import { isEnded } from './fail-summary.ts'
import { applyTail, type Tail } from './partial-text.ts'
import { findSummaryOrEarlier } from './repeats-repo.ts'
import type { WaitingLine } from './waiting-line.ts'

/** What a watcher sees. The last one is `ended` or `gone`. */
export type WatchEvent =
  | { type: 'progress'; progress: Progress }
  | { type: 'partial'; text: string }
  | { type: 'ended'; row: SummaryRow }
  | { type: 'gone' }
  | { type: 'idle' }

/** How often somebody whose summary waits is told how many are before it. */
const PLACE_EVERY_MS = 3000
/** A watcher looks at the row itself this often, so that a lost message costs seconds and never the result. */
const LOOK_EVERY_MS = 10_000
/** The row is not looked at more often than this for the sake of a text that has a gap. */
const MEND_EVERY_MS = 1000

type Line = Pick<WaitingLine, 'aheadOf'>

export interface WatchDeps {
  db: Db
  hub: EventHub
  /** The summaries that wait. */
  line: Line
}

/**
 * One watcher's view of a summary. Messages change it as they arrive, and the newest state of each kind is handed on
 * when the watcher is ready for it: a slow reader costs no memory.
 */
class Watch {
  readonly #db: Db
  readonly #id: string
  readonly #line: Line
  #progress: Progress | null = null
  #isWaiting = false
  /** How many are before it, as it was told last. */
  #ahead: number | null = null
  #lookAt = 0
  #text = ''
  #shownText = ''
  /** The last message about the text, where it did not fit onto what is here. */
  #unfitting: Tail | null = null
  #mustLook = true
  #mendAt = 0
  #wake = (): void => {}
  ended = false

  constructor({ db, line }: WatchDeps, id: string) {
    this.#db = db
    this.#line = line
    this.#id = id
  }

  wake(): void {
    this.#wake()
  }

  receive(event: HubEvent): void {
    if (event.type === 'progress') this.#take(event.progress)
    else if (event.type === 'partial') this.#append(event.tail)
    else this.#mustLook = true
    this.#wake()
  }

  /** Whatever is new since it was last asked for. */
  async *news(): AsyncGenerator<WatchEvent> {
    if (this.#isWaiting) await this.#askPlace()
    if (this.#progress !== null) {
      const progress = this.#progress
      this.#progress = null
      yield { type: 'progress', progress }
    }
    if (this.#text !== this.#shownText) {
      this.#shownText = this.#text
      yield { type: 'partial', text: this.#text }
    }
    if (this.#mustLook || (this.#unfitting !== null && performance.now() >= this.#mendAt)) yield* this.#look()
  }

  /** Waits for something new; false when nothing came for so long that it is time to look at the row. */
  async wait(): Promise<boolean> {
    if (this.#mustLook || this.#progress !== null || this.#text !== this.#shownText) return true
    const timer = new AbortController()
    const woken = new Promise<true>((resolve) => {
      this.#wake = () => resolve(true)
    })
    const every = this.#isWaiting ? PLACE_EVERY_MS : LOOK_EVERY_MS
    const forMs = this.#unfitting === null ? every : MEND_EVERY_MS
    const timeout = sleep(forMs, false, { signal: timer.signal, ref: false }).catch(() => false)
    const arrived = await Promise.race([woken, timeout])
    timer.abort()
    this.#mustLook ||= !arrived && (!this.#isWaiting || performance.now() >= this.#lookAt)
    return arrived
  }

  #take(progress: Progress): void {
    this.#progress = progress
    this.#isWaiting = progress.stage === 'queued'
  }

  /** How many are before it now. Its row is looked at soon where it waits no longer. */
  async #askPlace(): Promise<void> {
    const ahead = await this.#line.aheadOf(this.#id)
    if (!this.#isWaiting) return
    if (ahead === null) this.#lookAt = 0
    if (ahead === null || (ahead === this.#ahead && this.#progress === null)) return
    this.#ahead = ahead
    this.#progress = { stage: 'queued', done: 0, total: 1, ahead }
  }

  #append(tail: Tail): void {
    const whole = applyTail(this.#text, tail)
    if (whole !== null) this.#text = whole
    this.#unfitting = whole === null ? tail : null
  }

  /** What the row says now: the beginning that a message follows which did not fit, unless it is older than the row. */
  async *#look(): AsyncGenerator<WatchEvent> {
    this.#mustLook = false
    this.#mendAt = performance.now() + MEND_EVERY_MS
    this.#lookAt = performance.now() + LOOK_EVERY_MS
    const row = await findSummaryOrEarlier(this.#db, this.#id)
    this.ended = row === undefined || isEnded(row)
    if (row === undefined) yield { type: 'gone' }
    else if (this.ended) yield { type: 'ended', row }
    else {
      if (this.#progress === null && row.progress !== null) this.#take(row.progress)
      const text = row.partialText ?? ''
      // The row may be a moment behind what messages have told.
      if (!this.#text.startsWith(text)) this.#text = text
      const whole = this.#unfitting === null ? null : applyTail(text, this.#unfitting)
      if (whole !== null && whole.length > this.#text.length) this.#text = whole
      this.#unfitting = null
    }
  }
}

/**
 * Follows a summary from its state now to its end. Events are full states (a partial carries all text so far), so
 * whoever joins late or comes back has missed nothing.
 *
 * @param signal ends the watch
 */
export async function* watchSummary(deps: WatchDeps, id: string, signal: AbortSignal): AsyncGenerator<WatchEvent> {
  const watch = new Watch(deps, id)
  const unsubscribe = deps.hub.subscribe(id, (event) => watch.receive(event))
  const stop = (): void => watch.wake()
  signal.addEventListener('abort', stop)
  try {
    for (;;) {
      for await (const event of watch.news()) {
        // What was asked for before the end may be answered by a database that is closing.
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
 * Waits until a summary has ended.
 *
 * @returns its row as it is then, or as it is when the signal comes first; undefined when it was deleted
 */
export async function waitForEnd(deps: WatchDeps, id: string, signal: AbortSignal): Promise<SummaryRow | undefined> {
  for await (const event of watchSummary(deps, id, signal)) {
    if (event.type === 'ended') return event.row
    if (event.type === 'gone') return undefined
  }
  return findSummaryOrEarlier(deps.db, id)
}
