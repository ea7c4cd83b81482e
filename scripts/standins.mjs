import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { start } from './child.mjs'
import { standInForGoogle } from './google-standin.mjs'
import { pinnedNode, preloads, root } from './paths.mjs'
import { say } from './report.mjs'
import { standInForStripe } from './stripe-standin.mjs'

/** Exit codes from here on name a signal, as shells count. */
const FIRST_SIGNAL_CODE = 128

/** The server is what a person waits for; a process that cannot give way to it, or has ended already, does no harm. */
function giveWay({ pid }) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch (error) {
    if (error.code !== 'ERR_SYSTEM_ERROR') throw error
  }
}

/** Lets the process take over a socket; what comes before it is up waits there. */
const handOver = (child, { order, socket }) =>
  child.send(order, socket, () => {
    socket.close()
  })

function startProcess(ordered) {
  const { process: child, ended } = start(pinnedNode, [...preloads, join(root, 'standins', 'main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  giveWay(child)
  for (const one of ordered) handOver(child, one)
  const names = ordered.map(({ name }) => name).join(' and ')
  ended.then(
    // Above that it was told to stop, as the server was.
    (code) => code < FIRST_SIGNAL_CODE && say(`The stand-in for ${names} has stopped. Start again to have it back.`),
    (error) => say(`The stand-in for ${names} could not start: ${error.message}`),
  )
  return child
}

/**
 * What it takes to stand in for somebody.
 *
 * @typedef {object} Standin
 * @property {string} name who is stood in for
 * @property {Record<string, string>} env leads the server there
 * @property {string} [line] what to tell the person at the terminal
 * @property {object} [order] what the process of the stand-ins is told; left out where there is nothing to start
 * @property {import('node:net').Server} [socket] goes with the order
 */

/**
 * Starts the process of the stand-ins for what is not set up, and waits for none of it: the server may start at once.
 *
 * @param {{ appUrl: string, port: string }} server where people reach the product, and on which port the server listens
 * @returns {Promise<{ env: Record<string, string>, stop: () => void }>} `env` leads the server to the stand-ins
 */
export async function startStandins(server) {
  /** @type {Standin[]} */
  const standins = (await Promise.all([standInForGoogle(server), standInForStripe(server)])).filter(Boolean)
  const ordered = standins.filter(({ order }) => order !== undefined)
  const child = ordered.length === 0 ? null : startProcess(ordered)
  for (const { line } of standins) if (line !== undefined) say(line)
  return {
    env: Object.assign({}, ...standins.map(({ env }) => env)),
    stop: () => void child?.kill('SIGTERM'),
  }
}
