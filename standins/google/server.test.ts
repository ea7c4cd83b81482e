import { createHash, createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { subjectOf } from './accounts.ts'
import { type GoogleStandin, type GoogleStandinOptions, startGoogleStandin } from './server.ts'

const redirectUri = 'http://localhost:3000/api/auth/google/callback'
const client = { clientId: 'client', clientSecret: 'secret', redirectUris: [redirectUri] }
const verifier = 'a-verifier-of-at-least-forty-three-characters-long'
const challenge = createHash('sha256').update(verifier).digest('base64url')

let standin: GoogleStandin
afterEach(async () => standin.stop())

const start = async (options: Partial<GoogleStandinOptions> = {}): Promise<void> => {
  standin = await startGoogleStandin({ ...client, ...options })
}

const authorize = async (change: Record<string, string | undefined> = {}): Promise<Response> => {
  const asked = {
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'state',
    nonce: 'nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  }
  const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return fetch(`${standin.issuer}/auth?${new URLSearchParams(given).toString()}`, { redirect: 'manual' })
}

/** Completes the authorization flow up to the code, like a browser. */
async function codeFor(form: Record<string, string>): Promise<URL> {
  let response = await authorize()
  const jar = new Map<string, string>()
  for (let steps = 0; steps < 5; steps += 1) {
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      jar.set(name, value)
    }
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = new URL(response.headers.get('location') ?? '', standin.issuer)
    if (url.origin !== standin.issuer) return url
    const post = url.pathname.startsWith('/interaction/') ? { method: 'POST', body: new URLSearchParams(form) } : {}
    response = await fetch(url, { ...post, redirect: 'manual', headers: { cookie } })
  }
  throw new Error('No code.')
}

async function redeem(code: string, change: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    code_verifier: verifier,
    ...change,
  })
  return fetch(`${standin.issuer}/token`, { method: 'POST', body })
}

interface Tokens {
  id_token: string
  access_token: string
}

const decode = (part = ''): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

describe('Google stand-in', () => {
  it("returns a signed ID token with Google's claims, and the same claims at userinfo", async () => {
    await start()
    const back = await codeFor({
      answer: 'continue',
      email: 'ada@example.com',
      name: 'Ada  King Byron',
      picture: 'https://p.example/a.png',
      verified: 'yes',
    })
    expect(back.searchParams.get('state')).toBe('state')
    expect(back.searchParams.get('iss')).toBe(standin.issuer)
    const tokens = (await (await redeem(back.searchParams.get('code') ?? '')).json()) as Tokens
    const [header = '', payload = '', signature = ''] = tokens.id_token.split('.')
    const { keys } = (await (await fetch(`${standin.issuer}/jwks`)).json()) as { keys: { kid: string; kty: string }[] }
    const key = createPublicKey({ key: keys[0]!, format: 'jwk' })
    expect(verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
    const who = {
      sub: subjectOf('ADA@example.com'),
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada King Byron',
      given_name: 'Ada',
      family_name: 'King Byron',
      picture: 'https://p.example/a.png',
    }
    expect(decode(header)).toMatchObject({ alg: 'RS256', kid: keys[0]!.kid })
    expect(decode(payload)).toMatchObject({ ...who, iss: standin.issuer, aud: 'client', nonce: 'nonce' })
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect(await (await fetch(`${standin.issuer}/me`, { headers })).json()).toEqual(who)
    expect(who.sub).toMatch(/^\d{21}$/)
  })

  it('accepts a code once, and only from its client with the verifier', async () => {
    await start()
    const answer = { answer: 'continue', email: 'ada@example.com' }
    const changes: Record<string, string>[] = [{ client_secret: 'another' }, { code_verifier: `${verifier}x` }]
    for (const change of changes) {
      const refused = await redeem((await codeFor(answer)).searchParams.get('code') ?? '', change)
      expect([400, 401]).toContain(refused.status)
    }
    const code = (await codeFor(answer)).searchParams.get('code') ?? ''
    expect((await redeem(code)).status).toBe(200)
    const again = await redeem(code)
    expect([again.status, await again.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })])
  })

  it('rejects requests of other clients, or without PKCE', async () => {
    await start()
    expect((await authorize({ client_id: 'another' })).status).toBe(400)
    expect((await authorize({ redirect_uri: 'https://evil.example/' })).status).toBe(400)
    const plain = await authorize({ code_challenge: undefined, code_challenge_method: undefined })
    expect(plain.headers.get('location')).toContain('error=invalid_request')
    expect((await codeFor({ answer: 'cancel' })).searchParams.get('error')).toBe('access_denied')
  })

  it('serves pages without scripts, whatever is typed into them', async () => {
    await start()
    const refused = await authorize({ client_id: '<script>alert(1)</script>' })
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await refused.text()).not.toContain('<script>')
    const began = await authorize()
    const cookie = began.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const url = new URL(began.headers.get('location') ?? '', standin.issuer)
    const body = new URLSearchParams({ answer: 'continue', email: '"><img src=x>', name: "'</main>&" })
    const page = await fetch(url, { method: 'POST', body, headers: { cookie } })
    expect(page.status).toBe(422)
    const text = await page.text()
    expect(text).toContain('value="&#34;&#62;&#60;img src=x&#62;"')
    expect(text).toContain('value="&#39;&#60;/main&#62;&#38;"')
    const large = await fetch(url, { method: 'POST', body: 'x'.repeat(20_000), headers: { cookie } })
    expect(large.status).toBe(400)
  })

  it('takes over a listening socket', async () => {
    const socket = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => socket.once('listening', resolve))
    const address = socket.address()
    await start({ socket })
    expect(address).toMatchObject({ port: Number(new URL(standin.issuer).port) })
    expect((await fetch(`${standin.issuer}/.well-known/openid-configuration`)).status).toBe(200)
  })
})
