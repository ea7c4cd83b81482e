import type { Response } from 'light-my-request'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '../../../src/server/db/open-postgres.ts'
import { rateLimits } from '../../../src/server/db/schema/index.ts'
import { calls } from '../../../src/shared/api/calls.ts'
import type { CallContract } from '../../../src/shared/api/contract.ts'
import { bodies, bodyOf, password } from '../../support/attacks/bodies.ts'
import { openTestDatabase, startTestProduct, type TestClient, type TestProduct } from '../../support/product.ts'
import { productionEnv } from '../../support/production.ts'
import { forSuite } from '../../support/suite.ts'

/** Small enough to pass each limit after a few attempts. */
const FEW = '0.05'
const MANY_TRIES = 40
const DEVICE = 'precis.device'

/** Calls that an attacker could repeat to guess, to create accounts, or to send emails. */
const guessable = {
  login: {},
  register: {},
  forgotPassword: {},
  sendVerification: { signedIn: true },
  resetPassword: {},
  verifyEmail: {},
  changePassword: { signedIn: true, body: { currentPassword: 'a wrong guess', newPassword: 'battery staple' } },
  changeEmail: { signedIn: true, body: { currentPassword: 'a wrong guess', email: 'elsewhere@example.com' } },
  deleteAccount: { signedIn: true, body: { currentPassword: 'a wrong guess' } },
} as const satisfies Partial<Record<keyof typeof calls, { signedIn?: boolean; body?: object }>>
type Guessable = keyof typeof guessable

function expectRefused(response: Response): void {
  expect([response.statusCode, response.json().code]).toEqual([429, 'rate_limited'])
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  expect(response.json().message).toMatch(/try again/)
  expect(response.cookies).toEqual([])
}

/** Sign-in attempts from one address, each in another account: only the address reaches its limit. */
let accounts = 0
const guessFrom = async (
  { product }: TestProduct,
  remoteAddress: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  product.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    headers,
    payload: { email: `somebody${(accounts += 1)}@example.com`, password: 'a wrong guess' },
  })

/** Guesses until it is limited. */
async function useUp(guess: () => Promise<Response>): Promise<number> {
  for (let tries = 1; tries <= MANY_TRIES; tries += 1) if ((await guess()).statusCode === 429) return tries
  throw new Error(`${MANY_TRIES} tries, and none was refused.`)
}

const forget = async ({ database }: TestProduct): Promise<unknown> => database.db.delete(rateLimits)

describe('repeated guesses', () => {
  const test = forSuite(async () => startTestProduct({ env: { RATE_LIMIT_FACTOR: FEW } }))

  it.each(Object.entries(guessable) as [Guessable, { signedIn?: boolean; body?: object }][])(
    'are limited: %s',
    async (name, { signedIn = false, body = bodyOf(name) }) => {
      await forget(test)
      const call: CallContract = calls[name]
      const client = signedIn ? await test.register() : test.visitor()
      const guess = async () => client.request(call.method, call.path, body)
      expect(await useUp(guess)).toBeGreaterThan(1)
      expectRefused(await guess())
      // Other browsers at the same address are limited too.
      if (!signedIn) expectRefused(await test.visitor().request(call.method, call.path, body))
    },
  )
})

describe('the client address', () => {
  const test = forSuite(async () => startTestProduct({ env: { RATE_LIMIT_FACTOR: FEW } }))

  const spoofs: Record<string, string>[] = [
    { 'x-forwarded-for': '198.51.100.1' },
    { 'x-forwarded-for': '198.51.100.1, 198.51.100.2' },
    { 'x-real-ip': '198.51.100.3' },
    { 'client-ip': '198.51.100.4' },
    { 'true-client-ip': '198.51.100.5' },
    { 'cf-connecting-ip': '198.51.100.6' },
    { 'x-client-ip': '198.51.100.7' },
    { forwarded: 'for=198.51.100.8' },
    { 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https' },
    { 'user-agent': 'another browser' },
    { origin: 'http://localhost:3000', 'accept-language': 'fr' },
  ]

  it('is that of the connection without a trusted proxy', async () => {
    await useUp(async () => guessFrom(test, '203.0.113.9'))
    for (const headers of spoofs) expectRefused(await guessFrom(test, '203.0.113.9', headers))
    for (const headers of spoofs) expectRefused(await guessFrom(test, '::ffff:203.0.113.9', headers))
    expect((await guessFrom(test, '203.0.113.10')).statusCode).toBe(401)
  })

  it('leaves no more traces in the database once it is limited', async () => {
    await forget(test)
    await useUp(async () => guessFrom(test, '203.0.113.11'))
    const traces = await test.database.db.$count(rateLimits)
    for (let n = 0; n < 5; n += 1) expectRefused(await guessFrom(test, '203.0.113.11'))
    expect(await test.database.db.$count(rateLimits)).toBe(traces)
  })

  it('is a whole network for IPv6', async () => {
    let host = 0
    await useUp(async () => guessFrom(test, `2001:db8:1:2::${((host += 1)).toString(16)}`))
    for (const address of ['2001:db8:1:2::ffff', '2001:DB8:1:2:aaaa:bbbb:cccc:dddd', '2001:0db8:0001:0002::']) {
      expectRefused(await guessFrom(test, address))
    }
    expect((await guessFrom(test, '2001:db8:1:3::1')).statusCode).toBe(401)
  })

  it('in production is what the trusted proxy reports, and never what a client claims', async () => {
    const live = await startTestProduct({ env: { ...productionEnv, RATE_LIMIT_FACTOR: FEW } })
    const through = async (seen: string, said = ''): Promise<Response> =>
      guessFrom(live, '10.0.0.7', { 'x-forwarded-for': [said, seen].filter(Boolean).join(', ') })
    await useUp(async () => through('203.0.113.9'))
    for (const said of ['198.51.100.1', '127.0.0.1', '10.0.0.9', 'unknown', '198.51.100.1, 198.51.100.2, 10.0.0.1']) {
      expectRefused(await through('203.0.113.9', said))
    }
    expect((await through('203.0.113.10')).statusCode).toBe(401)
    // Some proxies add the port.
    for (const seen of ['203.0.113.9:41234', '203.0.113.9:41235']) expectRefused(await through(seen))
    for (const seen of [
      '203.0.113.30:1',
      '[2001:db8:9::1]:443',
      '[2001:db8:a::1]:443',
      '203.0.113.31:2',
      '203.0.113.32:3',
    ])
      expect((await through(seen)).statusCode).toBe(401)
    // A machine that isn't a trusted proxy has reached the server itself: its claims are ignored.
    await useUp(async () => guessFrom(live, '203.0.113.20'))
    for (const headers of spoofs) expectRefused(await guessFrom(live, '203.0.113.20', headers))
    await live.close()
  })
})

describe('the owner of an attacked account', () => {
  const test = forSuite(async () => startTestProduct({ env: { RATE_LIMIT_FACTOR: '0.2' } }))

  interface From {
    remoteAddress: string
    /** Client whose cookies are sent. */
    browser?: TestClient
    /** A device cookie to send. */
    cookie?: string
  }
  const signInAs = async (
    email: string,
    guess: string,
    { remoteAddress, browser, cookie }: From,
  ): Promise<Response> => {
    const device = cookie ?? browser?.cookies.get(DEVICE)
    return test.product.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      headers: device === undefined ? {} : { cookie: `${DEVICE}=${device}` },
      payload: { email, password: guess },
    })
  }
  const signIn = async (client: TestClient, email: string, secret: string): Promise<void> => {
    expect((await client.post('/api/auth/login', { email, password: secret })).statusCode).toBe(200)
  }
  let networks = 0
  /** Guesses from a new address each time, until the account is limited. */
  const guessFromEverywhere = async (email: string): Promise<number> =>
    useUp(async () => {
      networks += 1
      const remoteAddress = `100.64.${Math.floor(networks / 250)}.${networks % 250}`
      return signInAs(email, 'a wrong guess', { remoteAddress })
    })
  let owners = 0
  /** Browser of a user who has signed in once and signed out, while attackers guess at the account. */
  const lockedOwner = async (): Promise<{ browser: TestClient; email: string }> => {
    await forget(test)
    const email = `owner${(owners += 1)}@example.com`
    const browser = await test.register(email)
    expect((await browser.post('/api/auth/logout')).statusCode).toBe(204)
    await guessFromEverywhere(email)
    return { browser, email }
  }

  it('is not locked out by a customer with a whole /48', async () => {
    await forget(test)
    await test.register('home@example.com')
    for (let network = 0; network < 40; network += 1) {
      const guess = await signInAs('home@example.com', 'a wrong guess', {
        remoteAddress: `2001:db8:77:${network.toString(16)}::1`,
      })
      expect([401, 429]).toContain(guess.statusCode)
    }
    expectRefused(await signInAs('home@example.com', password, { remoteAddress: '2001:db8:77:ffff::1' }))
    expect((await signInAs('home@example.com', password, { remoteAddress: '2001:db8:78::1' })).statusCode).toBe(200)
  })

  it('signs in with a known browser while attackers exhaust the account’s attempts', async () => {
    const { browser, email } = await lockedOwner()
    expectRefused(await signInAs(email, password, { remoteAddress: '192.0.2.1' }))
    expect((await signInAs(email, password, { remoteAddress: '192.0.2.1', browser })).statusCode).toBe(200)
    // Also from an address from which attackers guess, such as an office.
    await useUp(async () => signInAs(email, 'a wrong guess', { remoteAddress: '192.0.2.2' }))
    expect((await signInAs(email, password, { remoteAddress: '192.0.2.2', browser })).statusCode).toBe(200)
  })

  it('is locked out of new browsers from ten addresses, as documented, and told to reset the password', async () => {
    await forget(test)
    await test.register('ten@example.com')
    for (let address = 20; address < 30; address += 1)
      await useUp(async () => signInAs('ten@example.com', 'a wrong guess', { remoteAddress: `203.0.113.${address}` }))
    const refused = await signInAs('ten@example.com', password, { remoteAddress: '192.0.2.7' })
    expectRefused(refused)
    expect(refused.json().message).toContain('reset your password')
  })

  it('signs in after a reset, in the browser that completed it and in others', async () => {
    const { email, browser } = await lockedOwner()
    const stranger = browser.copy()
    const { resetUrl } = (await test.visitor().post('/api/forgot-password', { email })).json()
    const token = new URL(resetUrl).searchParams.get('token')
    const owner = test.visitor()
    const reset = await owner.post('/api/reset-password', { token, newPassword: 'battery staple' })
    expect(reset.statusCode).toBe(200)
    expect((await signInAs(email, 'battery staple', { remoteAddress: '192.0.2.3' })).statusCode).toBe(200)
    await guessFromEverywhere(email)
    expectRefused(await signInAs(email, 'battery staple', { remoteAddress: '192.0.2.4' }))
    // The device cookie from before the reset is invalid.
    expectRefused(await signInAs(email, 'battery staple', { remoteAddress: '192.0.2.5', browser: stranger }))
    expect((await signInAs(email, 'battery staple', { remoteAddress: '192.0.2.6', browser: owner })).statusCode).toBe(
      200,
    )
  })

  it('keeps the browser known in which the password was changed, and no other', async () => {
    const { browser, email } = await lockedOwner()
    const copied = browser.copy()
    await signIn(browser, email, password)
    const changed = await browser.put('/api/account/password', {
      currentPassword: password,
      newPassword: 'battery staple',
    })
    expect(changed.statusCode).toBe(200)
    const from = (remoteAddress: string, one: TestClient) => ({ remoteAddress, browser: one })
    expectRefused(await signInAs(email, 'battery staple', from('192.0.2.7', copied)))
    expect((await signInAs(email, 'battery staple', from('192.0.2.8', browser))).statusCode).toBe(200)
  })

  it('device cookies that are forged, altered or of another account give no extra attempts', async () => {
    const { browser, email } = await lockedOwner()
    const own = browser.cookies.get(DEVICE)!
    const stranger = await test.register()
    const other = stranger.cookies.get(DEVICE)!
    const [id, issuedAt, signature] = own.split('.') as [string, string, string]
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    const cookies = [
      other,
      `${id}${other.slice(other.indexOf('.'))}`,
      `${other.slice(0, other.indexOf('.'))}${own.slice(own.indexOf('.'))}`,
      `${id}.${issuedAt}.${flipped}`,
      `${id}.${issuedAt}`,
      `${id}.${issuedAt}.`,
      `${flipped.slice(0, 22)}.${issuedAt}.${signature}`,
      `${id}.${Number(issuedAt) + 1}.${signature}`,
      `${own}.`,
      `${own}=`,
      '',
      '..',
      "' or '1'='1.1.a",
    ]
    for (const [n, cookie] of cookies.entries()) {
      const response = await signInAs(email, password, { remoteAddress: `192.0.2.${20 + n}`, cookie })
      expect([cookie, response.statusCode]).toEqual([cookie, 429])
    }
    expect((await signInAs(email, password, { remoteAddress: '192.0.2.9', browser })).statusCode).toBe(200)
  })

  it('a stolen device cookie gives no more attempts than a stranger has, from any number of addresses', async () => {
    const { browser, email } = await lockedOwner()
    const cookie = browser.cookies.get(DEVICE)!
    let n = 0
    const guess = async () => signInAs(email, 'a wrong guess', { remoteAddress: `198.18.0.${(n += 1)}`, cookie })
    expect(await useUp(guess)).toBeLessThan(5)
    expectRefused(await guess())
  })

  it('a device cookie doesn’t bypass the limits of an address', async () => {
    await forget(test)
    const email = 'neighbor@example.com'
    const browser = await test.register(email)
    await useUp(async () => guessFrom(test, '192.0.2.200'))
    expectRefused(await signInAs(email, password, { remoteAddress: '192.0.2.200', browser }))
    // Neither for their own account nor for others.
    const { cookies } = browser
    await useUp(async () => guessFrom(test, '192.0.2.201', { cookie: `${DEVICE}=${cookies.get(DEVICE)}` }))
  })

  it('spellings of one email count together', async () => {
    await forget(test)
    const spelled = ['owner@example.com', 'OWNER@example.com', 'Owner@Example.COM', 'owner@EXAMPLE.com']
    let n = 0
    const guess = async () =>
      test.product.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        // From a new network each time: only the account reaches its limit.
        remoteAddress: `198.51.100.${(n += 1)}`,
        payload: { email: spelled[n % spelled.length], password: 'a wrong guess' },
      })
    expect(await useUp(guess)).toBeLessThan(25)
  })
})

describe('two processes', () => {
  it('share the counters', async () => {
    const database = await openTestDatabase()
    const start = async (): Promise<TestProduct> =>
      startTestProduct({
        database: await openPostgres(database.url, () => {}),
        env: { DATABASE_URL: database.url, SESSION_SECRET: 's'.repeat(40), ROLE: 'web', RATE_LIMIT_FACTOR: '0.1' },
      })
    const test = await start()
    const other = await start()
    const flows: [string, string, object][] = [
      ['POST', '/api/auth/login', bodies.login],
      ['POST', '/api/reset-password', bodies.resetPassword],
      ['POST', '/api/auth/verify-email', bodies.verifyEmail],
    ]
    for (const [method, url, payload] of flows) {
      const ask = async ({ product }: TestProduct) => product.app.inject({ method: method as 'POST', url, payload })
      let turn = 0
      await useUp(async () => ask((turn += 1) % 2 === 0 ? test : other))
      expectRefused(await ask(test))
      expectRefused(await ask(other))
    }
    await other.close()
    await test.close()
    await database.close()
  })
})

describe('a classroom', () => {
  it('can register a hundred users an hour and three hundred a day from one address', async () => {
    const clock = { now: () => now }
    let now = new Date('2026-09-01T08:00:00Z')
    const test = await startTestProduct({ clock, env: { RATE_LIMIT_FACTOR: '0.1' } })
    let pupils = 0
    const register = async () =>
      test.visitor().post('/api/auth/register', {
        email: `pupil${(pupils += 1)}@example.com`,
        password,
        firstName: 'A',
        lastName: 'B',
      })
    const registerUntilRefused = async (): Promise<number> => (await useUp(register)) - 1
    const admitted: number[] = []
    for (let hour = 0; hour < 4; hour += 1) {
      admitted.push(await registerUntilRefused())
      now = new Date(now.getTime() + 61 * 60_000)
    }
    // A tenth of the limits.
    expect(admitted).toEqual([10, 10, 10, 0])
    now = new Date('2026-09-02T08:01:00Z')
    expect(await registerUntilRefused()).toBe(10)
    await test.close()
  })
})
