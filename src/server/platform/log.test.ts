import { Writable } from 'node:stream'
import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

const CANARY = 'canary'

function startLog() {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: createLog({ logLevel: 'trace', production: true }, stream), lines }
}

const databaseError = (message: string, fields: object) => Object.assign(new Error(message), fields)

const failedQuery = (): Error =>
  new DrizzleQueryError(
    'insert into users values ($1, $2)',
    [`${CANARY}@example.com`, `${CANARY}\n    at ${CANARY} (file:1:1)\nparams: ${CANARY}`],
    databaseError('duplicate key value violates unique constraint "users_email"', {
      code: '23505',
      constraint: 'users_email',
      detail: `Key (email)=(${CANARY}) already exists.`,
      where: CANARY,
      params: [CANARY],
    }),
  )

describe('errors in the log', () => {
  it('have the statement, the code and the stack', () => {
    const { log, lines } = startLog()
    log.error({ err: failedQuery() }, 'request failed')
    expect(JSON.parse(lines[0]!)).toMatchObject({
      msg: 'request failed',
      err: {
        type: 'DrizzleQueryError',
        message: 'Failed query',
        query: 'insert into users values ($1, $2)',
        stack: expect.stringMatching(/^DrizzleQueryError: Failed query\n\s+at .*log\.test\.ts/),
        cause: { code: '23505', constraint: 'users_email', message: expect.stringContaining('duplicate key') },
      },
    })
  })

  const wrapped = new Error(`Could not save: ${failedQuery().message}`, { cause: failedQuery() })
  let parseError: unknown
  try {
    JSON.parse(CANARY)
  } catch (error) {
    parseError = error
  }
  it.each([
    ['a failed query', failedQuery()],
    ['an error around it', wrapped],
    ['several at once', new AggregateError([failedQuery(), wrapped], 'all failed')],
    ['a value that the database could not read', databaseError(`invalid input: "${CANARY}"`, { code: '22P02' })],
    ['a text that is not JSON', parseError],
    ['an address', new Error(`Cannot reach https://user:${CANARY}@host.example/path?token=${CANARY}#${CANARY}`)],
    ['fields of a library', databaseError('Invalid URL', { input: CANARY, config: { headers: { cookie: CANARY } } })],
  ])('contain nothing that users sent: %s', (_, err) => {
    const { log, lines } = startLog()
    log.error({ err }, 'with a message')
    log.error({ err })
    log.error(err)
    log.error({ error: err }, 'under another name')
    log.child({ err }).warn('from a child')
    log.error({ err }, (err as Error).message)
    expect(lines).toHaveLength(6)
    expect(lines.join('')).not.toContain(CANARY)
  })

  it('have only a type for other thrown values', () => {
    const { log, lines } = startLog()
    log.error({ err: { message: CANARY } }, 'thrown')
    expect(JSON.parse(lines[0]!).err).toEqual({ type: 'object', message: 'not an error' })
  })

  it('stop at an error that is its own cause', () => {
    const { log, lines } = startLog()
    const error = new Error('round')
    error.cause = error
    log.error({ err: error }, 'circle')
    expect(lines).toHaveLength(1)
  })
})

describe('redaction', () => {
  it.each([0, 1, 2, 3])('reaches secrets %i levels deep', (depth) => {
    const { log, lines } = startLog()
    const names = ['password', 'newPassword', 'token', 'authorization', 'cookie', 'set-cookie', 'secret', 'apiKey']
    let value: object = Object.fromEntries(names.map((name) => [name, CANARY]))
    for (let level = 0; level < depth; level += 1) value = { inner: value, other: level }
    log.info(value, 'line')
    log.child(value).info('line')
    expect(lines.join('')).not.toContain(CANARY)
    expect(lines.join('').match(/\[redacted\]/g)).toHaveLength(2 * names.length)
  })

  it('shows the route of a request, and the origin of other URLs', () => {
    const { log, lines } = startLog()
    const headers = { referer: `/s/${CANARY}` }
    const req = { method: 'GET', url: `/s/${CANARY}`, routeOptions: { url: '/s/:token' }, headers }
    log.info({ url: `/api/x?token=${CANARY}`, req }, `Cannot reach https://host.example:80/s/${CANARY}?a#b, again`)
    expect(lines[0]).not.toContain(CANARY)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      req: { method: 'GET', route: '/s/:token' },
      msg: 'Cannot reach https://host.example:80/… again',
    })
  })
})
