import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSocket, stripeStandin, webhookUrl } from './standins.mjs'

let folder = ''
const opened = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'precis-standins-'))
  for (const name of [
    'NODE_ENV',
    'ROLE',
    'HOST',
    'PLAN_CATALOGUE',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_API_URL',
  ])
    vi.stubEnv(name, '')
  vi.stubEnv('DATA_DIR', folder)
})

afterEach(() => {
  vi.unstubAllEnvs()
  for (const server of opened.splice(0)) server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function startOne(port = '0') {
  const standin = await stripeStandin({ port })
  if (standin?.socket !== undefined) opened.push(standin.socket)
  return standin
}

const file = () => join(folder, 'standins', 'stripe-connection.json')

/** Responds on the stand-in's URL like the stand-in, which accepts one key. */
async function answerFor({ env, socket }, key = env.STRIPE_SECRET_KEY) {
  const { port } = new URL(env.STRIPE_API_URL)
  socket.close()
  await once(socket, 'close')
  const server = createServer((request, response) => {
    response.writeHead(request.headers.authorization === `Bearer ${key}` ? 200 : 401).end()
  })
  opened.push(server)
  await once(server.listen(Number(port), '127.0.0.1'), 'listening')
}

test('creates secrets and a connection file that only its owner can read', async () => {
  const { env, order } = await startOne('3000')
  expect(env).toEqual({
    STRIPE_SECRET_KEY: expect.stringMatching(/^sk_test_[0-9a-f]{64}$/),
    STRIPE_WEBHOOK_SECRET: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
    STRIPE_API_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  })
  expect(order).toMatchObject({
    webhookUrl: 'http://127.0.0.1:3000/api/webhooks/stripe',
    stateFile: join(folder, 'standins', 'stripe.json'),
  })
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ apiUrl: env.STRIPE_API_URL })
  expect(statSync(file()).mode & 0o077).toBe(0)
})

test.each([
  ['Stripe is configured', { STRIPE_SECRET_KEY: 'sk_live_x' }],
  ['Stripe is configured in part', { STRIPE_WEBHOOK_SECRET: 'whsec_x' }],
  ['in production', { NODE_ENV: 'production' }],
  ['a worker finds none running', { ROLE: 'worker' }],
])('starts nothing when %s', async (_, env) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  expect(await startOne()).toBeNull()
  expect(readdirSync(folder)).toEqual([])
})

test('keeps its secrets between starts, and creates new ones when the file is damaged', async () => {
  const first = await startOne()
  const second = await startOne()
  expect(second.order.secretKey).toBe(first.order.secretKey)
  writeFileSync(file(), '{"secretKey":')
  expect((await startOne()).order.secretKey).not.toBe(first.order.secretKey)
})

test('a second server and a worker use the running stand-in of the same data directory', async () => {
  const first = await startOne()
  await answerFor(first)
  expect(await startOne()).toEqual({ env: first.env, line: first.line })
  vi.stubEnv('ROLE', 'worker')
  expect(await startOne()).toEqual({ env: first.env, line: first.line })
})

test('starts its own when another program uses the port', async () => {
  const first = await startOne()
  await answerFor(first, 'another key')
  const second = await startOne()
  expect(second.order.secretKey).toBe(first.order.secretKey)
  expect(second.env.STRIPE_API_URL).not.toBe(first.env.STRIPE_API_URL)
})

test('runs without persisting its data when the folder cannot be created', async () => {
  writeFileSync(join(folder, 'file'), '')
  vi.stubEnv('DATA_DIR', join(folder, 'file'))
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect((await startOne()).order.stateFile).toBeNull()
  expect(stderr).toHaveBeenCalledWith(expect.stringMatching(/^The Stripe stand-in won't keep its data/))
  stderr.mockRestore()
})

test.each([
  ['3000', '', 'http://127.0.0.1:3000/api/webhooks/stripe'],
  ['3000', '::', 'http://127.0.0.1:3000/api/webhooks/stripe'],
  ['3000', '::1', 'http://[::1]:3000/api/webhooks/stripe'],
  ['3000', '192.168.0.7', 'http://192.168.0.7:3000/api/webhooks/stripe'],
  ['0', '', null],
])('sends webhooks to port %s of host "%s"', (port, host, expected) => {
  expect(webhookUrl(port, host)).toBe(expected)
})

test('listens on the preferred port, or on another if that is taken', async () => {
  const { socket } = await openSocket(0)
  const { port } = socket.address()
  const second = await openSocket(port)
  opened.push(socket, second.socket)
  expect(second.socket.address().port).not.toBe(port)
})

test('is not started for a plan catalogue without prices', async () => {
  vi.stubEnv('PLAN_CATALOGUE', 'home')
  expect(await startOne()).toBeNull()
  vi.stubEnv('PLAN_CATALOGUE', 'two-plan')
  expect(await startOne()).not.toBeNull()
})
