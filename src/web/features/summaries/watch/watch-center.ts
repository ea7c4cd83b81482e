import type { SummaryEvent } from '../../../../shared/summary/summary.ts'
import type { StreamHandlers } from './event-stream.ts'
import { applyEvent, initialWatch, type Watch } from './watch.ts'

/** Polling interval for summaries without a stream, and number of summaries per poll. */
const LOOK_EVERY_MS = 1500
const LOOK_HIDDEN_EVERY_MS = 10_000
const LOOKS_AT_ONCE = 3
/** A silent stream may be lost without an error, for example after the computer slept. */
const QUIET_MS = 15_000
/** How long a summary is only polled after its stream was rejected: the user may have too many open. */
const REFUSED_MS = 10_000
/** A watch outlives its last listener for a moment, so that moving from dialog to list doesn't interrupt the stream. */
const LINGER_MS = 500

interface WatchSources {
  /** Loads a summary once; throws without a response. */
  load: (id: string) => Promise<SummaryEvent | null>
  /** Opens a summary's stream; returns a function that closes it. */
  listen: (id: string, handlers: StreamHandlers) => () => void
  isVisible: () => boolean
}

interface Entry {
  readonly id: string
  watch: Watch
  /** Number of restarts; responses from before the last one are ignored. */
  round: number
  readonly listeners: Set<() => void>
  /** Listeners that show the text so far. */
  readers: number
  heardAt: number
  refusedAt: number
}

/**
 * Follows any number of summaries in progress. A browser opens at most six connections per host, shared by all tabs, so a
 * visible page opens one stream, for the summary on screen if any, and polls the others in turn.
 */
export class WatchCenter {
  readonly #sources: WatchSources
  readonly #entries = new Map<string, Entry>()
  #stream: { id: string; close: () => void } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(sources: WatchSources) {
    this.#sources = sources
  }

  watchOf(id: string): Watch {
    return this.#entries.get(id)?.watch ?? initialWatch
  }

  /** Follows a summary until the returned function is called. `reads`: the listener shows the text so far. */
  subscribe(id: string, listener: () => void, reads: boolean): () => void {
    const entry = this.#entries.get(id) ?? this.#begin(id)
    entry.listeners.add(listener)
    if (reads) entry.readers += 1
    this.#tune()
    return () => {
      entry.listeners.delete(listener)
      if (reads) entry.readers -= 1
      setTimeout(() => this.#leave(entry), LINGER_MS)
    }
  }

  /** Resets a summary that is created again. */
  restart(id: string): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    if (this.#stream?.id === id) this.#closeStream()
    entry.round += 1
    change(entry, initialWatch)
    this.#tune()
    this.#plan()
  }

  /** Polls everything now, because the page was hidden or shown, or the connection is back. */
  refresh(): void {
    this.#tune()
    void this.#look()
  }

  #begin(id: string): Entry {
    const entry: Entry = {
      id,
      watch: initialWatch,
      round: 0,
      listeners: new Set(),
      readers: 0,
      heardAt: Date.now(),
      refusedAt: Number.NEGATIVE_INFINITY,
    }
    this.#entries.set(id, entry)
    if (this.#open().length === 1) this.#plan()
    return entry
  }

  #leave(entry: Entry): void {
    if (entry.listeners.size > 0 || this.#entries.get(entry.id) !== entry) return
    this.#entries.delete(entry.id)
    this.#tune()
  }

  #open(): Entry[] {
    return [...this.#entries.values()].filter(({ watch }) => watch.outcome === null)
  }

  /** Chooses the stream to open: of a summary on screen, else the open one, else the first. */
  #choose(): Entry | null {
    if (!this.#sources.isVisible()) return null
    const open = this.#open().filter(({ refusedAt }) => Date.now() - refusedAt > REFUSED_MS)
    return (
      open.find(({ readers }) => readers > 0) ?? open.find(({ id }) => id === this.#stream?.id) ?? open.at(0) ?? null
    )
  }

  #closeStream(): void {
    this.#stream?.close()
    this.#stream = null
  }

  #tune(): void {
    const entry = this.#choose()
    if (entry?.id === this.#stream?.id) return
    this.#closeStream()
    if (entry !== null) this.#listen(entry)
  }

  #listen(entry: Entry): void {
    const isOwn = () => this.#stream === own
    const close = this.#sources.listen(entry.id, {
      onEvent: (event) => {
        if (!isOwn()) return
        hear(entry, event)
        if (entry.watch.outcome !== null) this.#tune()
      },
      onConnection: (connected) => {
        if (!isOwn()) return
        if (connected) hear(entry, null)
        else lose(entry)
      },
      onRefused: () => {
        if (!isOwn()) return
        this.#closeStream()
        entry.refusedAt = Date.now()
      },
    })
    const own = { id: entry.id, close }
    this.#stream = own
  }

  async #look(): Promise<void> {
    const now = Date.now()
    const due = this.#open()
      .filter(({ id, heardAt }) => id !== this.#stream?.id || now - heardAt > QUIET_MS)
      .sort((a, b) => a.heardAt - b.heardAt)
      .slice(0, LOOKS_AT_ONCE)
    await Promise.all(due.map((entry) => this.#lookAt(entry)))
    this.#tune()
    this.#plan()
  }

  async #lookAt(entry: Entry): Promise<void> {
    const { round } = entry
    try {
      const event = await this.#sources.load(entry.id)
      if (entry.round !== round) return
      hear(entry, event)
      // The server responds while the stream is silent: open a new one.
      if (this.#stream?.id === entry.id) this.#closeStream()
    } catch {
      lose(entry)
    }
  }

  #plan(): void {
    clearTimeout(this.#timer)
    if (this.#open().length === 0) return
    const wait = this.#sources.isVisible() ? LOOK_EVERY_MS : LOOK_HIDDEN_EVERY_MS
    this.#timer = setTimeout(() => void this.#look(), wait)
  }
}

function change(entry: Entry, watch: Watch): void {
  entry.watch = watch
  for (const listener of entry.listeners) listener()
}

function hear(entry: Entry, event: SummaryEvent | null): void {
  entry.heardAt = Date.now()
  if (event !== null) change(entry, applyEvent(entry.watch, event))
  else if (!entry.watch.connected) change(entry, { ...entry.watch, connected: true })
}

function lose(entry: Entry): void {
  entry.heardAt = Date.now()
  if (entry.watch.connected) change(entry, { ...entry.watch, connected: false })
}
