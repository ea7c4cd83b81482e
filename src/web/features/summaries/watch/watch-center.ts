import { useCallback, useSyncExternalStore } from 'react'
import { summaryEventsPath } from '../../../../shared/api/routes.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import { emptyPage, type PartialPage } from '../../../../shared/summary/partial-page.ts'
import type { Progress, ProgressStage, Summary, SummaryEvent } from '../../../../shared/summary/summary.ts'
import { ApiError, callApi } from '../../../lib/api/client.ts'

export type Outcome = { type: 'ready'; summary: Summary } | { type: 'failed'; code: ErrorCode; message: string }

export interface Watch {
  progress: Progress | null
  page: PartialPage
  outcome: Outcome | null
  /** False while the connection to the server is lost. */
  connected: boolean
}

export const initialWatch: Watch = { progress: null, page: emptyPage, outcome: null, connected: true }

/** A watch after an event. Facts about the source from earlier events stay. Nothing changes after the outcome. */
export function applyEvent(watch: Watch, event: SummaryEvent): Watch {
  if (watch.outcome !== null) return watch
  switch (event.type) {
    case 'progress':
      return { ...watch, connected: true, progress: { ...watch.progress, ...event.progress } }
    case 'partial':
      return { ...watch, connected: true, page: event.page }
    case 'ready':
    case 'failed':
      return { ...watch, connected: true, outcome: event }
  }
}

/** The event that a loaded summary corresponds to; null while it has no progress. */
export function eventOf(summary: Summary): SummaryEvent | null {
  if (summary.status === 'ready') return { type: 'ready', summary }
  if (summary.status === 'failed') {
    const message = summary.failureMessage ?? 'This source could not be summarized.'
    return { type: 'failed', code: summary.failureCode ?? 'internal', message }
  }
  return summary.progress === null ? null : { type: 'progress', progress: summary.progress }
}

/** The share of the whole work that each stage begins and ends at. Summarizing takes by far the longest. */
const stageShares: Record<ProgressStage, readonly [number, number]> = {
  queued: [0, 0.02],
  fetching: [0.04, 0.14],
  reading: [0.14, 0.26],
  summarizing: [0.26, 0.92],
  checking: [0.92, 0.99],
}

/** Progress of the whole work, from 0 to 1. */
export function overallShare({ stage, done, total }: Pick<Progress, 'stage' | 'done' | 'total'>): number {
  const [begin, end] = stageShares[stage]
  return total > 0 ? begin + (end - begin) * Math.min(1, done / total) : begin
}

const eventNames = ['progress', 'partial', 'ready', 'failed'] as const

export interface StreamHandlers {
  onEvent: (event: SummaryEvent) => void
  /** The stream is connected, or the browser tries to reconnect it. */
  onConnection: (connected: boolean) => void
  /** The server refused the stream, for example because the user has too many open: the browser doesn't try again. */
  onRefused: () => void
}

/** Opens the server-sent events of a summary. Returns a function that closes them. */
export function listen(id: string, { onEvent, onConnection, onRefused }: StreamHandlers): () => void {
  const source = new EventSource(summaryEventsPath(id), { withCredentials: true })
  // The server ends the stream after its last event; closing it earlier would appear as an aborted request.
  let isOver = false
  for (const name of eventNames) {
    source.addEventListener(name, ({ data }) => {
      const event: SummaryEvent = JSON.parse(String(data))
      isOver ||= event.type === 'ready' || event.type === 'failed'
      onEvent(event)
    })
  }
  source.addEventListener('open', () => onConnection(true))
  source.addEventListener('error', () => {
    if (isOver) return source.close()
    if (source.readyState === EventSource.CLOSED) onRefused()
    else onConnection(false)
  })
  return () => {
    if (!isOver) source.close()
  }
}

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

/** Loads a summary in progress. One that is gone or out of reach has failed. Throws for any other error. */
async function loadEvent(id: string): Promise<SummaryEvent | null> {
  try {
    return eventOf(await callApi('getSummary', { params: { id } }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return { type: 'failed', code: 'unauthorized', message: 'You are logged out.' }
    if (error.status !== 404) throw error
    return { type: 'failed', code: 'not_found', message: 'This summary is no longer there.' }
  }
}

let center: WatchCenter | undefined

function pageCenter(): WatchCenter {
  if (center !== undefined) return center
  const made = new WatchCenter({ load: loadEvent, listen, isVisible: () => document.visibilityState === 'visible' })
  addEventListener('online', () => made.refresh())
  document.addEventListener('visibilitychange', () => made.refresh())
  center = made
  return made
}

const nothingToLeave = () => undefined

function useWatched<T>(id: string | null, pick: (watch: Watch) => T, reads: boolean): T {
  return useSyncExternalStore(
    useCallback(
      (listener) => (id === null ? nothingToLeave : pageCenter().subscribe(id, listener, reads)),
      [id, reads],
    ),
    () => pick(id === null ? initialWatch : pageCenter().watchOf(id)),
    () => pick(initialWatch),
  )
}

const all = (watch: Watch): Watch => watch
const progressOf = (watch: Watch): Progress | null => watch.progress
const outcomeOf = (watch: Watch): Outcome | null => watch.outcome

/** State of a summary in progress, kept current, with its page so far; the initial one for null. */
export const useSummaryWatch = (id: string | null): Watch => useWatched(id, all, true)

export const useSummaryProgress = (id: string | null): Progress | null => useWatched(id, progressOf, false)

export const useSummaryOutcome = (id: string): Outcome | null => useWatched(id, outcomeOf, false)

export const restartWatch = (id: string): void => pageCenter().restart(id)
