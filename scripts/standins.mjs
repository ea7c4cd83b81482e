import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { start } from './child.mjs'
import { pinnedNode, preloads, root } from './paths.mjs'
import { say } from './report.mjs'

const GOOGLE_NAMES = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER']
/** Exit codes from here on name a signal, as shells count. */
const FIRST_SIGNAL_CODE = 128
const CALLBACK = '/api/auth/google/callback'

const isSet = (name) => (process.env[name] ?? '').trim() !== ''

/**
 * Whether somebody has to be stood in for: nobody in production, nobody whom the person names in the environment, and
 * none for a server that people never see.
 */
const isWanted = (names, env) => env.NODE_ENV !== 'production' && env.ROLE !== 'worker' && !names.some(isSet)

async function listen(port) {
  const socket = createServer().listen(port, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

/** A listening socket on loopback: on the preferred port, else on any that is free. */
async function openSocket(preferredPort) {
  const port = Number.isInteger(preferredPort) && preferredPort > 0 && preferredPort < 65536 ? preferredPort : 0
  return listen(port).catch(() => listen(0))
}

/** The server is what a person waits for; a process that cannot give way to it, or has ended already, does no harm. */
function giveWay({ pid }) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch (error) {
    if (error.code !== 'ERR_SYSTEM_ERROR') throw error
  }
}

/** Lets the process take over a socket; what comes before it is up waits there. */
const handOver = (child, order, socket) =>
  child.send(order, socket, () => {
    socket.close()
  })

/**
 * Starts the process of the stand-ins for what is not set up, and waits for none of it: the server may start at once.
 *
 * @param {{ appUrl: string, port: string }} server where the server is reached, and on which port it listens
 * @returns {Promise<{ env: Record<string, string>, stop: () => void }>} `env` leads the server to the stand-ins
 */
export async function startStandins({ appUrl, port }) {
  if (!isWanted(GOOGLE_NAMES, process.env) || !URL.canParse(CALLBACK, appUrl)) return { env: {}, stop: () => {} }
  const socket = await openSocket(Number(port) + 1)
  const google = {
    GOOGLE_CLIENT_ID: 'precis-local',
    GOOGLE_CLIENT_SECRET: randomBytes(32).toString('base64url'),
    GOOGLE_ISSUER: `http://127.0.0.1:${socket.address().port}`,
  }
  const { process: child, ended } = start(pinnedNode, [...preloads, join(root, 'src', 'standins', 'main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  giveWay(child)
  const order = {
    standin: 'google',
    clientId: google.GOOGLE_CLIENT_ID,
    clientSecret: google.GOOGLE_CLIENT_SECRET,
    redirectUris: [new URL(CALLBACK, appUrl).href],
  }
  handOver(child, order, socket)
  ended.then(
    // Above that it was told to stop, as the server was.
    (code) => code < FIRST_SIGNAL_CODE && say('The stand-in for Google has stopped. Start again to sign in with it.'),
    (error) => say(`The stand-in for Google could not start: ${error.message}`),
  )
  say(`Google is stood in for on ${google.GOOGLE_ISSUER}: any address signs in.`)
  return {
    env: google,
    stop: () => void child.kill('SIGTERM'),
  }
}
