import type { IncomingMessage, ServerResponse } from 'node:http'
import { FormTooLarge, pageHeaders, readForm } from '../../pages.ts'
import type { Engine } from '../engine/engine.ts'
import { recordAt } from '../engine/find.ts'
import { completeCheckout, confirmPortal, type PageOutcome, payInvoice, previewPortal } from '../engine/hosted-pages.ts'
import { type Card, cardSchema, type Invoice, type World } from '../engine/records.ts'
import { checkoutPage, invoicePage, portalPage } from './hosted.ts'
import { messagePage } from './parts.ts'
import { leaps, startPage } from './start-page.ts'

export interface PagesHost {
  engine: Engine
  /** Lets everything happen that is due. */
  catchUp: () => void
  /** Saves changes and delivers events. */
  changed: () => void
  /** Makes all times earlier by a number of seconds. */
  pass: (seconds: number) => Promise<void>
  /** Sends an event again. */
  send: (eventId: string) => Promise<unknown>
}

/** A page, or a redirect. */
type Answer =
  | { kind: 'page'; status: number; text: string; formTargets: readonly string[] }
  | { kind: 'redirect'; to: string }

const show = (text: string, formTargets: readonly string[] = [], status = 200): Answer => ({
  kind: 'page',
  status,
  text,
  formTargets,
})

const refuse = (status: number, message: string): Answer => show(messagePage(message), [], status)
const notFound = (): Answer => refuse(404, 'There is nothing here.')

/** Origins that a form may redirect to. */
const originsOf = (...urls: readonly string[]): string[] =>
  urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []))

const readCard = (form: URLSearchParams): Card | null => cardSchema.safeParse(form.get('card')).data ?? null

/** A hosted page, and what submitting it does; `submit` returns null where a card is missing. */
interface HostedPage {
  show: (problem: string | null) => Answer
  submit: (card: Card | null) => PageOutcome | null
}

/** Where the customer of an invoice subscribed; null where that is unknown. */
function shopOf({ sessions }: World, { customer }: Invoice): string | null {
  const session = Object.values(sessions).findLast((one) => one.customer === customer)
  return session === undefined ? null : new URL('/', session.successUrl).href
}

const hostedPages: Record<string, (engine: Engine, id: string) => HostedPage> = {
  pay: (engine, id) => ({
    show: (problem) => {
      const session = recordAt(engine.world.sessions, id)
      if (session === undefined) return notFound()
      return show(checkoutPage(engine.world, session, problem), originsOf(session.successUrl))
    },
    submit: (card) => (card === null ? null : completeCheckout(engine, id, card)),
  }),
  invoice: (engine, id) => ({
    show: (problem) => {
      const invoice = recordAt(engine.world.invoices, id)
      return invoice === undefined ? notFound() : show(invoicePage(invoice, shopOf(engine.world, invoice), problem))
    },
    submit: (card) => (card === null ? null : payInvoice(engine, id, card)),
  }),
  portal: (engine, id) => ({
    show: (problem) => {
      const view = previewPortal(engine, id)
      const session = recordAt(engine.world.portalSessions, id)
      const targets = session === undefined ? [] : originsOf(session.returnUrl, session.doneUrl)
      return show(portalPage(view, problem), targets, view.kind === 'unknown' ? 404 : 200)
    },
    submit: (card) => confirmPortal(engine, id, card ?? undefined),
  }),
}

function answerHosted(host: PagesHost, hosted: HostedPage, form: URLSearchParams | null): Answer {
  if (form === null) return hosted.show(null)
  const outcome = hosted.submit(readCard(form))
  if (outcome === null) return hosted.show('Please choose a card.')
  host.changed()
  if (outcome.kind === 'done') return { kind: 'redirect', to: outcome.redirectTo }
  return hosted.show(outcome.kind === 'declined' ? outcome.message : null)
}

/** The forms of the start page; they return false for values that the page doesn't have. */
const startForms: Record<string, (host: PagesHost, form: URLSearchParams) => Promise<boolean>> = {
  '/time': async ({ engine, pass }, form) => {
    const leap = recordAt(leaps, form.get('pass'))
    if (leap !== undefined) await pass(leap(engine.world))
    return leap !== undefined
  },
  '/cards': async ({ engine, changed }, form) => {
    const customer = recordAt(engine.world.customers, form.get('customer'))
    const card = readCard(form)
    if (customer === undefined || card === null) return false
    customer.card = card
    changed()
    return true
  },
  '/events': async ({ engine, send }, form) => {
    const event = recordAt(engine.world.events, form.get('event'))
    if (event !== undefined) await send(event.id)
    return event !== undefined
  },
}

async function answer(host: PagesHost, path: string, form: URLSearchParams | null): Promise<Answer> {
  const { engine } = host
  if (path === '/' && form === null) return show(startPage(engine.world))
  const startForm = recordAt(startForms, path)
  if (startForm !== undefined && form !== null) {
    return (await startForm(host, form)) ? { kind: 'redirect', to: '/' } : notFound()
  }
  const [, kind = '', id = ''] = /^\/([a-z]+)\/([a-z]+_\w+)$/u.exec(path) ?? []
  const hosted = recordAt(hostedPages, kind)
  return hosted === undefined ? notFound() : answerHosted(host, hosted(engine, id), form)
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/iu

/** Whether a form comes from a page of the stand-in, or from a program: not from another site in a browser. */
function isOwnForm({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || headers.origin === `http://${headers.host ?? ''}`
}

async function answerRequest(host: PagesHost, request: IncomingMessage): Promise<Answer> {
  const { method = 'GET', url = '/', headers } = request
  // Prevents DNS rebinding: a site whose name resolves to this machine must not read the pages.
  if (!loopback.test(headers.host ?? '')) return refuse(421, 'This page is there for this machine alone.')
  if (!['GET', 'HEAD', 'POST'].includes(method)) return refuse(405, 'This page cannot be requested in this way.')
  if (method === 'POST' && !isOwnForm(request)) return refuse(403, 'This form did not come from here.')
  try {
    const form = method === 'POST' ? await readForm(request) : null
    host.catchUp()
    return await answer(host, new URL(url, 'http://standin').pathname, form)
  } catch (error) {
    if (!(error instanceof FormTooLarge)) throw error
    return refuse(413, error.message)
  }
}

/** Answers every request outside the API: with a page, or with a redirect after a form. */
export async function answerPage(host: PagesHost, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const result = await answerRequest(host, request)
  if (result.kind === 'redirect') response.writeHead(303, { location: result.to, 'cache-control': 'no-store' }).end()
  else response.writeHead(result.status, pageHeaders(result.formTargets)).end(result.text)
}
