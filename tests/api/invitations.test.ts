import { describe, expect, it } from 'vitest'
import { answerAtGoogle, startGoogleWorld } from '../support/google.ts'
import { runOperator } from '../support/operator.ts'
import { forSuite } from '../support/suite.ts'

describe('closed registration', () => {
  let aheadMs = 0
  const world = forSuite(async () =>
    startGoogleWorld({
      env: { REGISTRATION: 'closed' },
      clock: { now: () => new Date(Date.now() + aheadMs) },
    }),
  )

  const invite = async (...args: string[]): Promise<{ id: string; token: string }> => {
    const result = await runOperator(world, ['invitations', 'create', '--json', ...args])
    const { id, url } = result.json() as { id: string; url: string }
    const link = new URL(url)
    expect(link.origin + link.pathname).toBe('http://localhost:3000/register')
    return { id, token: link.searchParams.get('token') ?? '' }
  }
  let people = 0
  const nextEmail = (): string => `invited${(people += 1)}@example.com`
  const register = async (invitation?: string, email = nextEmail()) => {
    const person = { email, password: 'correct horse', firstName: 'Ada', lastName: 'Byron' }
    const response = await world.visitor().post('/api/auth/register', { ...person, invitation })
    return [response.statusCode, response.json<{ code?: string }>().code]
  }
  /** Signs in with Google; returns where that leads. */
  const continueWithGoogle = async (email: string, invitation = ''): Promise<unknown> => {
    const client = world.visitor()
    const { headers } = await client.get(`/api/auth/google?invitation=${invitation}`)
    return (await world.comeBack(client, await answerAtGoogle(String(headers.location), { email }))).headers.location
  }

  it('is announced', async () => {
    expect((await world.visitor().get('/api/auth/options')).json()).toMatchObject({ registration: 'closed' })
  })

  it('requires an invitation, which works once', async () => {
    expect(await register()).toEqual([403, 'invitation_required'])
    const { token } = await invite()
    expect(await register(token)).toEqual([201, undefined])
    expect(await register(token)).toEqual([403, 'invitation_invalid'])
    expect(await register('guessed')).toEqual([403, 'invitation_invalid'])
  })

  it('gives one account to many requests with the same invitation', async () => {
    const { token } = await invite()
    const answers = await Promise.all(Array.from({ length: 8 }, async () => register(token)))
    expect(answers.filter(([status]) => status === 201)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'invitation_invalid')).toHaveLength(7)
  })

  it('ties an invitation to its address, in any case, and keeps it after a refusal', async () => {
    const email = nextEmail()
    const { token } = await invite('--email', email)
    expect(await register(token)).toEqual([403, 'invitation_for_another'])
    expect(await continueWithGoogle('thief@example.com', token)).toBe('/login?google=not_invited')
    expect(await register(token, email.toUpperCase())).toEqual([201, undefined])
  })

  it('keeps an invitation if the account was not created', async () => {
    const email = nextEmail()
    expect(await register((await invite()).token, email)).toEqual([201, undefined])
    const { token } = await invite()
    expect(await register(token, email)).toEqual([409, 'email_taken'])
    expect(await register(token)).toEqual([201, undefined])
  })

  it('refuses revoked and expired invitations', async () => {
    const { id, token } = await invite()
    expect((await runOperator(world, ['invitations', 'list'])).output).toContain(id)
    expect((await runOperator(world, ['invitations', 'revoke', id])).exitCode).toBe(0)
    expect(await register(token)).toEqual([403, 'invitation_invalid'])
    expect((await runOperator(world, ['invitations', 'revoke', id])).errors).toContain('There is no open invitation')
    const other = await invite('--days', '2')
    aheadMs += 2 * 24 * 3_600_000 + 1
    expect(await register(other.token)).toEqual([403, 'invitation_invalid'])
    expect((await runOperator(world, ['invitations', 'list'])).output).not.toContain(other.id)
  })

  it('applies to sign-ins with Google, which existing accounts need no invitation for', async () => {
    const email = nextEmail()
    expect(await continueWithGoogle(email)).toBe('/login?google=not_invited')
    const { token } = await invite()
    expect(await continueWithGoogle(email, token)).toBe('/dashboard?welcome=new')
    expect(await continueWithGoogle(email)).toBe('/dashboard?welcome=back')
    expect(await continueWithGoogle(nextEmail(), token)).toBe('/login?google=not_invited')
  })

  it('lets an operator help a user who has forgotten the password', async () => {
    const email = nextEmail()
    await register((await invite()).token, email)
    const { url } = (await runOperator(world, ['users', 'password-link', email, '--json'])).json() as { url: string }
    const token = new URL(url).searchParams.get('token')
    const visitor = world.visitor()
    const answer = await visitor.post('/api/reset-password', { token, newPassword: 'another horse' })
    expect(answer.statusCode).toBe(200)
    expect((await visitor.post('/api/auth/login', { email, password: 'another horse' })).statusCode).toBe(200)
  })
})
