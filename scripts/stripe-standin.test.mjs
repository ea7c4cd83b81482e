import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSocket } from './standin-socket.mjs'
import { standInForStripe, webhookUrl } from './stripe-standin.mjs'

let folder = ''
const sockets = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'precis-standin-'))
  for (const name of ['NODE_ENV', 'ROLE', 'HOST', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL'])
    vi.stubEnv(name, '')
  vi.stubEnv('DATA_DIR', folder)
})

afterEach(() => {
  vi.unstubAllEnvs()
  for (const socket of sockets.splice(0)) socket.close()
  rmSync(folder, { recursive: true, force: true })
})

/** As the start script of a server on some port asks. */
async function standIn(port = '0') {
  const standin = await standInForStripe({ port })
  if (standin?.socket !== undefined) sockets.push(standin.socket)
  return standin
}

const file = () => join(folder, 'standins', 'stripe-connection.json')
const connection = () => JSON.parse(readFileSync(file(), 'utf8'))
const pretend = (change) => writeFileSync(file(), JSON.stringify({ ...connection(), ...change }))

describe('the stand-in for Stripe', () => {
  test('is there for a product that names no Stripe, with secrets and a file of its own', async () => {
    const { env, line, order } = await standIn('3000')
    expect(env).toEqual({
      STRIPE_SECRET_KEY: expect.stringMatching(/^sk_test_[0-9a-f]{64}$/),
      STRIPE_WEBHOOK_SECRET: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
      STRIPE_API_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    })
    expect(line).toBe(`Stripe is stood in for on ${env.STRIPE_API_URL}: no money moves.`)
    expect(order).toEqual({
      standin: 'stripe',
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      webhookUrl: 'http://127.0.0.1:3000/api/webhooks/stripe',
      stateFile: join(folder, 'standins', 'stripe.json'),
    })
    expect(connection()).toMatchObject({ apiUrl: env.STRIPE_API_URL, secretKey: env.STRIPE_SECRET_KEY })
    expect(statSync(file()).mode & 0o077).toBe(0)
    expect(readdirSync(join(folder, 'standins'))).toEqual(['stripe-connection.json'])
  })

  test.each([
    ['somebody names Stripe', { STRIPE_SECRET_KEY: 'sk_live_x' }],
    ['somebody names half of it', { STRIPE_WEBHOOK_SECRET: 'whsec_x' }],
    ['it is production', { NODE_ENV: 'production' }],
    ['the server is a worker, and nobody has started one', { ROLE: 'worker' }],
  ])('is not there when %s', async (_, env) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    expect(await standIn()).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  test('keeps its secrets from start to start', async () => {
    const first = await standIn()
    const second = await standIn()
    expect(second.order).toMatchObject({
      secretKey: first.order.secretKey,
      webhookSecret: first.order.webhookSecret,
    })
    expect(connection().apiUrl).toBe(second.env.STRIPE_API_URL)
  })

  test.each([
    ['has ended without a word', { pid: 2 ** 30 }],
    ['is another program by now', { pid: process.ppid, apiUrl: 'http://127.0.0.1:1' }],
  ])('takes the place of one whose start %s', async (_, change) => {
    const before = await standIn()
    pretend(change)
    const after = await standIn()
    expect(after.order.secretKey).toBe(before.order.secretKey)
    expect(connection()).toMatchObject({ pid: process.pid, apiUrl: after.env.STRIPE_API_URL })
  })

  test('leads a second server, and a worker, to the one that runs on the same data', async () => {
    const first = await standIn()
    pretend({ pid: process.ppid })
    const second = await standIn()
    expect(second).toEqual({
      name: 'Stripe',
      env: first.env,
      line: `Stripe is stood in for on ${first.env.STRIPE_API_URL}, which was started before: no money moves.`,
    })
    vi.stubEnv('ROLE', 'worker')
    expect(await standIn()).toEqual(second)
    expect(connection().pid).toBe(process.ppid)
  })

  test('begins anew where the file is damaged, and keeps nothing where there can be no folder', async () => {
    const { order } = await standIn()
    writeFileSync(file(), '{"secretKey":')
    expect((await standIn()).order.secretKey).not.toBe(order.secretKey)
    writeFileSync(join(folder, 'no-folder'), '')
    vi.stubEnv('DATA_DIR', join(folder, 'no-folder'))
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect((await standIn()).order.stateFile).toBeNull()
    expect(said).toHaveBeenCalledWith(
      expect.stringMatching(/^The stand-in for Stripe keeps nothing beyond its end, as it cannot write to /),
    )
    said.mockRestore()
  })
})

const NOBODY = 65_534

/** Does something as one whom the system refuses what the owner of a file does not allow. */
async function withoutPrivileges(work) {
  if (process.geteuid?.() !== 0) return work()
  process.seteuid(NOBODY)
  try {
    return await work()
  } finally {
    process.seteuid(0)
  }
}

test('keeps nothing, and says why, where its folder cannot be written to', async () => {
  const standins = join(folder, 'standins')
  mkdirSync(standins)
  chmodSync(standins, 0o555)
  chmodSync(folder, 0o755)
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { env, order } = await withoutPrivileges(standIn)
  expect(env.STRIPE_API_URL).toMatch(/^http:/)
  expect(order.stateFile).toBeNull()
  const [line] = said.mock.calls.flat()
  said.mockRestore()
  expect(line).toMatch(
    /^The stand-in for Stripe keeps nothing beyond its end, as it cannot write to \S+standins: EACCES/,
  )
})

test('is told where the server takes events', () => {
  const path = '/api/webhooks/stripe'
  expect(webhookUrl('3000')).toBe(`http://127.0.0.1:3000${path}`)
  expect(webhookUrl('3000', '0.0.0.0')).toBe(`http://127.0.0.1:3000${path}`)
  expect(webhookUrl('3000', '::')).toBe(`http://127.0.0.1:3000${path}`)
  expect(webhookUrl('3000', '::1')).toBe(`http://[::1]:3000${path}`)
  expect(webhookUrl('3000', '192.168.0.7')).toBe(`http://192.168.0.7:3000${path}`)
  expect(webhookUrl('0')).toBeNull()
  expect(webhookUrl('any')).toBeNull()
})

test('gets the port after the server’s, or any other that is free', async () => {
  const first = await openSocket(0)
  const port = first.socket.address().port
  const second = await openSocket(port)
  sockets.push(first.socket, second.socket)
  expect(first.url).toBe(`http://127.0.0.1:${port}`)
  expect(second.socket.address().port).not.toBe(port)
})
