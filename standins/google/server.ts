import { generateKeyPair } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server as Socket } from 'node:net'
import { promisify } from 'node:util'
import type Provider from 'oidc-provider'
import { content } from '../../src/shared/content.ts'
import { pageHeaders } from '../pages.ts'
import { Accounts } from './accounts.ts'
import { applyScript, type GoogleScript, MODULUS_BITS, misbehave, type SigningKey } from './faults.ts'
import { createProvider, SESSION_SECONDS } from './provider.ts'
import { errorPage, readAnswer, signInPage } from './sign-in-page.ts'

export interface GoogleStandinOptions {
  /** A listening socket to take over; left out: a port of `host`. */
  socket?: Socket
  /** 127.0.0.1 when left out. */
  host?: string
  /** A free port when left out. */
  port?: number
  clientId: string
  clientSecret: string
  /** How the client sends its secret; Google's clients send it in the body. */
  authMethod?: 'client_secret_basic' | 'client_secret_post'
  redirectUris: readonly string[]
  /** Faults; none when left out. */
  script?: GoogleScript
}

export interface GoogleStandin {
  /** Value for GOOGLE_ISSUER. */
  issuer: string
  /** Sets other faults. */
  play: (script: GoogleScript) => void
  /** Stops the server and closes its connections. */
  stop: () => Promise<void>
}

const generateKeys = promisify(generateKeyPair)

async function makeKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeys('rsa', { modulusLength: MODULUS_BITS })
  return { privateKey, keyId: 'standin' }
}

/** Listens on a port, or takes over a listening socket. */
async function listen(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  options: GoogleStandinOptions,
) {
  const server = createServer(handler)
  if (options.socket === undefined) server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
  else server.listen(options.socket)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return { server, issuer: `http://${host}:${address.port}` }
}

/** Lets another account sign in next in the same browser, without the sign-out that the library requires. */
async function forgetLast(provider: Provider, sessionUid: string | undefined): Promise<void> {
  const session = sessionUid === undefined ? undefined : await provider.Session.findByUid(sessionUid)
  if (session === undefined) return
  delete session.accountId
  await session.save(SESSION_SECONDS)
}

/** Shows the sign-in page, and redirects back after it. */
async function converse(
  provider: Provider,
  accounts: Accounts,
  formTargets: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Throws for a browser that the provider didn't redirect here.
  const { session } = await provider.interactionDetails(request, response)
  const answer = request.method === 'POST' ? await readAnswer(request) : null
  if (answer === null || answer.kind === 'refused') {
    response.writeHead(answer === null ? 200 : 422, pageHeaders(formTargets))
    response.end(signInPage(content.productName, answer))
    return
  }
  const result =
    answer.kind === 'cancel'
      ? { error: 'access_denied', error_description: 'The person said no.' }
      : { select_account: {}, login: { accountId: accounts.keep(answer.profile), remember: false } }
  const way = await provider.interactionResult(request, response, result)
  await forgetLast(provider, session?.uid)
  response.writeHead(303, { location: way }).end()
}

function showError(response: ServerResponse, error: unknown): void {
  const message =
    error instanceof Error && error.name === 'SessionNotFound'
      ? 'This sign-in is over, or was begun in another browser. Please begin it again.'
      : String(error)
  if (response.headersSent) response.destroy()
  else response.writeHead(400, pageHeaders([])).end(errorPage(message))
}

/**
 * Starts an OpenID provider on loopback that behaves like Google's and signs in any email, for development and tests.
 * It has one client and keeps its state in memory.
 */
export async function startGoogleStandin(options: GoogleStandinOptions): Promise<GoogleStandin> {
  let script = options.script ?? {}
  const accounts = new Accounts()
  const formTargets = options.redirectUris.map((uri) => new URL(uri).origin)
  const prepare = async (): Promise<Provider> => {
    const key = await makeKey()
    const finish = (idToken: string): string => applyScript(idToken, script, key)
    return createProvider({ ...options, issuer, accounts, key, finish })
  }
  // Loading the library and generating the key takes half a second, and many starts never need them.
  let prepared: Promise<Provider> | undefined
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://standin')
    if (misbehave(pathname, script, response)) return
    prepared ??= prepare()
    const provider = await prepared
    if (pathname.startsWith('/interaction/')) {
      await converse(provider, accounts, formTargets, request, response)
      return
    }
    await provider.callback()(request, response)
  }
  const { server, issuer } = await listen((request, response) => {
    handle(request, response).catch((error: unknown) => {
      request.resume()
      showError(response, error)
    })
  }, options)
  return {
    issuer,
    play: (next) => {
      script = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
