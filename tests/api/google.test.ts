import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { User } from '../../src/shared/account/accounts.ts'
import { signInPaths } from '../../src/shared/api/routes.ts'
import { signInProviders } from '../../src/shared/redirect-params.ts'
import { answerAtGoogle, startGoogleWorld } from '../support/google.ts'
import type { TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const picture = 'https://pictures.example/ada.png'

describe.each(signInProviders)('sign-in with %s', (provider) => {
  const world = forSuite(async () => startGoogleWorld({ provider }))

  const me = async (client: TestClient): Promise<User> => (await client.get('/api/auth/user')).json()
  const run = async (statement: ReturnType<typeof sql>) => world.database.db.execute(statement)

  it('redirects to the provider with state, nonce and PKCE, and asks for an account', async () => {
    const response = await world.visitor().get(signInPaths[provider])
    expect(response.statusCode).toBe(302)
    const address = new URL(String(response.headers.location))
    expect(address.origin).toBe(world.google.issuer)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `http://localhost:3000${signInPaths[provider]}/callback`,
      code_challenge_method: 'S256',
      ...(provider === 'google' ? { prompt: 'select_account' } : {}),
    })
    const given = ['state', 'nonce', 'code_challenge'].map((name) => address.searchParams.get(name))
    expect(given).toEqual([43, 43, 43].map((length) => expect.stringMatching(new RegExp(`^[\\w-]{${length}}$`))))
    const [cookie] = response.cookies
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: signInPaths[provider], maxAge: 600 })
    // The cookie reveals nothing of the expected response.
    for (const value of given) expect(cookie!.value).not.toContain(value)
    expect(Buffer.from(cookie!.value, 'base64url').toString('latin1')).not.toContain('returnTo')
  })

  it('creates an account with name and picture', async () => {
    const client = world.visitor()
    const response = await world.signIn(client, { email: 'New.Person@example.com', name: 'Mary Ann Evans', picture })
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('/dashboard?welcome=new')
    expect(await me(client)).toMatchObject({
      email: 'New.Person@example.com',
      firstName: 'Mary',
      lastName: 'Ann Evans',
      profileImageUrl: picture,
      authProvider: provider,
      emailVerified: true,
    })
    // The attempt's cookie is deleted.
    expect([...client.cookies.keys()].filter((name) => name.startsWith(`precis.${provider}.`))).toEqual([])
  })

  it('recognizes a user: updates the picture, fills an empty name, keeps name and email', async () => {
    const email = 'again@example.com'
    await world.signIn(world.visitor(), { email })
    const client = world.visitor()
    const response = await world.signIn(client, { email, name: 'George Eliot', picture })
    expect(response.headers.location).toBe('/dashboard?welcome=back')
    expect(await me(client)).toMatchObject({ firstName: 'George', lastName: 'Eliot', profileImageUrl: picture })
    await run(sql`update users set email = 'moved@example.com' where email = ${email}`)
    await world.signIn(client, { email, name: 'Another Name' })
    expect(await me(client)).toMatchObject({
      email: 'moved@example.com',
      firstName: 'George',
      lastName: 'Eliot',
      profileImageUrl: picture,
    })
  })

  it('links the account of a verified email in any case, and keeps its data', async () => {
    const owner = await world.register('joined@example.com')
    const before = await me(owner)
    await run(sql`update users set email_verified = true where id = ${before.id}`)
    const client = world.visitor()
    const response = await world.signIn(client, { email: 'JOINED@example.com', name: 'Other Name', picture })
    expect(response.headers.location).toBe('/dashboard?welcome=joined')
    expect(await me(client)).toMatchObject({
      id: before.id,
      email: 'joined@example.com',
      firstName: 'Ada',
      authProvider: 'local',
      profileImageUrl: picture,
    })
    // The user's password and other sessions remain valid.
    expect((await me(owner)).id).toBe(before.id)
    const login = { email: 'joined@example.com', password: 'correct horse' }
    expect((await world.visitor().post('/api/auth/login', login)).statusCode).toBe(200)
    expect((await world.signIn(world.visitor(), { email: 'joined@example.com' })).headers.location).toContain('=back')
  })

  it('leads to the requested page, including its query', async () => {
    const client = world.visitor()
    const who = { email: 'goes@example.com' }
    const wanted = '/summaries?q=a%20b+c&welcome=other#part-2'
    const first = await world.signIn(client, who, wanted)
    expect(first.headers.location).toBe('/summaries?welcome=new&q=a%20b+c&welcome=other#part-2')
    expect((await world.signIn(client, who, '/account')).headers.location).toBe('/account?welcome=back')
    expect((await world.signIn(client, who, `/${'x'.repeat(1000)}`)).headers.location).toBe('/dashboard?welcome=back')
  })

  it('supports two tabs, and at most five attempts', async () => {
    const client = world.visitor()
    const one = await answerAtGoogle(await world.begin(client, '/account'), { email: 'tab.one@example.com' })
    const other = await answerAtGoogle(await world.begin(client), { email: 'tab.two@example.com' })
    expect((await world.comeBack(client, one)).headers.location).toBe('/account?welcome=new')
    expect((await world.comeBack(client, other)).headers.location).toBe('/dashboard?welcome=new')
    expect((await me(client)).email).toBe('tab.two@example.com')
    for (let tabs = 0; tabs < 8; tabs += 1) await world.begin(client)
    expect([...client.cookies.keys()].filter((name) => name.startsWith(`precis.${provider}.`))).toHaveLength(5)
    expect((await world.signIn(client, { email: 'tab.two@example.com' })).headers.location).toContain('welcome=back')
  })

  it('replaces the session of a signed-in user with a new id, or another user’s, never a mix', async () => {
    const client = world.visitor()
    await world.signIn(client, { email: 'first.of.two@example.com' })
    const before = client.copy()
    await world.signIn(client, { email: 'first.of.two@example.com' }, '/account')
    expect(client.cookies.get('precis.sid')).not.toBe(before.cookies.get('precis.sid'))
    await world.signIn(client, { email: 'second.of.two@example.com' })
    expect((await me(client)).email).toBe('second.of.two@example.com')
  })

  it.runIf(provider === 'oidc')('takes the email from the userinfo endpoint if the ID token has none', async () => {
    world.google.play({ claims: ({ email: _email, email_verified: _verified, ...claims }) => claims })
    const response = await world.signIn(world.visitor(), { email: 'elsewhere@example.com' })
    expect(response.headers.location).toBe('/dashboard?welcome=new')
    world.google.play({})
  })

  it.runIf(provider === 'oidc').each([
    ['email_verified from the ID token', { email_verified: true }, false, 'unverified'],
    [
      'email_verified: false from the ID token',
      { email: 'token@mixed.example', email_verified: false },
      true,
      'unverified',
    ],
    [
      'email_verified from userinfo',
      { email: 'token@mixed.example' },
      true,
      'email_verified-from-userinfo@userinfo.example',
    ],
    ['neither, as userinfo does not verify', { email: 'token@mixed.example' }, false, 'unverified'],
    ['all of the ID token', { email: 'all@mixed.example', email_verified: true }, false, 'all@mixed.example'],
  ])(
    'never mixes the email of one answer with the verification of another: %s',
    async (name, given, verified, expected) => {
      const userInfoEmail = `${name.replaceAll(/\W+/g, '-')}@userinfo.example`
      world.google.play({
        claims: ({ email: _email, email_verified: _verified, ...claims }) => ({ ...claims, ...given }),
      })
      const client = world.visitor()
      const response = await world.signIn(client, { email: userInfoEmail, verified })
      world.google.play({})
      if (expected === 'unverified') expect(response.headers.location).toBe(`/login?${provider}=unverified`)
      else expect((await me(client)).email).toBe(expected)
    },
  )

  it('redirects a browser from another name of this machine to APP_URL first', async () => {
    const response = await world
      .visitor()
      .get(`${signInPaths[provider]}?returnTo=%2Faccount%3Fa%3Db`, { host: '127.0.0.1:3000' })
    expect(response.statusCode).toBe(302)
    const further = String(response.headers.location)
    expect(further).toBe(`http://localhost:3000${signInPaths[provider]}?returnTo=%2Faccount%3Fa%3Db&sentOn=1`)
    expect(response.cookies).toEqual([])
    // Once: a proxy may hide the browser's host name.
    const { pathname, search } = new URL(further)
    const again = await world.visitor().get(pathname + search, { host: '127.0.0.1:3000' })
    expect(new URL(String(again.headers.location)).origin).toBe(world.google.issuer)
  })
})
