import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the stand-in behaves: as it should, or as a provider does on a bad day. */
export type StripeMood = 'well' | 'broken' | 'silent' | 'hanging up'

/** Stripe at the wire, as far as ending a subscription goes. */
export interface TestStripe {
  /** Settings that lead a product here. */
  env: Record<string, string>
  /** The ids of subscriptions, and whether they run. */
  subscriptions: Map<string, 'active' | 'canceled'>
  /** Method and path of all requests so far. */
  requests: string[]
  behave: (mood: StripeMood) => void
  /** Runs while somebody waits for the next answer. */
  meanwhile: (work: () => Promise<void>) => void
  stop: () => Promise<void>
}

const SECRET_KEY = 'sk_test_of_the_stand_in'

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' }).end(JSON.stringify(body))
}

const refuse = (response: ServerResponse, status: number, type: string, message: string, code?: string): void =>
  send(response, status, { error: { type, message, ...(code === undefined ? {} : { code, param: 'id' }) } })

/** DELETE /v1/subscriptions/:id, as https://docs.stripe.com/api/subscriptions/cancel has it. */
export async function startTestStripe(): Promise<TestStripe> {
  const subscriptions = new Map<string, 'active' | 'canceled'>()
  const requests: string[] = []
  let mood: StripeMood = 'well'
  let work: (() => Promise<void>) | undefined
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(`${request.method} ${request.url}`)
    request.resume()
    const now = work
    work = undefined
    await now?.()
    if (mood === 'silent') return
    if (mood === 'hanging up') {
      request.socket.destroy()
      return
    }
    if (mood === 'broken') return refuse(response, 500, 'api_error', 'An unknown error occurred.')
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return refuse(response, 401, 'invalid_request_error', 'Invalid API Key provided.')
    const [, id = ''] = /^\/v1\/subscriptions\/([\w]+)$/u.exec(request.url ?? '') ?? []
    if (request.method !== 'DELETE' || subscriptions.get(id) !== 'active')
      return refuse(response, 404, 'invalid_request_error', `No such subscription: '${id}'`, 'resource_missing')
    subscriptions.set(id, 'canceled')
    send(response, 200, { id, object: 'subscription', status: 'canceled' })
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_stand_in',
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    },
    subscriptions,
    requests,
    behave: (next) => {
      mood = next
    },
    meanwhile: (next) => {
      work = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
