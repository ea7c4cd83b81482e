import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server as Socket } from 'node:net'
import { type ApiHost, serveApi } from './api/serve.ts'
import { Clockwork } from './clockwork.ts'
import { Deliverer, type Receiver } from './deliver.ts'
import { createEngine, defaultSettings, type Engine, type Settings } from './engine/engine.ts'
import { customerOf, subscriptionsOf } from './engine/find.ts'
import { newId } from './engine/ids.ts'
import { type Card, emptyWorld, type World, worldSchema } from './engine/records.ts'
import { Director, type Mood } from './mood.ts'
import { answerPage, type PagesHost } from './pages/routes.ts'
import { openStateFile } from './state-file.ts'
import { submitCard } from './visit.ts'
import { toEvent } from './wire/event.ts'
import type { StripeEvent, StripeSubscription } from './wire/shapes.ts'
import { toSubscription } from './wire/subscription.ts'

export interface StripeStandinOptions {
  /** Listens already, and is taken over; unset: a free port of 127.0.0.1. */
  socket?: Socket
  secretKey: string
  webhookSecret: string
  /** Where events are delivered; null: nowhere. */
  webhookUrl: string | null
  /** Where its clock stands still until it is moved. Unset: it runs with the machine's, ahead by what it was moved. */
  now?: Date
  /** File that its whole state is kept in; unset: memory only. */
  stateFile?: string
  /** Takes one sentence for the person at the terminal. */
  complain?: (sentence: string) => void
  /** What happens to what is not paid; unset: tries on days 3, 5 and 7, then the end. */
  settings?: Partial<Settings>
  /** Takes method and path of each request to the API. */
  heard?: (request: string) => void
}

export interface StripeStandin {
  /** The API is under /v1, pages are beside it. */
  url: string
  /** What acts in it, for those who play Stripe rather than call it. What they do is told at the next `settled`. */
  readonly engine: Engine
  now: () => Date
  /**
   * Moves the clock forward; what is due on the way happens in its order, each at its time. A renewal is charged an hour
   * after its period has begun, as Stripe does. Resolves when the events were delivered, or are held.
   */
  moveTo: (date: Date) => Promise<void>
  /** Events go there from now on: to an address, or to a function; null: nowhere, and nobody waits for them. */
  deliverTo: (receiver: Receiver | null) => void
  /** Whether events wait for `send` instead of being delivered by themselves. */
  holdEvents: (hold: boolean) => void
  /** Events that have been delivered to nobody yet. */
  readonly held: readonly StripeEvent[]
  /** All events of the last thirty days, the oldest first. */
  readonly events: readonly StripeEvent[]
  /** Sends an event, held or delivered before, signed now; the status that was answered, 0 where there was none. */
  send: (eventId: string) => Promise<number>
  /** Events that are held are never delivered. */
  loseHeld: () => void
  /** Resolves when everything that is due has been sent. */
  settled: () => Promise<void>
  /** What the customer's card does from now on when it is charged. */
  setCard: (customerId: string, card: Card) => void
  /** @param at the requests it is about, such as /^POST \/v1\/customers$/; all when left out */
  behave: (mood: Mood, at?: RegExp) => void
  /** Runs once while somebody waits for an answer: before anything is done for it, or when all is done. */
  meanwhile: (work: () => Promise<void>, when?: 'before' | 'after') => void
  subscriptionsOf: (customerId: string) => readonly StripeSubscription[]
  /** Does over HTTP what a person does on the page of a checkout session; one whose card is refused stays there. */
  pay: (checkoutUrl: string, options?: { card?: Card }) => Promise<{ redirectedTo: string }>
  /** The same on a page of the portal; without a card the customer's own one is charged. */
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

/** All of a world that is not told by the machine's clock. */
const lastingOf = (world: World): string => JSON.stringify(world.aheadSeconds === null ? world : { ...world, time: 0 })

/** Keeps the world where it was asked to be kept, whenever something is different; otherwise keeps nothing. */
function openWorld({ stateFile, complain = () => {}, now }: StripeStandinOptions) {
  const empty = (): World => emptyWorld(newId('acct'), now ?? null)
  if (stateFile === undefined) return { world: empty(), save: () => {} }
  const file = openStateFile({ file: stateFile, schema: worldSchema, now: () => new Date(), complain })
  const known = file.load()
  let kept = known === null ? '' : lastingOf(known)
  let failed = false
  const save = (world: World): void => {
    const lasting = lastingOf(world)
    if (lasting === kept) return
    try {
      file.save(world)
      kept = lasting
      failed = false
    } catch (error) {
      // Who pays meanwhile has paid all the same, until the end of this process.
      if (!failed) complain(`The stand-in for Stripe cannot keep its state in ${stateFile}: ${String(error)}`)
      failed = true
    }
  }
  return { world: known ?? empty(), save }
}

/** What is due between two requests happens this often. */
const TICK_MS = 30_000

/** Everything that answers requests, and tells what comes of them. */
function connect(engine: Engine, save: (world: World) => void, options: StripeStandinOptions) {
  const clockwork = new Clockwork(engine)
  const director = new Director()
  const keep = (): void => save(engine.world)
  const deliverer = new Deliverer(engine, {
    secret: options.webhookSecret,
    receiver: options.webhookUrl,
    changed: keep,
  })
  const changed = (): void => {
    keep()
    void deliverer.flush()
  }
  const catchUp = (): void => clockwork.catchUp()
  const api: ApiHost = {
    engine,
    secretKey: options.secretKey,
    director,
    heard: options.heard ?? (() => {}),
    inProgress: new Set(),
    catchUp,
    changed,
  }
  const pages: PagesHost = {
    engine,
    catchUp,
    changed,
    pass: async (seconds) => {
      clockwork.pass(seconds)
      keep()
      await deliverer.flush({ again: true })
    },
    send: async (eventId) => deliverer.send(eventId),
  }
  return { clockwork, director, deliverer, api, pages, keep }
}

type Parts = ReturnType<typeof connect>

/** Answers a request; what fails in the stand-in itself says so. */
function answer({ api, pages }: Parts, request: IncomingMessage, response: ServerResponse): void {
  const toApi = /^\/v\d\//u.test(request.url ?? '')
  const work = toApi ? serveApi(api, request, response) : answerPage(pages, request, response)
  work.catch((error: unknown) => {
    request.resume()
    if (response.headersSent) response.destroy()
    else
      response.writeHead(500, { 'content-type': 'text/plain' }).end(`The stand-in for Stripe failed: ${String(error)}`)
  })
}

/** What tests and people at the start page do beside the API. */
function faceOf(engine: Engine, parts: Parts, stop: () => Promise<void>): StripeStandin {
  const { clockwork, director, deliverer, keep } = parts
  return {
    url: engine.url,
    engine,
    now: () => clockwork.now(),
    moveTo: async (date) => {
      clockwork.moveTo(date)
      keep()
      await deliverer.flush({ again: true })
    },
    deliverTo: (receiver) => deliverer.deliverTo(receiver),
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
    behave: (mood, at) => director.behave(mood, at),
    meanwhile: (work, when = 'before') => director.meanwhile(work, when),
    subscriptionsOf: (customerId) => {
      clockwork.catchUp()
      return subscriptionsOf(engine.world, customerId).map((subscription) => toSubscription(engine.world, subscription))
    },
    pay: async (checkoutUrl, { card = 'pays' } = {}) => submitCard(checkoutUrl, card),
    confirm: async (portalUrl, { card } = {}) => submitCard(portalUrl, card),
    stop,
  }
}

/**
 * A server on loopback that speaks Stripe's HTTP API, shows its hosted pages and sends signed events, as far as
 * subscriptions go. Time passes in it as it does at Stripe, and as fast as its clock is moved. For development and tests.
 */
export async function startStripeStandin(options: StripeStandinOptions): Promise<StripeStandin> {
  const { world, save } = openWorld(options)
  const engine = createEngine(world, '', { ...defaultSettings, ...options.settings })
  const parts = connect(engine, save, options)
  const { server, url } = await listen((request, response) => answer(parts, request, response), options.socket)
  engine.url = url
  const tick = setInterval(() => {
    parts.clockwork.catchUp()
    parts.keep()
    void parts.deliverer.flush()
  }, TICK_MS)
  tick.unref()
  return faceOf(engine, parts, async () => {
    clearInterval(tick)
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
    await parts.deliverer.stop()
  })
}
