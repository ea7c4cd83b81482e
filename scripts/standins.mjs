import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, say, startNode } from './process.mjs'

/** Loaded first by the server and the stand-ins. */
export const preloads = ['with-parent.mjs', 'quick-resolve.mjs'].flatMap((name) => [
  '--import',
  pathToFileURL(join(root, 'scripts', name)).href,
])

const ANSWER_TIMEOUT_MS = 500
/** Exit codes from here on mean a signal. */
const FIRST_SIGNAL_CODE = 128

const isSet = (name) => (process.env[name] ?? '').trim() !== ''
const isReplaced = (...names) => process.env.NODE_ENV !== 'production' && !names.some(isSet)
const isWorker = () => process.env.ROLE === 'worker'

async function listen(port) {
  const socket = createServer().listen(port, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

/** Listens on loopback, on the preferred port if it is free, otherwise on any. */
export async function openSocket(port) {
  const socket = await (port > 0 && port < 65536 ? listen(port).catch(() => listen(0)) : listen(0))
  return { socket, url: `http://127.0.0.1:${socket.address().port}` }
}

/** Returns the webhook URL of the server on this machine, or null if its port isn't known. */
export function webhookUrl(port, host = '') {
  const name = ['', '0.0.0.0', '::'].includes(host.trim()) ? '127.0.0.1' : host.trim()
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/api/webhooks/stripe`
  return Number(port) > 0 && URL.canParse(url) ? url : null
}

/**
 * A service that runs on this machine in place of the real one.
 *
 * @typedef {object} Standin
 * @property {Record<string, string>} env settings that make the server use it
 * @property {string} line for the terminal
 * @property {object} [order] what its process is to do; left out if it runs already
 * @property {import('node:net').Server} [socket] passed on with the order
 */

/** @returns {Promise<Standin | null>} */
async function googleStandin({ appUrl, port }) {
  const callback = '/api/auth/google/callback'
  if (!isReplaced('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER') || isWorker()) return null
  if (!URL.canParse(callback, appUrl)) return null
  const { socket, url } = await openSocket(Number(port) + 1)
  const clientId = 'precis-local'
  const clientSecret = randomBytes(32).toString('base64url')
  return {
    env: { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: url },
    line: `Google sign-in is simulated on ${url}: any email address signs in.`,
    order: { standin: 'google', clientId, clientSecret, redirectUris: [new URL(callback, appUrl).href] },
    socket,
  }
}

/** Reads the connection of the last Stripe stand-in; null without one, or if the file is damaged. */
function readConnection(file) {
  try {
    const { secretKey, webhookSecret, apiUrl } = JSON.parse(readFileSync(file, 'utf8'))
    return URL.canParse(apiUrl) && secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl } : null
  } catch {
    return null
  }
}

/** Whether a stand-in answers there and accepts this connection's key: other programs may use the port by now. */
const isUp = ({ apiUrl, secretKey }) =>
  fetch(`${apiUrl}/v1/account`, {
    headers: { authorization: `Bearer ${secretKey}` },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Returns false if the plan catalogue has no prices. Loads what only the pinned Node can run. */
async function isSelling() {
  if (!isSet('PLAN_CATALOGUE')) return true
  const { readCatalogue } = await import('../src/server/plans/load-catalogue.ts')
  const { hasPrices } = await import('../src/shared/plans/catalogue.ts')
  const { catalogue } = readCatalogue(process.env.PLAN_CATALOGUE)
  return catalogue === null || hasPrices(catalogue)
}

/**
 * The stand-in for Stripe. There is one for each data folder: a second server, or a worker, uses the one that runs. Its
 * connection is written to a file for them and for the `precis` command, and keeps its secrets between starts. Without
 * prices there is none.
 *
 * @returns {Promise<Standin | null>}
 */
export async function stripeStandin({ port }) {
  if (!isReplaced('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL')) return null
  if (!(await isSelling())) return null
  const folder = join(resolve(root, (process.env.DATA_DIR ?? '').trim() || 'data'), 'standins')
  const file = join(folder, 'stripe-connection.json')
  const last = readConnection(file)
  const isRunning = last !== null && (await isUp(last))
  if (!isRunning && isWorker()) return null
  const { socket, url } = isRunning ? { url: last.apiUrl } : await openSocket(Number(port) + 2)
  const {
    secretKey = `sk_test_${randomBytes(32).toString('hex')}`,
    webhookSecret = `whsec_${randomBytes(32).toString('hex')}`,
  } = last ?? {}
  const standin = {
    env: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: url },
    line: `Stripe is simulated on ${url}: no money moves.`,
  }
  if (isRunning) return standin
  let stateFile = join(folder, 'stripe.json')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, `${JSON.stringify({ secretKey, webhookSecret, apiUrl: url })}\n`, { mode: 0o600 })
  } catch (error) {
    say(`The Stripe stand-in won't keep its data, because ${folder} is not writable: ${error.message}`)
    stateFile = null
  }
  const order = {
    standin: 'stripe',
    secretKey,
    webhookSecret,
    webhookUrl: webhookUrl(port, process.env.HOST),
    stateFile,
  }
  return { ...standin, order, socket }
}

/** Starts one process for the stand-ins. Requests wait in the sockets until it has loaded. */
function startProcess(standins) {
  const { process: child, ended } = startNode([...preloads, join(root, 'standins', 'main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    // The server starts faster when the stand-ins yield to it.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch (error) {
    if (error.code !== 'ERR_SYSTEM_ERROR') throw error
  }
  for (const { order, socket } of standins) child.send(order, socket, () => socket.close())
  ended.then(
    (code) =>
      code < FIRST_SIGNAL_CODE && say('The stand-ins for Google and Stripe have stopped. Restart to get them back.'),
    (error) => say(`The stand-ins for Google and Stripe could not start: ${error.message}`),
  )
  return child
}

/**
 * Starts stand-ins for Google and Stripe where they are not configured, without waiting for them.
 *
 * @param {{ appUrl: string, port: string }} server the product's public URL, and the server's port
 * @returns {Promise<{ env: Record<string, string>, stop: () => void }>} `env` makes the server use them
 */
export async function startStandins(server) {
  const standins = (await Promise.all([googleStandin(server), stripeStandin(server)])).filter((one) => one !== null)
  const started = standins.filter(({ order }) => order !== undefined)
  const child = started.length === 0 ? null : startProcess(started)
  for (const { line } of standins) say(line)
  return { env: Object.assign({}, ...standins.map(({ env }) => env)), stop: () => void child?.kill('SIGTERM') }
}
