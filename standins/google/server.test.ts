import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type GoogleStandin, type GoogleStandinOptions, startGoogleStandin } from './server.ts'

const redirectUri = 'http://localhost:3000/api/auth/google/callback'
const client = { clientId: 'client', clientSecret: 'secret', redirectUris: [redirectUri] }
const challenge = createHash('sha256').update('a verifier').digest('base64url')

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

describe('Google stand-in', () => {
  it('rejects requests of other clients, or without PKCE', async () => {
    await start()
    expect((await authorize({ client_id: 'another' })).status).toBe(400)
    expect((await authorize({ redirect_uri: 'https://evil.example/' })).status).toBe(400)
    const plain = await authorize({ code_challenge: undefined, code_challenge_method: undefined })
    expect(plain.headers.get('location')).toContain('error=invalid_request')
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
