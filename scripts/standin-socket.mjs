import { once } from 'node:events'
import { createServer } from 'node:net'

const isSet = (name) => (process.env[name] ?? '').trim() !== ''

/** Whether nothing of that kind is named in the environment, outside production, where nobody is stood in for. */
export const isMissing = (names) => process.env.NODE_ENV !== 'production' && !names.some(isSet)

/** Whether this machine's part of the product is one that people see. */
export const isSeen = () => process.env.ROLE !== 'worker'

async function listen(port) {
  const socket = createServer().listen(port, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

/**
 * A listening socket on loopback: on the preferred port, else on any that is free.
 *
 * @returns {Promise<{ socket: import('node:net').Server, url: string }>}
 */
export async function openSocket(preferredPort) {
  const port = Number.isInteger(preferredPort) && preferredPort > 0 && preferredPort < 65536 ? preferredPort : 0
  const socket = await listen(port).catch(() => listen(0))
  return { socket, url: `http://127.0.0.1:${socket.address().port}` }
}
