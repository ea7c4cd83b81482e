import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptCookieName } from '../../src/server/features/accounts/openid/sign-in-attempts.ts'
import { signInPaths } from '../../src/shared/api/routes.ts'
import { signInProviders } from '../../src/shared/redirect-params.ts'
import { answerAtGoogle, type GoogleWorld, startGoogleWorld } from '../support/google.ts'
import { keepLog } from '../support/log.ts'
import type { TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const victim = { email: 'victim@example.com', name: 'Vic Tim' }
const attacker = { email: 'attacker@example.com', name: 'Att Acker' }

describe.each(signInProviders)('attacks on sign-in with %s', (provider) => {
  const expired = `/login?${provider}=expired`
  const { log, text } = keepLog()
  const world = forSuite(async () => startGoogleWorld({ provider, log }))

  const emailOf = async (client: TestClient): Promise<string | undefined> =>
    (await client.get('/api/auth/user')).json().email

  it('a callback link of another browser’s attempt signs no one in', async () => {
    const own = world.visitor()
    const back = await answerAtGoogle(await world.begin(own), attacker)
    const other = world.visitor()
    // Neither in a browser without an attempt, nor in one with another attempt.
    expect((await world.comeBack(other, back)).headers.location).toBe(expired)
    await world.begin(other)
    expect((await world.comeBack(other, back)).headers.location).toBe(expired)
    expect(await emailOf(other)).toBeUndefined()
    // It doesn't end an existing session.
    const signedIn = await world.register('signed.in@example.com')
    expect((await world.comeBack(signedIn, back)).headers.location).toBe(expired)
    expect(await emailOf(signedIn)).toBe('signed.in@example.com')
    // The original attempt still works.
    expect((await world.comeBack(own, back)).headers.location).toBe('/dashboard?welcome=new')
  })

  it('rejects an authorization code replayed in another attempt', async () => {
    const other = world.visitor()
    const mine = await answerAtGoogle(await world.begin(world.visitor()), attacker)
    const theirs = await answerAtGoogle(await world.begin(other), victim)
    // The state is the browser's own, but the code isn't: the provider requires the matching verifier.
    theirs.searchParams.set('code', mine.searchParams.get('code')!)
    expect((await world.comeBack(other, theirs)).headers.location).toBe(expired)
    expect(await emailOf(other)).toBeUndefined()
  })

  it('an attempt ends once, even with a copy of its cookie', async () => {
    const client = world.visitor()
    const address = await world.begin(client)
    const copy = client.copy()
    const back = await answerAtGoogle(address, { email: 'once@example.com' })
    expect((await world.comeBack(client, back)).headers.location).toBe('/dashboard?welcome=new')
    expect((await world.comeBack(client, back)).headers.location).toBe(expired)
    expect((await world.comeBack(copy, back)).headers.location).toBe(expired)
    expect(await emailOf(copy)).toBeUndefined()
  })

  it('cookies of attempts cannot be swapped, altered or forged', async () => {
    const client = world.visitor()
    const first = await world.begin(client)
    await world.begin(client)
    const [one, two] = [...client.cookies].filter(([name]) => name.startsWith(`precis.${provider}.`))
    const back = await answerAtGoogle(first, attacker)
    const sealed = Buffer.from(one![1], 'base64url')
    const changed = [...sealed.keys()].map((at) => sealed.with(at, sealed[at]! ^ 1))
    const altered = [...changed, sealed.subarray(0, -1)].map((bytes) => Buffer.from(bytes).toString('base64url'))
    for (const value of [two![1], ...altered, 'e30', '', 'x'.repeat(3000)]) {
      const cookie = `${one![0]}=${value}`
      const answer = await world.product.app.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } })
      expect(answer.headers.location).toBe(expired)
      expect(answer.cookies.filter(({ name }) => name === 'precis.sid')).toEqual([])
    }
  })

  it('a HEAD request doesn’t consume the attempt', async () => {
    const client = world.visitor()
    const back = await answerAtGoogle(await world.begin(client), victim)
    const head = await world.product.app.inject({ method: 'HEAD', url: `${back.pathname}${back.search}` })
    expect(head.statusCode).toBe(404)
    expect((await world.comeBack(client, back)).headers.location).toMatch(/welcome/)
  })

  it('logs the event without email, code, state or token', async () => {
    const client = world.visitor()
    const address = await world.begin(client)
    const back = await answerAtGoogle(address, { email: 'logged@example.com', name: 'Loggedname' })
    await world.comeBack(client, back)
    const email = 'other.victim@example.com'
    await world.register(email)
    for (const verified of [false, true]) await world.signIn(world.visitor(), { email, verified })
    const said = text()
    expect(said).toContain(`"by":"${provider}","event":"account_created"`)
    expect(said).toContain(`"by":"${provider}","event":"sign_in"`)
    expect(said).toContain(`"as":"joined_without_password","event":"${provider}_connected"`)
    expect(said).toMatch(/"reason":"unverified","event":"sign_in_refused"/)
    for (const name of ['code', 'state']) expect(said).not.toContain(back.searchParams.get(name))
    for (const secret of ['logged@', 'Loggedname', 'victim@', 'eyJ']) expect(said).not.toContain(secret)
  })
})

describe('in production', () => {
  it('uses HTTPS for cookies and provider requests', async () => {
    const world = await startGoogleWorld({
      env: {
        APP_URL: 'https://precis.example',
        NODE_ENV: 'production',
        FETCH_ALLOW_PRIVATE: 'false',
        RATE_LIMIT_FACTOR: '1',
        SESSION_SECRET: 'a secret of more than thirty-two characters',
        STRIPE_SECRET_KEY: 'sk_live_x',
        STRIPE_WEBHOOK_SECRET: 'whsec_x',
        GOOGLE_ISSUER: 'https://accounts.google.example',
      },
    })
    const { app } = world.product
    // The public host name is the proxy's concern.
    const begun = await app.inject({ url: `/api/auth/google`, headers: { host: '127.0.0.1:3000' } })
    expect(begun.headers.location).toBe(`/login?google=unavailable`)
    const cookie = `${attemptCookieName('one', { provider: 'google', secure: true })}=x`
    const cleared = await app.inject({ url: `/api/auth/google/callback?state=one`, headers: { cookie } })
    expect([cleared.headers['set-cookie']].flat().join('\n')).toMatch(
      /^__Host-precis\.google\.[\w-]{16}=; .*Path=\/; .*Secure;/,
    )
    await world.close()
  })
})

describe('two providers', () => {
  let world: GoogleWorld
  beforeAll(async () => {
    const oidc = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'precis', OIDC_CLIENT_SECRET: 'a secret' }
    world = await startGoogleWorld({ env: oidc })
  })
  afterAll(async () => world.close())

  it('do not take each other’s responses', async () => {
    const client = world.visitor()
    const back = await answerAtGoogle(await world.begin(client), attacker)
    const mixedUp = await client.get(`${signInPaths.oidc}/callback${back.search}`)
    expect(mixedUp.headers.location).toBe('/login?oidc=expired')
    expect((await client.get('/api/auth/user')).statusCode).toBe(401)
    expect((await world.comeBack(client, back)).headers.location).toBe('/dashboard?welcome=new')
  })
})
