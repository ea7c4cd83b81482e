import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { environmentSchema } from './config-schema.ts'
import { createScrubber, secretsIn } from './secrets.ts'

describe('secretsIn', () => {
  it('finds keys, and passwords in URLs', () => {
    const found = secretsIn({
      SESSION_SECRET: 'of sessions',
      OPENAI_API_KEY: ' of a provider\n',
      AWS_SECRET_ACCESS_KEY: 'of the file store',
      DATABASE_URL: 'postgres://ada:p%40ss@db.example/precis',
      OUTBOUND_PROXY_URL: 'http://proxy.example:3128',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-traces,x-team=of%team',
      SMTP_URL: 'no address',
      APP_URL: 'https://precis.example',
      PATH: '/usr/bin',
      EDITOR_KEY: "somebody else's",
    })
    const ofHeaders = ['Bearer%20of-traces', 'Bearer of-traces', 'of-traces', 'of%team']
    const others = ['of sessions', 'of a provider', 'of the file store', 'p%40ss', 'p@ss']
    expect(new Set(found.filter(Boolean))).toEqual(new Set([...others, ...ofHeaders, 'Bearer']))
  })

  it('finds every setting that is named like a secret', () => {
    // How passwords are judged is no secret.
    const open = 'PASSWORD_RULES'
    const secret = Object.keys(environmentSchema.shape).filter(
      (name) => name !== open && /(?:SECRET|KEY|TOKEN|PASSWORD)(?:_|$)/.test(name),
    )
    expect(secret.length).toBeGreaterThan(6)
    for (const name of secret) expect(secretsIn({ [name]: 'a secret' })).toContain('a secret')
  })
})

describe('createScrubber', () => {
  const scrub = createScrubber(['a "secret" & more', 'longer: a "secret" & more', 'short', ''])

  it.each([
    ['as it is', 'Refused: a "secret" & more.'],
    ['in an address', 'Refused: a%20%22secret%22%20%26%20more.'],
    ['in JSON', 'Refused: a \\"secret\\" & more.'],
    ['in a header', `Refused: ${Buffer.from('a "secret" & more').toString('base64')}.`],
    ['the longer one first', 'Refused: longer: a "secret" & more.'],
  ])('removes a secret %s', (_, text) => expect(scrub(text)).toBe('Refused: [secret].'))

  it('keeps short values', () => expect(scrub('short and sweet')).toBe('short and sweet'))
})

it('the log contains no secrets', () => {
  let said = ''
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      said += String(chunk)
      done()
    },
  })
  const log = createLog({ logLevel: 'trace', production: true }, stream, ['canary of a key'])
  log.info({ answer: { detail: ['Wrong key: canary of a key'] } }, 'refused canary of a key')
  log.error({ err: new Error('outer', { cause: new Error('canary of a key') }) }, 'failed')
  log.child({ key: 'canary of a key' }).warn('child')
  expect(said.split('\n')).toHaveLength(4)
  expect(said).not.toContain('canary')
  expect(said.match(/\[secret\]/g)?.length).toBeGreaterThanOrEqual(4)
})
