import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { ferryReport } from '../support/texts.ts'
import { setPlan } from '../support/uploads.ts'

describe('the focus of a summary', () => {
  const test = forSuite(async () => startTestProduct())
  let users = 0
  const register = async (): Promise<TestClient> => {
    users += 1
    const email = `focus${users}@example.com`
    const user = await test.register(email)
    await setPlan(test, email, 'elite')
    return user
  }
  const create = async (user: TestClient, payload: object = {}) => {
    const response = await user.post('/api/summaries', { content: ferryReport, ...payload })
    expect([200, 201]).toContain(response.statusCode)
    return response.json()
  }
  const redo = async (user: TestClient, id: string, payload: object) =>
    (await user.post(`/api/summaries/${id}/redo`, { replace: false, ...payload })).json()
  const used = async (user: TestClient): Promise<number> => (await user.get('/api/stats')).json().summariesUsed

  it('is what the page is about, and is shown with it', async () => {
    const user = await register()
    const made = await create(user, { focus: 'the bridge and what it would cost' })
    expect(made.focus).toBe('the bridge and what it would cost')
    expect(made.page.focus).toEqual({ text: made.focus, isFound: true })
    expect(made.page.gist.text).toMatch(/bridge/u)
    for (const { text } of made.page.takeaways) expect(text).toMatch(/bridge|cost/u)
    const markdown = (await user.get(`/api/summaries/${made.id}/export?format=markdown`)).body
    expect(markdown).toContain('\nfocus: "the bridge and what it would cost"\n')
    expect(markdown).toContain('\n\nFocus: the bridge and what it would cost\n\n')
    expect((await user.get('/api/summaries?q=what%20it%20would%20cost')).json()).toMatchObject([{ id: made.id }])
  })

  it('is reported as missing if the source has nothing on it, with a page about the whole source', async () => {
    const user = await register()
    const whole = await create(user)
    expect(whole.page).not.toHaveProperty('focus')
    for (const focus of ['quantum computers', 'Eine Brücke nach Dänemark?']) {
      const made = await create(user, { focus })
      expect(made.page.focus).toEqual({ text: focus, isFound: false })
      expect(made.page.gist).toEqual(whole.page.gist)
      const markdown = (await user.get(`/api/summaries/${made.id}/export?format=markdown`)).body
      expect(markdown).toContain('Nothing on this was found in the source, so this page covers all of it.')
    }
  })

  it('makes a summary of its own of the same source, once', async () => {
    const user = await register()
    const whole = await create(user)
    const bridge = await create(user, { focus: 'bridge' })
    const boats = await create(user, { focus: 'the boats', reuse: true })
    expect(new Set([whole.id, bridge.id, boats.id]).size).toBe(3)
    expect(await create(user, { focus: ' bridge\n' })).toMatchObject({ id: bridge.id, cached: true })
    expect(await create(user, { focus: 'bridge', reuse: true })).toMatchObject({ id: bridge.id, cached: true })
    expect(await create(user, { focus: '', reuse: true })).toMatchObject({ id: whole.id, cached: true })
    expect(await used(user)).toBe(3)
    const ids = [whole.id, bridge.id, boats.id]
    const sources = await rowsOf(test.database.db, sql`SELECT DISTINCT source_id FROM summaries WHERE id IN ${ids}`)
    expect(sources).toHaveLength(1)
  })

  it('is kept by a redo, changed, and taken away', async () => {
    const user = await register()
    const bridge = await create(user, { focus: 'bridge' })
    expect(await redo(user, bridge.id, {})).toMatchObject({ id: bridge.id, cached: true })
    const boats = await redo(user, bridge.id, { focus: 'boats' })
    expect(boats).toMatchObject({ focus: 'boats', page: { focus: { text: 'boats', isFound: true } } })
    const whole = await redo(user, bridge.id, { focus: '' })
    expect(whole.page).not.toHaveProperty('focus')
    expect(whole).not.toHaveProperty('focus')
    expect(await redo(user, boats.id, { focus: '' })).toMatchObject({ id: whole.id, cached: true })
    await redo(user, boats.id, { focus: 'school', replace: true })
    expect((await user.get(`/api/summaries/${boats.id}`)).json()).toMatchObject({ focus: 'school' })
  })

  it.each([
    ['nothing', '', undefined],
    ['spaces', ' \n\t ', undefined],
    ['characters that no one sees', '\u200b\u2060\u0000', undefined],
    ['control characters', 'the\u0000\u0007 bridge\r\n\u202eand boats', 'the bridge and boats'],
    ['300 characters', 'boat '.repeat(60).trim().padEnd(300, 's'), 'boat '.repeat(60).trim().padEnd(300, 's')],
  ])('reads %s', async (_, focus, read) => {
    expect((await create(await register(), { focus })).focus).toBe(read)
  })

  it.each([
    ['301 characters', 'b'.repeat(301)],
    ['a number', 7],
    ['a list', ['bridge']],
  ])('rejects %s, at no cost', async (_, focus) => {
    const user = await register()
    const response = await user.post('/api/summaries', { content: ferryReport, focus })
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input'])
    if (typeof focus === 'string')
      expect(response.json().message).toBe('Please use at most 300 characters to say what it should be about.')
    expect(await used(user)).toBe(0)
  })
})
