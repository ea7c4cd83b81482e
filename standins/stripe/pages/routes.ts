import type { IncomingMessage, ServerResponse } from 'node:http'
import { FormTooLarge, readForm } from '../../form.ts'
import { pageHeaders } from '../../markup.ts'
import { completeCheckout, type PageOutcome } from '../engine/checkout.ts'
import { confirmPortal, payInvoice } from '../engine/confirm-portal.ts'
import type { Engine } from '../engine/engine.ts'
import { previewPortal } from '../engine/portal.ts'
import { type Card, cardSchema } from '../engine/records.ts'
import { checkoutPage } from './checkout-page.ts'
import { isForLoopback, isOwnForm } from './guard.ts'
import { invoicePage } from './invoice-page.ts'
import { messagePage, noPage } from './message-page.ts'
import { portalPage } from './portal-page.ts'
import { type Leap, leaps, startPage } from './start-page.ts'
import { homeOf, secondsOf, viewCheckout, viewOverview } from './views.ts'

/** What the pages need of the stand-in that they belong to. */
export interface PagesHost {
  engine: Engine
  /** Lets happen what is due by now. Pages are shown as of then. */
  catchUp: () => void
  /** Something has happened by a page: it has to be kept, and told. */
  changed: () => void
  /** Lets everything become so many seconds older. */
  pass: (seconds: number) => Promise<void>
  /** Sends an event again, signed now. */
  send: (eventId: string) => Promise<unknown>
}

/** A page of the stand-in, or the way to another one. */
type Answer =
  | { kind: 'page'; status: number; text: string; formTargets: readonly string[] }
  | { kind: 'redirect'; to: string }

const show = (text: string, formTargets: readonly string[] = [], status = 200): Answer => ({
  kind: 'page',
  status,
  text,
  formTargets,
})

const missingPage = (): Answer => show(noPage, [], 404)

/** Origins that a form may lead to, beside the stand-in's own. */
const originsOf = (...urls: readonly (string | null)[]): string[] =>
  urls.flatMap((url) => (url !== null && URL.canParse(url) ? [new URL(url).origin] : []))

const readCard = (form: URLSearchParams): Card | null => cardSchema.safeParse(form.get('card')).data ?? null

/** Where a form has led; the page once more, with the reason, where it has led nowhere. */
function follow(outcome: PageOutcome, again: (problem: string | null) => Answer): Answer {
  if (outcome.kind === 'done') return { kind: 'redirect', to: outcome.redirectTo }
  return again(outcome.kind === 'declined' ? outcome.message : null)
}

/** A hosted page: what it shows, and what its form does. A form without a card is nobody's. */
interface HostedPage {
  show: (problem: string | null) => Answer
  submit: (card: Card | null) => PageOutcome | null
}

function hostedCheckout({ engine }: PagesHost, id: string): HostedPage {
  return {
    show: (problem) => {
      const session = engine.world.sessions[id]
      if (session === undefined) return missingPage()
      const view = viewCheckout(engine.world, session)
      return show(checkoutPage(view, problem), originsOf(view.successUrl))
    },
    submit: (card) => (card === null ? null : completeCheckout(engine, id, card)),
  }
}

function hostedInvoice({ engine }: PagesHost, id: string): HostedPage {
  return {
    show: (problem) => {
      const invoice = engine.world.invoices[id]
      return invoice === undefined ? missingPage() : show(invoicePage(invoice, homeOf(engine.world, invoice), problem))
    },
    submit: (card) => (card === null ? null : payInvoice(engine, id, card)),
  }
}

function hostedPortal({ engine }: PagesHost, id: string): HostedPage {
  const { world } = engine
  const session = world.portalSessions[id]
  return {
    show: (problem) => {
      const view = previewPortal(engine, id)
      const targets = originsOf(session?.returnUrl ?? null, session?.flow?.afterCompletion.returnUrl ?? null)
      return show(portalPage(view, problem), targets, view.kind === 'unknown' ? 404 : 200)
    },
    submit: (card) => {
      const customer = session === undefined ? undefined : world.customers[session.customer]
      if (session?.flow !== null || customer === undefined) return confirmPortal(engine, id, card ?? undefined)
      // The portal itself is left by the person alone.
      customer.card = card ?? customer.card
      return { kind: 'done', redirectTo: `${engine.url}/portal/${id}` }
    },
  }
}

function answerHosted(host: PagesHost, hosted: HostedPage, form: URLSearchParams | null): Answer {
  if (form === null) return hosted.show(null)
  const outcome = hosted.submit(readCard(form))
  if (outcome === null) return hosted.show('Please choose a card.')
  host.changed()
  return follow(outcome, hosted.show)
}

/** What a form names, if it is there. */
const named = <T>(records: Record<string, T>, id: string | null): T | undefined =>
  id !== null && Object.hasOwn(records, id) ? records[id] : undefined

const readLeap = (form: URLSearchParams): Leap | undefined => leaps.find((leap) => leap === form.get('pass'))

/** The forms of the start page; false where one is none of its own. */
const deeds: Record<string, (host: PagesHost, form: URLSearchParams) => Promise<boolean>> = {
  '/time': async (host, form) => {
    const leap = readLeap(form)
    if (leap !== undefined) await host.pass(secondsOf(host.engine.world, leap))
    return leap !== undefined
  },
  '/cards': async ({ engine, changed }, form) => {
    const customer = named(engine.world.customers, form.get('customer'))
    const card = readCard(form)
    if (customer === undefined || card === null) return false
    customer.card = card
    changed()
    return true
  },
  '/events': async ({ engine, send }, form) => {
    const event = named(engine.world.events, form.get('event'))
    if (event === undefined) return false
    await send(event.id)
    return true
  },
}

const hostedPages: Record<string, (host: PagesHost, id: string) => HostedPage> = {
  pay: hostedCheckout,
  portal: hostedPortal,
  invoice: hostedInvoice,
}

async function answer(host: PagesHost, path: string, form: URLSearchParams | null): Promise<Answer> {
  const { world } = host.engine
  if (path === '/' && form === null) return show(startPage(viewOverview(world)))
  const deed = Object.hasOwn(deeds, path) ? deeds[path] : undefined
  if (deed !== undefined && form !== null) {
    return (await deed(host, form)) ? { kind: 'redirect', to: '/' } : missingPage()
  }
  const [, kind = '', id = ''] = /^\/([a-z]+)\/([a-z]+_\w+)$/u.exec(path) ?? []
  const hosted = Object.hasOwn(hostedPages, kind) ? hostedPages[kind] : undefined
  return hosted === undefined ? missingPage() : answerHosted(host, hosted(host, id), form)
}

function send(response: ServerResponse, result: Answer): void {
  if (result.kind === 'redirect') response.writeHead(303, { location: result.to, 'cache-control': 'no-store' }).end()
  else response.writeHead(result.status, pageHeaders(result.formTargets)).end(result.text)
}

const refuse = (status: number, message: string): Answer => show(messagePage(message), [], status)

/** Answers every request that is not one to Stripe's API: by a page, or by where a form leads. */
export async function answerPage(host: PagesHost, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://standin')
  if (!isForLoopback(request)) return send(response, refuse(421, 'This page is there for this machine alone.'))
  const isForm = request.method === 'POST'
  if (!isForm && request.method !== 'GET' && request.method !== 'HEAD')
    return send(response, refuse(405, 'This is no page that can be asked so.'))
  if (isForm && !isOwnForm(request)) return send(response, refuse(403, 'This form did not come from here.'))
  try {
    const form = isForm ? await readForm(request) : null
    host.catchUp()
    send(response, await answer(host, pathname, form))
  } catch (error) {
    if (!(error instanceof FormTooLarge)) throw error
    send(response, refuse(413, error.message))
  }
}
