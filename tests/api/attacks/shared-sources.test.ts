import { afterEach, describe, expect, it } from 'vitest'
import { startTestProduct, type TestClient, type TestProduct } from '../../support/product.ts'
import { tidePools } from '../../support/texts.ts'

let test: TestProduct
afterEach(async () => test.close())

/** Statuses of requests from one address. */
async function statusesOf(count: number, remoteAddress: string, url: string): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 1)
    statuses.push((await test.product.app.inject({ method: 'GET', url, remoteAddress })).statusCode)
  return statuses
}

/** Shares a summary with its source; returns the URL of the source. */
async function shareSource(user: TestClient): Promise<string> {
  const { id } = (await user.post('/api/summaries', { content: tidePools, fresh: true })).json()
  const shared = await user.put(`/api/summaries/${id}/share`, { includesSource: true })
  const token = new URL(shared.json().share?.url ?? shared.json().url).pathname.split('/').at(-1)
  return `/api/shared/${token}/source`
}

describe('reads of a shared source', () => {
  /** Six a minute and address, eighteen a minute and link. */
  const few = { env: { RATE_LIMIT_FACTOR: '0.02' } }
  const sixAnswered = [200, 200, 200, 200, 200, 200, 429]

  it.each(['?limit=1', '/find?q=tide'])('are limited by address and by link: %s', async (query) => {
    test = await startTestProduct(few)
    const url = (await shareSource(await test.register())) + query
    expect(await statusesOf(7, '192.0.2.1', url)).toEqual(sixAnswered)
    expect(await statusesOf(7, '192.0.2.2', url)).toEqual(sixAnswered)
    expect(await statusesOf(7, '192.0.2.3', url)).toEqual(sixAnswered)
    expect(await statusesOf(1, '192.0.2.4', url)).toEqual([429])
    const other = (await shareSource(await test.register())) + query
    expect(await statusesOf(1, '192.0.2.4', other)).toEqual([200])
  })
})
