import { chmodSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { AppError } from '../../shared/errors.ts'
import type { Log } from '../platform/log.ts'
import { toLoggableError } from '../platform/loggable-error.ts'
import type { OperatorAction } from './action.ts'
import { type ControlAddress, controlAddresses, removeControlAddress, writeControlAddress } from './control-address.ts'
import { actionPath, type ControlAnswer, controlRequestSchema } from './control-protocol.ts'
import type { Openings } from './operator-deps.ts'

/** Nothing an operator types comes near it. */
const MAX_REQUEST_BYTES = 1024 * 1024
/** How long actions under way may go on after `close`. */
const GRACE_MS = 10_000

/** The socket on which a running server does what operators ask for. */
export interface ControlServer {
  /** Takes no more requests, and lets those under way finish for a while. */
  close: () => Promise<void>
}

export interface ControlServerOptions {
  dataDir: string
  actions: readonly OperatorAction[]
  open: Openings
  log: Log
  platform?: NodeJS.Platform
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const buffer = Buffer.from(chunk)
    bytes += buffer.length
    if (bytes > MAX_REQUEST_BYTES) throw new AppError('payload_too_large', 'The request is too large.')
    chunks.push(buffer)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    throw new AppError('invalid_input', 'The request is not JSON.', { cause: error })
  }
}

/** Does what one request asks for. */
async function perform(request: IncomingMessage, signal: AbortSignal, options: ControlServerOptions): Promise<unknown> {
  const name = request.url?.startsWith(actionPath) === true ? request.url.slice(actionPath.length) : null
  const action = options.actions.find((candidate) => candidate.name === name)
  if (request.method !== 'POST' || action === undefined) {
    throw new AppError(
      'not_found',
      'The server that runs does not know this command: it may be of another version. Restart it.',
    )
  }
  const parsed = controlRequestSchema.safeParse(await readBody(request))
  if (!parsed.success) throw new AppError('invalid_input', 'The request is not one of the command.')
  const { operator, input } = parsed.data
  options.log.info({ action: action.name, operator }, 'an operator asks')
  return action.perform(options.open, input, { operator, signal })
}

function answerTo(error: unknown, log: Log): ControlAnswer {
  if (error instanceof AppError) return { error: { code: error.code, message: error.message } }
  log.error({ err: error }, 'a command of an operator failed')
  const { type, message } = toLoggableError(error)
  return {
    error: { code: 'internal', message: `Something went wrong that should not have: ${type}: ${message}` },
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  closing: AbortSignal,
  options: ControlServerOptions,
): Promise<void> {
  const left = new AbortController()
  response.once('close', () => left.abort())
  const answer = await perform(request, AbortSignal.any([left.signal, closing]), options).then(
    (output): ControlAnswer => ({ output }),
    (error: unknown) => answerTo(error, options.log),
  )
  response.setHeader('connection', 'close')
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answer))
}

async function listen(server: Server, address: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Listens at the first address that works; null, and a line in the log, where none does. */
async function listenSomewhere(
  server: Server,
  { dataDir, log, platform = process.platform }: ControlServerOptions,
): Promise<ControlAddress | null> {
  let fault: unknown
  for (const address of controlAddresses(dataDir, platform)) {
    try {
      await listen(server, address.path)
      // The folder lets nobody else in already; the socket says the same.
      if (platform !== 'win32') chmodSync(address.path, 0o600)
      return address
    } catch (error) {
      fault = error
      address.remove()
    }
  }
  log.warn({ err: fault }, 'the commands of operators cannot reach this server while it runs')
  return null
}

/**
 * Opens the socket on which a server does what the commands of its operators ask for. The embedded database serves one
 * process alone, so while a server runs nobody else can open it. It stands in the file system, in a folder that only
 * the owner of the data can enter, and nothing of it is on the network. The data folder must be locked by this process.
 */
export async function openControlServer(options: ControlServerOptions): Promise<ControlServer> {
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const work = handle(request, response, closing.signal, options)
      .catch((error: unknown) => options.log.error({ err: error }, 'a command of an operator was not answered'))
      .finally(() => running.delete(work))
    running.add(work)
  })
  const address = await listenSomewhere(server, options)
  if (address === null) return { close: async () => {} }
  writeControlAddress(options.dataDir, address.path)
  return {
    close: async () => {
      removeControlAddress(options.dataDir)
      const closed = new Promise((resolve) => server.close(resolve))
      const cutOff = setTimeout(() => {
        closing.abort()
        server.closeAllConnections()
      }, GRACE_MS)
      await closed
      await Promise.all(running)
      clearTimeout(cutOff)
      address.remove()
    },
  }
}
