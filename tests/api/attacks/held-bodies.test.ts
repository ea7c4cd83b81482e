import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { BODY_LIMIT_BYTES } from '../../../src/server/platform/http/request-body.ts'
import { calls } from '../../../src/shared/api/calls.ts'
import { bodies } from '../../support/attacks/bodies.ts'
import { callEntries } from '../../support/attacks/routes.ts'
import { startTestProduct, type TestProduct, type TestProductOptions } from '../../support/product.ts'
import { tidePools } from '../../support/texts.ts'

const MIB = 1024 * 1024
let test: TestProduct
let port: number
const clients: Socket[] = []

async function serve(options: TestProductOptions = {}): Promise<void> {
  test = await startTestProduct(options)
  port = Number(new URL(await test.product.app.listen({ host: '127.0.0.1', port: 0 })).port)
}

interface Sent {
  client: Socket
  /** The response so far. */
  answer: () => string
  answered: () => Promise<number>
}

/** Sends the head of a request and a part of its body, and leaves the connection open. */
async function send(
  url: string,
  { length, part, cookie = '' }: { length: number; part: string; cookie?: string },
): Promise<Sent> {
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  client.on('error', () => {})
  let answer = ''
  client.on('data', (chunk) => void (answer += String(chunk)))
  await once(client, 'connect')
  client.write(
    `POST ${url} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nCookie: ${cookie}\r\nContent-Length: ${length}\r\n\r\n`,
  )
  client.write(part)
  const answered = async (): Promise<number> => {
    await expect.poll(() => answer, { timeout: 10_000 }).toContain('\r\n\r\n')
    return Number(answer.split(' ')[1])
  }
  return { client, answer: () => answer, answered }
}

/** JSON of a page of some megabytes. */
const pageOf = (megabytes: number): string =>
  JSON.stringify({
    url: 'https://blog.example/tide-pools',
    html: `<article><h1>Tide pools</h1><p>${tidePools}</p></article><!--${'x'.repeat(megabytes * MIB)}-->`,
  })

/** Most bytes of a body, each character of a text as an escape of six. Infinite where a field has no limit. */
function mostBytes(schema: z.core.JSONSchema.BaseSchema): number {
  if (schema.anyOf !== undefined) return Math.max(...schema.anyOf.map(mostBytes))
  if (schema.enum !== undefined) return Math.max(...schema.enum.map((value) => String(value).length + 2))
  if (schema.type === 'string') return 2 + 6 * (schema.maxLength ?? Infinity)
  if (schema.type === 'array')
    return 2 + (schema.maxItems ?? Infinity) * (1 + mostBytes(schema.items as z.core.JSONSchema.BaseSchema))
  const fields = Object.entries(schema.properties ?? {})
  return fields.reduce(
    (sum, [name, field]) => sum + name.length + 4 + mostBytes(field as z.core.JSONSchema.BaseSchema),
    24,
  )
}

it('every call but one accepts only short bodies, and its longest fields fit into them', () => {
  const sizes = callEntries.flatMap(([name, { body }]) =>
    body === undefined
      ? []
      : [[name, mostBytes(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))] as const],
  )
  expect(sizes.filter(([, bytes]) => bytes > BODY_LIMIT_BYTES).map(([name]) => name)).toEqual(['createSummary'])
})

describe('bodies', () => {
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy()
    await test.close()
  })

  it.each(['login', 'register', 'forgotPassword', 'resetPassword', 'verifyEmail'] as const)(
    'of %s are rejected by their declared length, before they arrive',
    async (name) => {
      await serve()
      const { answered, answer } = await send(calls[name].path, { length: 4_100_000, part: '{"email":"' })
      expect(await answered()).toBe(413)
      expect(answer()).toContain('This request is too large.')
    },
  )

  it('without a declared length are rejected once they are too long', async () => {
    await serve()
    const body = JSON.stringify({ ...bodies.login, password: 'x'.repeat(BODY_LIMIT_BYTES) })
    const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    })
    expect(response.status).toBe(413)
  })

  it('of pages that are held open stay out of memory', async () => {
    await serve()
    const { cookie } = await test.register()
    const part = `{"html":"${'x'.repeat(3 * MIB)}`
    setFlagsFromString('--expose-gc')
    const collectGarbage: () => void = runInNewContext('gc')
    collectGarbage()
    const before = process.memoryUsage().arrayBuffers
    for (let n = 0; n < 12; n += 1) await send('/api/summaries', { length: 24 * MIB, part, cookie })
    const folder = path.join(test.dataDir, 'bodies')
    await expect.poll(async () => readdir(folder).catch(() => null)).toEqual([])
    // Freed buffers count until the garbage collector has run.
    const grown = () => {
      collectGarbage()
      return process.memoryUsage().arrayBuffers - before
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
    await expect.poll(grown, { timeout: 10_000 }).toBeLessThan(12 * MIB)
  })

  const few = { bodies: { userBytes: 5 * MIB, addressBytes: 8 * MIB, allBytes: 10 * MIB } }

  it.each([
    ['user', few.bodies.userBytes, 429, 'You’re sending several long pages at once'],
    ['address', few.bodies.addressBytes, 429, 'from your network'],
    ['server', few.bodies.allBytes, 503, 'The server is receiving many long pages'],
  ])('that are unfinished are limited by %s, and nothing else is', async (kind, bytes, status, message) => {
    const wide = { userBytes: Infinity, addressBytes: Infinity, allBytes: Infinity }
    const limit = { user: 'userBytes', address: 'addressBytes', server: 'allBytes' }[kind] ?? ''
    await serve({ bodies: { ...wide, [limit]: bytes } })
    const user = await test.register()
    const cookie = user.cookie
    const part = `{"html":"${'x'.repeat(3 * MIB)}`
    const held: Sent[] = []
    while (held.length < 5 && held.every(({ answer }) => answer() === '')) {
      held.push(await send('/api/summaries', { length: 24 * MIB, part, cookie }))
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    const refused = held.find(({ answer }) => answer() !== '')
    expect(await refused?.answered()).toBe(status)
    expect(refused?.answer()).toContain(message)
    expect(refused?.answer().toLowerCase()).toContain('retry-after: 30')
    expect((await user.post('/api/summaries', { content: tidePools })).statusCode).toBe(201)
    for (const { client } of held) client.destroy()
    await expect
      .poll(async () => (await user.post('/api/summaries', JSON.parse(pageOf(2)))).statusCode, { timeout: 10_000 })
      .toBe(201)
  })

  it('of long pages are taken two at a time, and all are read', async () => {
    await serve()
    const users = await Promise.all(Array.from({ length: 4 }, async () => test.register()))
    const made = await Promise.all(users.map(async (user) => user.post('/api/summaries', JSON.parse(pageOf(5)))))
    expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  })
})
