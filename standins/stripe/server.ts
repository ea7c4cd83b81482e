import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server as Socket } from 'node:net'
import { type ApiHost, Faults, type Mood, serveApi } from './api/serve.ts'
import { Clock } from './clock.ts'
import { Deliverer, type Receiver } from './deliver.ts'
import { createEngine, type Engine, newId, type Settings } from './engine/engine.ts'
import { customerOf, subscriptionsOf } from './engine/find.ts'
import { type Card, emptyWorld, type World, worldSchema } from './engine/records.ts'
import { answerPage, type PagesHost } from './pages/routes.ts'
import { openStateFile } from './state-file.ts'
import { type StripeEvent, type StripeSubscription, toEvent, toSubscription } from './wire.ts'

export interface StripeStandinOptions {
  /** A listening socket to take over; left out: a free port of 127.0.0.1. */
  socket?: Socket
  secretKey: string
  webhookSecret: string
  /** Where events are delivered; null: nowhere. */
  webhookUrl: string | null
  /** Stops the clock at this time until it is moved. Left out: the clock follows the system's. */
  now?: Date
  /** File for the state; left out: memory only. */
  stateFile?: string
  /** Receives a sentence for the terminal. */
  complain?: (sentence: string) => void
  settings?: Partial<Settings>
  /** Receives method and path of each request to the API. */
  heard?: (request: string) => void
}

export interface StripeStandin {
  /** The API is under /v1, the hosted pages are beside it. */
  url: string
  /** Direct access for tests. Events of direct changes are delivered by the next `settled`. */
  readonly engine: Engine
  now: () => Date
  /**
   * Moves the clock forward. Everything due on the way happens in order, each at its time; a renewal is charged an hour
   * after its period has begun, as at Stripe. Resolves when the events are delivered or held.
   */
  moveTo: (date: Date) => Promise<void>
  /** Sets the receiver of events; null: none. */
  deliverTo: (receiver: Receiver | null) => void
  /** Whether events wait for `send` instead of being delivered. */
  holdEvents: (hold: boolean) => void
  /** Events without a delivery attempt. */
  readonly held: readonly StripeEvent[]
  /** Events of the last 30 days, the oldest first. */
  readonly events: readonly StripeEvent[]
  /** Sends an event, held or delivered before; returns the status, or 0 without a response. */
  send: (eventId: string) => Promise<number>
  /** Drops held events. */
  loseHeld: () => void
  /** Resolves when everything due has been sent. */
  settled: () => Promise<void>
  /** Sets the outcome of later charges. */
  setCard: (customerId: string, card: Card) => void
  /** Sets the fault mode of requests that match `at`; of all when left out. */
  behave: (mood: Mood, at?: RegExp) => void
  /** Runs once, before the next request is performed or before its answer is sent. */
  meanwhile: (work: () => Promise<void>, when?: 'before' | 'after') => void
  subscriptionsOf: (customerId: string) => readonly StripeSubscription[]
  /** Submits a hosted page over HTTP with a card; a declined card stays on the page. */
  pay: (pageUrl: string, options?: { card?: Card }) => Promise<{ redirectedTo: string }>
  /** Submits a portal page; without a card the customer's own is charged. */
  confirm: (portalUrl: string, options?: { card?: Card }) => Promise<{ redirectedTo: string }>
  stop: () => Promise<void>
}

async function listen(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  socket: Socket | undefined,
) {
  const server = createServer(handler)
  if (socket === undefined) server.listen(0, '127.0.0.1')
  else server.listen(socket)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return { server, url: `http://${host}:${address.port}` }
}

/** The state without the time, if the system's clock determines that. */
const lastingOf = (world: World): string => JSON.stringify(world.aheadSeconds === null ? world : { ...world, time: 0 })

/** Loads the state, and returns how to save it after changes. */
function openWorld({ stateFile, complain = () => {}, now }: StripeStandinOptions) {
  const empty = (): World => emptyWorld(newId('acct'), now ?? null)
  if (stateFile === undefined) return { world: empty(), save: () => {} }
  const file = openStateFile({ file: stateFile, schema: worldSchema, now: () => new Date(), complain })
  const known = file.load()
  let saved = known === null ? '' : lastingOf(known)
  let hasFailed = false
  const save = (world: World): void => {
    const lasting = lastingOf(world)
    if (lasting === saved) return
    try {
      file.save(world)
      saved = lasting
      hasFailed = false
    } catch (error) {
      // The state is kept in memory until this process ends.
      if (!hasFailed) complain(`The stand-in for Stripe cannot save its state in ${stateFile}: ${String(error)}`)
      hasFailed = true
    }
  }
  return { world: known ?? empty(), save }
}

/** Submits the form of a hosted page, as a browser does. */
async function submit(pageUrl: string, card: Card | undefined): Promise<{ redirectedTo: string }> {
  const body = new URLSearchParams(card === undefined ? {} : { card })
  const response = await fetch(pageUrl, { method: 'POST', body, redirect: 'manual' })
  const location = response.headers.get('location')
  await response.body?.cancel()
  if (response.status >= 500) throw new Error(`The page failed: ${response.status} ${pageUrl}`)
  return { redirectedTo: location === null ? pageUrl : new URL(location, pageUrl).href }
}

/** How often the clock is checked between requests. */
const TICK_MS = 30_000

/**
 * Starts a server on loopback with the part of Stripe's HTTP API that the product uses, its hosted pages and its signed
 * events, for development and tests.
 */
export async function startStripeStandin(options: StripeStandinOptions): Promise<StripeStandin> {
  const { world, save } = openWorld(options)
  const engine = createEngine(world, options.settings)
  const clock = new Clock(engine)
  const faults = new Faults()
  const keep = (): void => save(engine.world)
  const { webhookSecret: secret, webhookUrl: receiver } = options
  const deliverer = new Deliverer(engine, { secret, receiver, changed: keep })
  const changed = (): void => {
    keep()
    void deliverer.flush()
  }
  const catchUp = (): void => clock.catchUp()
  const heard = options.heard ?? (() => {})
  const api: ApiHost = { engine, secretKey: options.secretKey, faults, heard, inProgress: new Set(), catchUp, changed }
  const pages: PagesHost = {
    engine,
    catchUp,
    changed,
    pass: async (seconds) => {
      clock.pass(seconds)
      keep()
      await deliverer.flush({ again: true })
    },
    send: async (eventId) => deliverer.send(eventId),
  }
  const { server, url } = await listen((request, response) => {
    const isCall = /^\/v\d\//u.test(request.url ?? '')
    const work = isCall ? serveApi(api, request, response) : answerPage(pages, request, response)
    work.catch((error: unknown) => {
      request.resume()
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end(`The stand-in for Stripe failed: ${String(error)}`)
    })
  }, options.socket)
  engine.url = url
  const tick = setInterval(() => {
    catchUp()
    changed()
  }, TICK_MS)
  tick.unref()
  return {
    url,
    engine,
    now: () => clock.now(),
    moveTo: async (date) => {
      clock.moveTo(date)
      keep()
      await deliverer.flush({ again: true })
    },
    deliverTo: (next) => deliverer.deliverTo(next),
    holdEvents: (hold) => deliverer.holdEvents(hold),
    get held() {
      return deliverer.held.map(toEvent)
    },
    get events() {
      return Object.values(engine.world.events).map(toEvent)
    },
    send: async (eventId) => deliverer.send(eventId),
    loseHeld: () => {
      deliverer.loseHeld()
      keep()
    },
    settled: async () => {
      await deliverer.flush()
      await deliverer.settled()
    },
    setCard: (customerId, card) => {
      customerOf(engine.world, customerId).card = card
      keep()
    },
    behave: (mood, at) => faults.behave(mood, at),
    meanwhile: (work, when = 'before') => faults.meanwhile(work, when),
    subscriptionsOf: (customerId) => {
      catchUp()
      return subscriptionsOf(engine.world, customerId).map((subscription) => toSubscription(engine.world, subscription))
    },
    pay: async (pageUrl, { card = 'pays' } = {}) => submit(pageUrl, card),
    confirm: async (portalUrl, { card } = {}) => submit(portalUrl, card),
    stop: async () => {
      clearInterval(tick)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await deliverer.stop()
    },
  }
}
