import { describe, expect, it, vi } from 'vitest'
import { minutes } from '../../src/shared/account/retention.ts'
import { makeToken, sendWith } from '../support/api-tokens.ts'
import { bodies, password } from '../support/attacks/bodies.ts'
import { newPassword } from '../support/attacks/email-links.ts'
import { keepLog } from '../support/log.ts'
import { startMailedProduct } from '../support/mail.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'
import { setPlan } from '../support/uploads.ts'

const URL = '/api/account/tokens'

describe('API tokens', () => {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const { log, text } = keepLog()
  const test = forSuite(async () => startTestProduct({ clock: { now: () => new Date(now) }, log }))

  const listed = async (owner: TestClient) => (await owner.get(URL)).json()

  it('are shown once, and listed without their text, newest first', async () => {
    const owner = await test.register()
    const first = await owner.post(URL, { ...bodies.createToken, scopes: ['create', 'read'] })
    expect(first.statusCode).toBe(201)
    const { token, ...rest } = first.json()
    expect(token).toMatch(/^precis_[\w-]{43}$/)
    expect(rest).toEqual({
      id: expect.any(String),
      name: 'Backup script',
      scopes: ['read', 'create'],
      ending: token.slice(-4),
      createdAt: new Date(now).toISOString(),
      lastUsedAt: null,
    })
    now += 1000
    const second = await makeToken(owner, ['read'])
    expect(await listed(owner)).toEqual([expect.objectContaining({ id: second.id, scopes: ['read'] }), rest])
  })

  it('create, read and export a summary like the app', async () => {
    const email = 'program@example.com'
    const owner = await test.register(email)
    await setPlan(test, email, 'pro')
    const { text: token } = await makeToken(owner)
    const made = await sendWith(test, token, '/api/summaries', { method: 'POST', payload: { content: tidePools } })
    expect(made.statusCode).toBe(201)
    const path = `/api/summaries/${made.json().id}`
    expect((await sendWith(test, token, path)).json()).toEqual((await owner.get(path)).json())
    expect((await sendWith(test, token, `${path}/export?format=markdown`)).headers['content-type']).toContain(
      'markdown',
    )
    expect((await sendWith(test, token, '/api/stats')).json()).toMatchObject({ totalSummaries: 1, summariesUsed: 1 })
    const scheme = await test.visitor().get('/api/stats', { authorization: `bearer  ${token}` })
    expect(scheme.statusCode).toBe(200)
  })

  it('record their use every few minutes', async () => {
    const owner = await test.register()
    const { text: token } = await makeToken(owner)
    const use = async () => expect((await sendWith(test, token, '/api/stats')).statusCode).toBe(200)
    const lastUse = async () => (await listed(owner))[0].lastUsedAt
    await use()
    const first = new Date(now).toISOString()
    await vi.waitFor(async () => expect(await lastUse()).toBe(first))
    now += minutes(5) - 1
    await use()
    expect(await lastUse()).toBe(first)
    now += 1
    await use()
    await vi.waitFor(async () => expect(await lastUse()).toBe(new Date(now).toISOString()))
  })

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['admin'] }, 'scopes.0'],
  ])('are not created with %s', async (_, change, path) => {
    const owner = await test.register()
    const refused = await owner.post(URL, { ...bodies.createToken, ...change })
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, path])
    expect(await listed(owner)).toEqual([])
  })

  it('require the password, and are at most 20', async () => {
    const owner = await test.register()
    for (const currentPassword of [undefined, 'a wrong guess']) {
      const refused = await owner.post(URL, { ...bodies.createToken, currentPassword })
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'wrong_password'])
    }
    for (let count = 0; count < 20; count += 1) await makeToken(owner)
    const refused = await owner.post(URL, bodies.createToken)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'too_many_tokens'])
    expect((await owner.delete(`${URL}/${(await listed(owner))[0].id}`)).statusCode).toBe(204)
    await makeToken(owner)
  })

  it('are not created by a session that a new password ends at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const email = `race${round}@example.com`
      const owner = await test.register(email)
      const thief = test.visitor()
      await thief.post('/api/auth/login', { email, password })
      await Promise.all([
        owner.put('/api/account/password', { currentPassword: password, newPassword }),
        thief.post(URL, bodies.createToken),
      ])
      expect(await listed(owner)).toEqual([])
    }
  })

  it('are logged when created and revoked', async () => {
    const owner = await test.register()
    const { id } = await makeToken(owner)
    await owner.delete(`${URL}/${id}`)
    for (const event of ['token_created', 'token_revoked'])
      expect(text()).toMatch(new RegExp(`"tokenId":"${id}","event":"${event}"`))
  })
})

it('notifies the user by email of a new API token', async () => {
  const mailed = await startMailedProduct()
  const owner = await mailed.register('notified@example.com')
  await mailed.nextMail('notified@example.com')
  await makeToken(owner)
  const { subject, text } = await mailed.nextMail('notified@example.com')
  expect(subject).toContain('new API token')
  expect(text).not.toContain('precis_')
  await mailed.close()
})
