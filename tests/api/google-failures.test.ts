import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { ATTEMPT_MS } from '../../src/server/features/accounts/google/sign-in-attempts.ts'
import type { Claims } from '../../standins/google/accounts.ts'
import type { GoogleScript } from '../../standins/google/faults.ts'
import { answerAtGoogle, type GoogleWorld, startGoogleWorld, type Who } from '../support/google.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'

const who: Who = { email: 'ada@example.com', name: 'Ada Byron' }
const failed = (code: string, returnTo = ''): string => `/login?google=${code}${returnTo}`
const longAgo = Math.floor(Date.now() / 1000) - 3600
const without = (name: string) => (claims: Claims) => ({ ...claims, [name]: undefined })

/** Ways of a provider to answer what cannot be trusted, or not at all. */
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

const unverified: [string, GoogleScript | null][] = [
  ['is not verified', null],
  ['is missing', { claims: without('email') }],
  ['is none', { claims: (claims) => ({ ...claims, email: 'nobody' }) }],
  ['is not said to be verified', { claims: without('email_verified') }],
  ['is verified by a word', { claims: (claims) => ({ ...claims, email_verified: 'true' }) }],
]

const isSignedIn = async (client: TestClient): Promise<boolean> =>
  (await client.get('/api/auth/user')).statusCode === 200

async function countOf({ database }: GoogleWorld, email: string): Promise<number> {
  return (await rowsOf(database.db, sql`select id from users where lower(email) = lower(${email})`)).length
}

describe('a sign-in with Google that fails', () => {
  let world: GoogleWorld
  let ahead = 0
  beforeAll(async () => {
    world = await startGoogleWorld({ clock: { now: () => new Date(Date.now() + ahead) } })
  })
  beforeEach(() => {
    ahead = 0
    world.google.play({})
  })
  afterAll(async () => world.close())

  it('says that the person said no, and keeps where they wanted to go', async () => {
    const client = world.visitor()
    const response = await world.signIn(client, null, '/summaries?q=tides')
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe(failed('denied', '&returnTo=%2Fsummaries%3Fq%3Dtides'))
    expect(await isSignedIn(client)).toBe(false)
    expect([...client.cookies.keys()]).toEqual([])
  })

  it('says that it took too long', async () => {
    const client = world.visitor()
    const back = await answerAtGoogle(await world.begin(client), who)
    ahead = ATTEMPT_MS
    expect((await world.comeBack(client, back)).headers.location).toBe(failed('expired'))
    expect(await isSignedIn(client)).toBe(false)
  })

  it('says so of an address without anything, or with too much', async () => {
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

  it.each(unverified)('takes nobody whose address %s, with an account or without', async (_, script) => {
    await world.visitor().post('/api/auth/register', {
      email: who.email,
      password: 'correct horse',
      firstName: 'Ada',
      lastName: 'Byron',
    })
    if (script !== null) world.google.play(script)
    for (const email of [who.email, 'nobody.yet@example.com']) {
      const client = world.visitor()
      const response = await world.signIn(client, { email, verified: script !== null })
      expect(response.headers.location).toBe(failed('unverified'))
      expect(await isSignedIn(client)).toBe(false)
    }
    expect(await countOf(world, 'nobody.yet@example.com')).toBe(0)
    expect(await countOf(world, 'nobody')).toBe(0)
  })

  it('takes an unverified address not even of an account that it is connected to', async () => {
    const known = { email: 'once.verified@example.com' }
    await world.signIn(world.visitor(), known)
    const response = await world.signIn(world.visitor(), { ...known, verified: false })
    expect(response.headers.location).toBe(failed('unverified'))
  })

  it('says that the address belongs to an account of another Google account', async () => {
    await world.signIn(world.visitor(), { email: 'shared@example.com' })
    world.google.play({ claims: (claims) => ({ ...claims, sub: '100000000000000000001' }) })
    const client = world.visitor()
    const response = await world.signIn(client, { email: 'Shared@example.com' }, '/account')
    expect(response.headers.location).toBe(failed('other_account', '&returnTo=%2Faccount'))
    expect(await isSignedIn(client)).toBe(false)
    world.google.play({})
    expect((await world.signIn(client, { email: 'shared@example.com' })).headers.location).toContain('welcome=back')
  })

  it('leaves a signed-in person signed in', async () => {
    const client = await world.register('stays@example.com')
    expect((await world.signIn(client, null)).headers.location).toBe(failed('denied'))
    expect((await client.get('/api/auth/user')).json()).toMatchObject({ email: 'stays@example.com' })
  })

  it('ends on a page too when the product itself fails', async () => {
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

describe('too many sign-ins with Google', () => {
  it('are refused by the address that they come from, on the sign-in page', async () => {
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
  let world: GoogleWorld
  beforeAll(async () => {
    world = await startGoogleWorld()
  })
  afterAll(async () => world.close())

  it.each(wrong)('is not believed when it %s', async (_, script) => {
    const client = world.visitor()
    world.google.play(script)
    const response = await world.signIn(client, { email: 'never@example.com' }, '/account')
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe(failed('unavailable', '&returnTo=%2Faccount'))
    expect(await isSignedIn(client)).toBe(false)
    expect(await countOf(world, 'never@example.com')).toBe(0)
  })
})

describe('a provider that cannot be asked', () => {
  it.each<GoogleScript>([{ discovery: 'fails' }, { discovery: 'is_no_json' }, { discovery: 'names_another' }])(
    'is not asked for long: %o',
    async (script) => {
      const world = await startGoogleWorld()
      world.google.play(script)
      const client = world.visitor()
      expect(await world.begin(client, '/account')).toBe(failed('unavailable', '&returnTo=%2Faccount'))
      // Nothing of the failure is kept.
      world.google.play({})
      expect((await world.signIn(client, who)).headers.location).toBe('/dashboard?welcome=new')
      // What was found out is.
      world.google.play(script)
      expect((await world.signIn(client, who)).headers.location).toBe('/dashboard?welcome=back')
      await world.close()
    },
  )

  it('is not believed while it cannot show its keys', async () => {
    const world = await startGoogleWorld()
    world.google.play({ keys: 'fails' })
    expect((await world.signIn(world.visitor(), who)).headers.location).toBe(failed('unavailable'))
    world.google.play({})
    expect((await world.signIn(world.visitor(), who)).headers.location).toBe('/dashboard?welcome=new')
    await world.close()
  })

  it('is given up on after some seconds, at either end', async () => {
    const world = await startGoogleWorld()
    world.google.play({ discovery: 'hangs' })
    const client = world.visitor()
    const began = performance.now()
    expect(await world.begin(client)).toBe(failed('unavailable'))
    expect(performance.now() - began).toBeLessThan(9000)
    world.google.play({})
    const back = await answerAtGoogle(await world.begin(client), who)
    world.google.play({ tokens: 'hangs' })
    expect((await world.comeBack(client, back)).headers.location).toBe(failed('unavailable'))
    expect(performance.now() - began).toBeLessThan(18_000)
    await world.close()
  })

  it('is not there', async () => {
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
