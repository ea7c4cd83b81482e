import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { isRunning } from './lock.mjs'

/** Silence on this machine means that nobody is there. */
const PATIENCE_MS = 500

const fileIn = (folder) => join(folder, 'stripe-connection.json')
const isText = (value) => typeof value === 'string' && value !== ''

/**
 * How to reach the stand-in for Stripe. The product's side of the file is src/server/platform/standin-connection.ts.
 *
 * @typedef {object} Connection
 * @property {string} secretKey
 * @property {string} webhookSecret
 * @property {string} apiUrl
 * @property {number} pid of the start script that keeps it running
 */

/**
 * The connection that was written last; null where there is none, or the file is damaged.
 *
 * @returns {Connection | null}
 */
export function readConnection(folder) {
  try {
    const { secretKey, webhookSecret, apiUrl, pid } = JSON.parse(readFileSync(fileIn(folder), 'utf8'))
    if (![secretKey, webhookSecret, apiUrl].every(isText) || !URL.canParse(apiUrl)) return null
    return { secretKey, webhookSecret, apiUrl, pid: Number(pid) }
  } catch {
    return null
  }
}

/**
 * A connection of this process. Secrets stay those of the one before, so that what was begun with them goes on.
 *
 * @returns {Connection}
 */
export function makeConnection(folder, apiUrl) {
  const { secretKey, webhookSecret } = readConnection(folder) ?? {
    secretKey: `sk_test_${randomBytes(32).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(32).toString('hex')}`,
  }
  return { secretKey, webhookSecret, apiUrl, pid: process.pid }
}

/** Writes it whole before it gets its name, for its owner's eyes only. */
export function writeConnection(folder, connection) {
  const unfinished = `${fileIn(folder)}.${process.pid}`
  try {
    writeFileSync(unfinished, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600 })
    renameSync(unfinished, fileIn(folder))
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/**
 * Whether the stand-in of a connection runs: its start script does, and somebody listens there. One that is just
 * starting counts, although it does not answer yet.
 *
 * @param {Connection} connection
 * @returns {Promise<boolean>}
 */
export async function isUp({ apiUrl, pid }) {
  if (!(pid > 0) || pid === process.pid || !isRunning(pid)) return false
  const { hostname, port } = new URL(apiUrl)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: PATIENCE_MS })
    const settle = (up) => {
      socket.destroy()
      resolve(up)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })
}
