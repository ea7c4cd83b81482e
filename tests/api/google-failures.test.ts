import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { ATTEMPT_MS } from '../../src/server/features/accounts/openid/sign-in-attempts.ts'
import type { Claims } from '../../standins/google/accounts.ts'
import type { GoogleScript } from '../../standins/google/faults.ts'
import { answerAtGoogle, type GoogleWorld, startGoogleWorld, type Who } from '../support/google.ts'
import { isSignedIn, startTestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const who: Who = { email: 'ada@example.com', name: 'Ada Byron' }
const failed = (code: string, returnTo = ''): string => `/login?google=${code}${returnTo}`
const longAgo = Math.floor(Date.now() / 1000) - 3600
const without = (name: string) => (claims: Claims) => ({ ...claims, [name]: undefined })

/** Untrustworthy or missing responses of a provider. */
const wrong: [string, GoogleScript][] = [
  ['fails at the code', { tokens: 'fails' }],
  ['answers a page instead of a token', { tokens: 'is_no_json' }],
  ['drops the connection', { tokens: 'dies' }],
  ['signs with a key it has not published', { signature: 'by_another_key' }],
  ['does not sign', { signature: 'none' }],
  ['answers another attempt', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
  ['answers no attempt', { claims: without('nonce') }],
  ['speaks to another client', { claims: (claims) => ({ ...claims, aud: 'another' }) }],
  ['speaks for another issuer', { claims: (claims) => ({ ...claims, iss: 'https://accounts.another.example' }) }],
  ['says what holds no more', { claims: (claims) => ({ ...claims, iat: longAgo - 60, exp: longAgo }) }],
  ['says who it is by nothing', { claims: (claims) => ({ ...claims, sub: '' }) }],
]

async function countOf({ database }: GoogleWorld, email: string): Promise<number> {
  return (await rowsOf(database.db, sql`select id from users where lower(email) = lower(${email})`)).length
}

describe('a failed Google sign-in', () => {
  let ahead = 0
  const world = forSuite(async () => startGoogleWorld({ clock: { now: () => new Date(Date.now() + ahead) } }))
  beforeEach(() => {
    ahead = 0
    world.google.play({})
  })

  it('reports a refusal, and keeps the return path', async () => {
    const client = world.visitor()
    const response = await world.signIn(client, null, '/summaries?q=tides')
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe(failed('denied', '&returnTo=%2Fsummaries%3Fq%3Dtides'))
    expect(await isSignedIn(client)).toBe(false)
    expect([...client.cookies.keys()]).toEqual([])
  })

  it('reports a timeout', async () => {
    const client = world.visitor()
    const back = await answerAtGoogle(await world.begin(client), who)
    ahead = ATTEMPT_MS
    expect((await world.comeBack(client, back)).headers.location).toBe(failed('expired'))
    expect(await isSignedIn(client)).toBe(false)
  })

  it('reports a callback with missing or excessive parameters', async () => {
    const client = world.visitor()
    const back = await answerAtGoogle(await world.begin(client), who)
    for (const query of ['', '?code=x', '?state=', '?state=x&code=y', '?error=access_denied&state=x']) {
      const response = await client.get(`/api/auth/google/callback${query}`)
      expect([response.statusCode, response.headers.location]).toEqual([302, failed('expired')])
    }
    const doubled = await client.get(`${back.pathname}${back.search}&code=another`)
    expect(doubled.headers.location).toBe(failed('unavailable'))
    expect(await isSignedIn(client)).toBe(false)
  })

  it('reports that the email belongs to an account linked to another Google account', async () => {
    await world.signIn(world.visitor(), { email: 'shared@example.com' })
    world.google.play({ claims: (claims) => ({ ...claims, sub: '100000000000000000001' }) })
    const client = world.visitor()
    const response = await world.signIn(client, { email: 'Shared@example.com' }, '/account')
    expect(response.headers.location).toBe(failed('other_account', '&returnTo=%2Faccount'))
    expect(await isSignedIn(client)).toBe(false)
    world.google.play({})
    expect((await world.signIn(client, { email: 'shared@example.com' })).headers.location).toContain('welcome=back')
  })

  it('ends on a page after an internal error', async () => {
    const client = world.visitor()
    const back = await answerAtGoogle(await world.begin(client, '/account'), who)
    await world.database.db.execute(sql`alter table users rename column google_id to g`)
    const response = await world.comeBack(client, back)
    await world.database.db.execute(sql`alter table users rename column g to google_id`)
    expect([response.statusCode, response.headers.location]).toEqual([
      302,
      failed('unavailable', '&returnTo=%2Faccount'),
    ])
    expect((await world.signIn(client, who)).statusCode).toBe(302)
  })
})

describe('too many Google sign-ins', () => {
  it('are limited by address, with a message on the sign-in page', async () => {
    const world = await startGoogleWorld({ env: { RATE_LIMIT_FACTOR: '0.025' } })
    const client = world.visitor()
    const ends: string[] = []
    for (let tries = 0; tries < 5; tries += 1) ends.push(await world.begin(client, '/account'))
    expect(ends.filter((address) => address.startsWith(world.google.issuer))).toHaveLength(3)
    expect(ends.at(-1)).toBe(failed('rate_limited', '&returnTo=%2Faccount'))
    await world.close()
  })
})

describe('a provider that cannot be trusted', () => {
  const world = forSuite(async () => startGoogleWorld())

  it.each(wrong)('is rejected when it %s', async (_, script) => {
    const client = world.visitor()
    world.google.play(script)
    const response = await world.signIn(client, { email: 'never@example.com' }, '/account')
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe(failed('unavailable', '&returnTo=%2Faccount'))
    expect(await isSignedIn(client)).toBe(false)
    expect(await countOf(world, 'never@example.com')).toBe(0)
  })
})

describe('an unavailable provider', () => {
  it.each<GoogleScript>([{ discovery: 'fails' }, { discovery: 'is_no_json' }, { discovery: 'names_another' }])(
    'is not waited for: %o',
    async (script) => {
      const world = await startGoogleWorld()
      world.google.play(script)
      const client = world.visitor()
      expect(await world.begin(client, '/account')).toBe(failed('unavailable', '&returnTo=%2Faccount'))
      // The failure is not cached.
      world.google.play({})
      expect((await world.signIn(client, who)).headers.location).toBe('/dashboard?welcome=new')
      // The successful discovery is.
      world.google.play(script)
      expect((await world.signIn(client, who)).headers.location).toBe('/dashboard?welcome=back')
      await world.close()
    },
  )

  it('is rejected while its keys are unavailable', async () => {
    const world = await startGoogleWorld()
    world.google.play({ keys: 'fails' })
    expect((await world.signIn(world.visitor(), who)).headers.location).toBe(failed('unavailable'))
    world.google.play({})
    expect((await world.signIn(world.visitor(), who)).headers.location).toBe('/dashboard?welcome=new')
    await world.close()
  })

  it('times out after some seconds, at either endpoint', async () => {
    const unreachable = async (): Promise<void> => {
      const world = await startGoogleWorld()
      world.google.play({ discovery: 'hangs' })
      expect(await world.begin(world.visitor())).toBe(failed('unavailable'))
      await world.close()
    }
    const silent = async (): Promise<void> => {
      const world = await startGoogleWorld()
      const client = world.visitor()
      const back = await answerAtGoogle(await world.begin(client), who)
      world.google.play({ tokens: 'hangs' })
      expect((await world.comeBack(client, back)).headers.location).toBe(failed('unavailable'))
      await world.close()
    }
    await Promise.all([unreachable(), silent()])
  }, 15_000)

  it('refuses connections', async () => {
    const world = await startGoogleWorld()
    await world.google.stop()
    expect(await world.begin(world.visitor())).toBe(failed('unavailable'))
    await world.product.close()
  })

  it('is not set up', async () => {
    const test = await startTestProduct()
    const client = test.visitor()
    const begun = await client.get('/api/auth/google?returnTo=/account')
    expect([begun.statusCode, begun.headers.location]).toEqual([302, failed('not_set_up', '&returnTo=%2Faccount')])
    const back = await client.get('/api/auth/google/callback?code=x&state=y')
    expect([back.statusCode, back.headers.location]).toEqual([302, failed('not_set_up')])
    await test.close()
  })
})
