import { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import { startTestProduct } from '../support/product.ts'

it('uses one query to identify a user, and none for visitors', async () => {
  const query = vi.spyOn(Client.prototype, 'query')
  const test = await startTestProduct()
  const client = await test.register()
  const statementsOf = async (ask: () => Promise<{ statusCode: number }>): Promise<[number, string[]]> => {
    query.mockClear()
    const { statusCode } = await ask()
    const statements = query.mock.calls.map(([given]: unknown[]) =>
      typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : String(given),
    )
    return [statusCode, statements.filter((text) => /"(?:sessions|users)"/.test(text))]
  }
  const joined = expect.stringMatching(/^select .* from "sessions" inner join "users" /)
  expect(await statementsOf(async () => client.get('/api/auth/user'))).toEqual([200, [joined]])
  expect(await statementsOf(async () => test.visitor().get('/api/auth/user'))).toEqual([401, []])
  const cookie = 'precis.sid=nobody.signed-this'
  const forged = async () => test.product.app.inject({ url: '/api/auth/user', headers: { cookie } })
  expect(await statementsOf(forged)).toEqual([401, []])
  query.mockRestore()
  await test.close()
})
