import { createHash, randomBytes } from 'node:crypto'
import type { Response } from 'light-my-request'
import { describe, expect, it } from 'vitest'
import { days, hours, retention } from '../../../src/shared/account/retention.ts'
import { password } from '../../support/attacks/bodies.ts'
import {
  changeLink,
  type LinkKind,
  linkKinds,
  newPassword,
  resetLink,
  verifyLink,
} from '../../support/attacks/email-links.ts'
import { allRows } from '../../support/attacks/rows.ts'
import { startTestProduct, type TestClient } from '../../support/product.ts'
import { productionEnv } from '../../support/production.ts'
import { forSuite } from '../../support/suite.ts'

let clients = 0
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
const flipCase = (text: string): string =>
  Array.from(text, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('')

/** Values that a thief or guesser may have instead of the token. */
const forgeries: [string, (token: string) => unknown][] = [
  ['all but its last character', (token) => token.slice(0, -1)],
  ['all but its first character', (token) => token.slice(1)],
  ['its first half', (token) => token.slice(0, 21)],
  ['it with another character', (token) => `${token}A`],
  ['it with swapped case', flipCase],
  ['it with padding', (token) => `${token}=`],
  ['it between spaces', (token) => ` ${token} `],
  ['it with a line break', (token) => `${token}\n`],
  ['it twice', (token) => `${token}${token}`],
  ['its bytes in hex', (token) => Buffer.from(token, 'base64url').toString('hex')],
  ['another encoding of its bytes', (token) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
  ['its stored hash', (token) => sha256(token).toString('base64url')],
  ['its stored hash in hex', (token) => sha256(token).toString('hex')],
  ['the hash of its stored hash', (token) => sha256(sha256(token).toString('base64url')).toString('base64url')],
  ['it URL-encoded', (token) => encodeURIComponent(`${token}%`)],
  ['a list of it', (token) => [token]],
  ['an object of it', (token) => ({ token })],
  ['an operator', () => ({ $ne: null })],
  ['a wildcard', () => '%'],
  ['SQL', () => "' OR reset_token IS NOT NULL --"],
  ['SQL in a list', () => ["') OR ('1'='1"]],
  ['NUL', () => '\0'],
  ['it with a NUL', (token) => `${token}\0`],
  ['a lone surrogate', () => '\ud800'],
  ['a long text', () => 'A'.repeat(30_000)],
  ['nothing', () => ''],
  ['null', () => null],
  ['true', () => true],
  ['zero', () => 0],
  ['random bytes', () => randomBytes(32).toString('base64url')],
]

const outcome = (response: Response): string => `${response.statusCode} ${response.json().code ?? 'done'}`

describe('emailed links', () => {
  let now = Date.now()
  const test = forSuite(async () => startTestProduct({ clock: { now: () => new Date(now) } }))

  /** A newly registered user with a link of a kind. */
  const owned = async (kind: LinkKind): Promise<{ owner: TestClient; email: string; token: string }> => {
    const email = `owner${(clients += 1)}@example.com`
    const owner = await test.register(email)
    return { owner, email, token: await kind.ask(test, owner, email) }
  }
  const rowOf = async (email: string) => (await allRows(test.database)).users?.find((row) => row.email === email)

  describe.each(linkKinds.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
    it('works for one of twenty concurrent requests', async () => {
      const { token, email } = await owned(kind)
      const before = (await allRows(test.database)).users ?? []
      const answers = await Promise.all(Array.from({ length: 20 }, async () => kind.use(test.visitor(), token)))
      const outcomes = answers.map(outcome).sort()
      expect(outcomes).toEqual(['200 done', ...Array.from({ length: 19 }, () => '400 link_invalid')])
      const after = (await allRows(test.database)).users ?? []
      const touched = after.filter((row) => !before.some((other) => JSON.stringify(other) === JSON.stringify(row)))
      expect(touched.map((row) => row.id)).toEqual([before.find((row) => row.email === email)?.id])
    })

    it('cannot be forged from what a thief may have, and a wrong guess doesn’t invalidate it', async () => {
      const { token } = await owned(kind)
      const before = await allRows(test.database)
      for (const [what, forge] of forgeries) {
        const response = await kind.use(test.visitor(), forge(token))
        expect([what, response.statusCode]).toEqual([what, 400])
        expect(['link_invalid', 'invalid_input']).toContain(response.json().code)
        expect(response.json().message).toMatch(/link|token/i)
      }
      expect(await allRows(test.database)).toEqual(before)
      expect((await kind.use(test.visitor(), token)).statusCode).toBe(200)
    })

    it('is invalid after another was requested', async () => {
      const { owner, email, token } = await owned(kind)
      const next = await kind.ask(test, owner, email)
      expect(outcome(await kind.use(test.visitor(), token))).toBe('400 link_invalid')
      expect(outcome(await kind.use(test.visitor(), next))).toBe('200 done')
    })

    it('is valid until it expires', async () => {
      const [early, late] = [await owned(kind), await owned(kind)]
      now += hours(kind === resetLink ? retention.resetLinkMinutes / 60 : retention.emailLinkHours) - 1
      expect(outcome(await kind.use(test.visitor(), early.token))).toBe('200 done')
      now += 1
      expect(outcome(await kind.use(test.visitor(), late.token))).toBe('400 link_invalid')
    })

    it('cannot be reconstructed from the database', async () => {
      const { token } = await owned(kind)
      const rows = await allRows(test.database)
      const texts = [...(rows.users ?? []), ...(rows.email_links ?? [])]
        .flatMap((row) => Object.values(row))
        .filter((value) => typeof value === 'string')
      expect(texts).not.toContain(token)
      for (const stolen of new Set(texts.filter((text) => text.length < 200))) {
        expect(outcome(await kind.use(test.visitor(), stolen))).toBe('400 link_invalid')
      }
    })

    it('does not work as a link of another kind', async () => {
      const { token } = await owned(kind)
      const before = await allRows(test.database)
      const other = kind === resetLink ? verifyLink : resetLink
      expect(outcome(await other.use(test.visitor(), token))).toBe('400 link_invalid')
      expect(await allRows(test.database)).toEqual(before)
    })
  })

  it('act on the account they were created for, whichever session opens them', async () => {
    const { email, token } = await owned(verifyLink)
    const stranger = await test.register(`stranger${(clients += 1)}@example.com`)
    const before = (await stranger.get('/api/auth/user')).json()
    expect((await verifyLink.use(stranger, token)).statusCode).toBe(200)
    expect((await stranger.get('/api/auth/user')).json()).toEqual(before)
    expect(await rowOf(email)).toMatchObject({ email_verified: true })
  })

  it('don’t survive a new password or a new email', async () => {
    const first = await owned(verifyLink)
    const change = await changeLink.ask(test, first.owner, first.email)
    expect((await resetLink.use(test.visitor(), await resetLink.ask(test, first.owner, first.email))).statusCode).toBe(
      200,
    )
    for (const token of [first.token, change]) {
      expect(outcome(await verifyLink.use(test.visitor(), token))).toBe('400 link_invalid')
    }
    const second = await owned(resetLink)
    expect(
      (await changeLink.use(test.visitor(), await changeLink.ask(test, second.owner, second.email))).statusCode,
    ).toBe(200)
    expect(outcome(await resetLink.use(test.visitor(), second.token))).toBe('400 link_invalid')

    const third = await owned(resetLink)
    const pending = await changeLink.ask(test, third.owner, third.email)
    const set = await third.owner.request('PUT', '/api/account/password', { currentPassword: password, newPassword })
    expect(set.statusCode).toBe(200)
    expect(outcome(await resetLink.use(test.visitor(), third.token))).toBe('400 link_invalid')
    expect(outcome(await changeLink.use(test.visitor(), pending))).toBe('400 link_invalid')
  })

  it('are invalid after they were canceled, or their account was deleted', async () => {
    const { owner, token } = await owned(changeLink)
    expect((await owner.delete('/api/account/email')).statusCode).toBe(204)
    expect(outcome(await changeLink.use(test.visitor(), token))).toBe('400 link_invalid')
    for (const kind of linkKinds) {
      const gone = await owned(kind)
      expect((await gone.owner.post('/api/account/delete', { currentPassword: password })).statusCode).toBe(204)
      expect(outcome(await kind.use(test.visitor(), gone.token))).toBe('400 link_invalid')
    }
  })

  it('for an email that two users requested give it to one of them', async () => {
    const email = `wanted${(clients += 1)}@example.com`
    const ask = async () => {
      const owner = await test.register()
      const answer = await owner.post('/api/account/email', { email, currentPassword: password })
      return { owner, token: new URL(answer.json().url).searchParams.get('token') }
    }
    const rivals = [await ask(), await ask(), await ask()]
    const answers = await Promise.all(rivals.map(async ({ token }) => changeLink.use(test.visitor(), token)))
    expect(answers.map(outcome).sort()).toEqual(['200 done', '409 email_taken', '409 email_taken'])
    const { users = [] } = await allRows(test.database)
    expect(users.filter((row) => row.email === email)).toHaveLength(1)
  })

  it('for an earlier email don’t confirm the current one', async () => {
    const { owner, token } = await owned(verifyLink)
    expect((await changeLink.use(test.visitor(), await changeLink.ask(test, owner, ''))).statusCode).toBe(200)
    now += days(1) / 2
    expect(outcome(await verifyLink.use(test.visitor(), token))).toBe('400 link_invalid')
  })
})

describe('in production', () => {
  it('no response contains a link', async () => {
    const test = await startTestProduct({ env: productionEnv })
    const owner = await test.register('owner@example.com')
    const answers = [
      await test.visitor().post('/api/forgot-password', { email: 'owner@example.com' }),
      await owner.post('/api/account/verification'),
      await owner.post('/api/account/email', { email: 'new@example.com', currentPassword: password }),
    ]
    const message = 'We can’t send email at the moment. Please write to support@precis.example.'
    const unavailable = [503, { code: 'mail_unavailable', message }]
    const said = answers.map((answer) => [answer.statusCode, answer.json()])
    expect(said).toMatchObject([[200, { message }], unavailable, unavailable])
    for (const answer of answers) expect(answer.body).not.toMatch(/https?:|token|[\w-]{43}/)
    await test.close()
  })
})
