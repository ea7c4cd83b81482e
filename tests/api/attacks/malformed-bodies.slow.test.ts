import { gzipSync } from 'node:zlib'
import type { Response } from 'light-my-request'
import { describe, expect, it } from 'vitest'
import { calls } from '../../../src/shared/api/calls.ts'
import { type CallContract, errorBodySchema } from '../../../src/shared/api/contract.ts'
import { bodies, bodyOf, type CallWithBody } from '../../support/attacks/bodies.ts'
import {
  callEntries,
  isUnsafe,
  nameOf,
  pathWith,
  type Route,
  routesOf,
  unknownId,
} from '../../support/attacks/routes.ts'
import { keepLog } from '../../support/log.ts'
import { startTestProduct, type TestClient } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'

const MEGABYTE = 1024 * 1024
const deep = (open: string, close: string, core: string): string =>
  `${open.repeat(100_000)}${core}${close.repeat(100_000)}`

/** Bodies that are no JSON, or JSON of an invalid type. */
const raw: [string, string | Buffer, Record<string, string>?][] = [
  ['nothing', ''],
  ['white space', ' \r\n\t'],
  ['half an object', '{"email":'],
  ['a word', 'undefined'],
  ['two objects', '{}{}'],
  ['a comment', '/* */{}'],
  ['a byte order mark', '\ufeff{}'],
  ['UTF-16', Buffer.from('{"email":"a@example.com"}', 'utf16le')],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['null', 'null'],
  ['a number', '1e400'],
  ['a string', '"text"'],
  ['an empty list', '[]'],
  ['a list of bodies', '[{"email":"a@example.com","password":"secret12"}]'],
  ['lists in lists', deep('[', ']', '')],
  ['objects in objects', deep('{"a":', '}', '1')],
  ['unclosed lists', '['.repeat(500_000)],
  ['many keys', `{${Array.from({ length: 10_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`],
  ['a key of a megabyte', `{"${'k'.repeat(MEGABYTE)}":1}`],
  ['a prototype', '{"__proto__":{"emailVerified":true}}'],
  ['an escaped prototype', '{"\\u005f_proto__":{"emailVerified":true}}'],
  ['a prototype of the constructor', '{"constructor":{"prototype":{"emailVerified":true}}}'],
  ['five megabytes', `{"email":"${'x'.repeat(5 * MEGABYTE)}"}`],
  ['a gzip bomb', gzipSync(Buffer.alloc(64 * MEGABYTE, ' ')), { 'content-encoding': 'gzip' }],
  ['a false gzip encoding', '{}', { 'content-encoding': 'gzip' }],
  ['an unknown content encoding', '{}', { 'content-encoding': 'zopfli' }],
  ['a wrong length', '{}', { 'content-length': '1' }],
]

/** Routes that end the session are called last. */
const signingOut = ['DELETE /api/account/sessions', 'POST /api/auth/logout']
const names = Object.keys(bodies) as CallWithBody[]

/** Values that no field accepts, as JSON. */
const wrongTypes = [
  'null',
  '0',
  '-1.5',
  '1e400',
  'true',
  '[]',
  '{}',
  '["a@example.com"]',
  '{"$ne":null}',
  '{"length":9}',
]
/** Texts that a text field must accept or reject with a message. */
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b@example.com',
  '\ud800',
  'a\ud800@example.com',
  '\u202egnirts',
  "' OR 1=1 --@example.com",
  "'; DROP TABLE users; --",
  '${7*7}{{7*7}}<%= 7*7 %>',
  '../../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  '%00%0d%0a',
  'x'.repeat(100_000),
  'é'.repeat(100_000),
  `${'a@'.repeat(20_000)}a`,
  `${'a.'.repeat(20_000)}@example.com`,
  '👩‍👩‍👧‍👦'.repeat(5000),
  'NaN',
  '[object Object]',
]

/** Problems of an error response. */
function complaints(response: Response, what: string): string[] {
  const { statusCode, body } = response
  if (statusCode < 400) return []
  const found: string[] = []
  if (statusCode >= 500) found.push(`${what}: status ${statusCode}`)
  if (response.headers['content-type'] !== 'application/json; charset=utf-8') found.push(`${what}: no JSON`)
  const error = errorBodySchema.safeParse(body === '' ? null : JSON.parse(body))
  if (!error.success || error.data.message.length < 10) found.push(`${what}: no message: ${body.slice(0, 200)}`)
  if (/node_modules|\.ts:\d|\bat \w+ \(|SyntaxError|TypeError|Zod|drizzle|\$argon2/.test(body))
    found.push(`${what}: tells of the inside: ${body.slice(0, 200)}`)
  if (body.length > 4000) found.push(`${what}: an answer of ${body.length} characters`)
  return found
}

const callOf = (name: CallWithBody): CallContract => calls[name]

/** A body in which one field is replaced by a JSON value. */
function withField(body: Record<string, unknown>, field: string, json: string): string {
  const entries = Object.entries({ ...body, [field]: null }).map(
    ([name, value]) => `${JSON.stringify(name)}:${name === field ? json : JSON.stringify(value)}`,
  )
  return `{${entries.join(',')}}`
}

describe('malformed bodies', () => {
  const { log, text } = keepLog()
  const test = forSuite(async () => startTestProduct({ log }))

  /** Everything that changes something, signing out last. */
  const unsafe = () =>
    routesOf(test)
      .filter((route) => isUnsafe(route) && !/unreadable|uploads\/:id/.test(route.path))
      .sort((a, b) => signingOut.indexOf(nameOf(a)) - signingOut.indexOf(nameOf(b)))
  const send = async (client: TestClient, route: Route, payload: string | Buffer, headers: Record<string, string>) =>
    client.request(route.method as 'POST', pathWith(route.path, unknownId), payload, {
      'content-type': 'application/json',
      ...headers,
    })

  it.each(raw)('are rejected with a message by every route: %s', async (_, payload, headers = {}) => {
    const client = await test.register()
    const found: string[] = []
    for (const route of unsafe()) {
      const response = await send(client, route, payload, headers)
      found.push(...complaints(response, nameOf(route)))
      const name = callEntries.find(([, call]) => nameOf(call) === nameOf(route))?.[0]
      const mayBeEmpty = name === undefined || bodyOf(name) === undefined || name === 'createUploadUrl'
      if (!mayBeEmpty && ![400, 403, 413, 415].includes(response.statusCode))
        found.push(`${nameOf(route)}: ${response.statusCode}`)
    }
    expect(found).toEqual([])
  })

  it('that are missing are requested', async () => {
    const client = await test.register()
    for (const [name, call] of callEntries.filter(([name, call]) => call.body && name !== 'createUploadUrl')) {
      const response = await client.request(call.method, pathWith(call.path, unknownId))
      expect([name, response.statusCode]).toEqual([name, 400])
      expect(complaints(response, name)).toEqual([])
    }
  })

  it.each(names)('of %s with a field of a wrong type are rejected, with the field’s name', async (name) => {
    const call = callOf(name)
    const client = await test.register()
    const found: string[] = []
    for (const [field, usual] of Object.entries(bodies[name])) {
      for (const value of wrongTypes.filter((json) => typeof usual !== typeof JSON.parse(json) || json === '-1.5')) {
        const payload = withField(bodies[name], field, value)
        const response = await client.request(call.method, pathWith(call.path, unknownId), payload, {
          'content-type': 'application/json',
        })
        const what = `${field}: ${value}`
        found.push(...complaints(response, what))
        const { errors = [] } = response.json() as { errors?: { path: string }[] }
        if (response.statusCode !== 400 || !errors.some(({ path }) => path === field || path === ''))
          found.push(`${what}: ${response.statusCode} ${response.body}`)
      }
    }
    expect(found).toEqual([])
  })

  it('with a duplicate key use the last value', async () => {
    await test.register('twice@example.com')
    const payload =
      '{"email":"other@example.com","email":"twice@example.com","password":"wrong one","password":"correct horse"}'
    const headers = { 'content-type': 'application/json' }
    const response = await test.visitor().request('POST', '/api/auth/login', payload, headers)
    expect([response.statusCode, response.json().email]).toEqual([200, 'twice@example.com'])
  })

  it('cause no server error in the log', () => {
    expect(text()).toContain('"status":415')
    expect(text()).not.toMatch(/"level":(?:50|60)/)
  })
})

describe('unusual texts', () => {
  const { log, text } = keepLog()
  const test = forSuite(async () => startTestProduct({ log }))

  it.each(names)('in %s never cause a server error', async (name) => {
    const call = callOf(name)
    const client = await test.register()
    const found: string[] = []
    for (const [field, usual] of Object.entries(bodies[name])) {
      if (typeof usual !== 'string') continue
      for (const odd of oddTexts) {
        const response = await client.request(call.method, pathWith(call.path, unknownId), {
          ...bodies[name],
          [field]: odd,
        })
        found.push(...complaints(response, `${field}: ${JSON.stringify(odd.slice(0, 30))}`))
      }
    }
    expect(found).toEqual([])
    expect(text()).not.toMatch(/"level":(?:50|60)/)
  })
})
