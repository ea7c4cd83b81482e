import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withLock } from './lock.mjs'
import { root } from './paths.mjs'
import { say } from './report.mjs'
import { isMissing, isSeen, openSocket } from './standin-socket.mjs'
import { isUp, makeConnection, readConnection, writeConnection } from './stripe-connection.mjs'

const NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL']

const envOf = ({ secretKey, webhookSecret, apiUrl }) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: apiUrl,
})

/** Addresses that a server listens on when it listens on all of them; IPv6's takes IPv4 as well. */
const everywhere = new Set(['', '0.0.0.0', '::'])

/** Where the server on this machine takes events; null where nobody can know. */
export function webhookUrl(port, host = '') {
  const name = everywhere.has(host.trim()) ? '127.0.0.1' : host.trim()
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}/api/webhooks/stripe`
  return Number(port) > 0 && URL.canParse(address) ? address : null
}

/** What the server calls its data folder, seen from where it runs. */
const dataFolder = () => resolve(root, (process.env.DATA_DIR ?? '').trim() || 'data')

/** Somebody else's stand-in that runs on the same data; null where there is none. */
async function joinOther(folder) {
  const connection = readConnection(folder)
  if (connection === null || !(await isUp(connection))) return null
  return {
    name: 'Stripe',
    env: envOf(connection),
    line: `Stripe is stood in for on ${connection.apiUrl}, which was started before: no money moves.`,
  }
}

async function takeOver(folder, port) {
  const { socket, url } = await openSocket(Number(port) + 2)
  const connection = makeConnection(folder, url)
  const standin = {
    name: 'Stripe',
    env: envOf(connection),
    line: `Stripe is stood in for on ${url}: no money moves.`,
    order: {
      standin: 'stripe',
      secretKey: connection.secretKey,
      webhookSecret: connection.webhookSecret,
      webhookUrl: webhookUrl(port, process.env.HOST),
      stateFile: join(folder, 'stripe.json'),
    },
    socket,
  }
  try {
    writeConnection(folder, connection)
  } catch (error) {
    // The server will have its own word to say about the folder.
    say(`The stand-in for Stripe keeps nothing beyond its end, as it cannot write to ${folder}: ${error.message}`)
    standin.order.stateFile = null
  }
  return standin
}

/**
 * Who takes payments where Stripe is not set up; null where nobody has to. On one data folder there is one: a second
 * server is led to the first one's, and so is a worker.
 *
 * @returns {Promise<import('./standins.mjs').Standin | null>}
 */
export async function standInForStripe({ port }) {
  if (!isMissing(NAMES)) return null
  const folder = join(dataFolder(), 'standins')
  if (!isSeen()) return joinOther(folder)
  const find = async () => (await joinOther(folder)) ?? takeOver(folder, port)
  let locked = false
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return await withLock(join(folder, 'stripe.lock'), 'Waiting for a start that is under way…', () => {
      locked = true
      return find()
    })
  } catch (error) {
    if (locked) throw error
    // Where no lock can be made nothing can be kept either, so there is nothing to be in each other's way.
    return find()
  }
}
