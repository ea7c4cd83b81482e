import { describe, expect, it } from 'vitest'
import { startProductPair } from '../support/product-pair.ts'
import { forSuite } from '../support/suite.ts'

describe('a web process and a worker on one PostgreSQL', () => {
  const pair = forSuite(async () => startProductPair())

  it('the worker serves only its health', async () => {
    const visitor = pair.other.visitor()
    expect((await visitor.get('/healthz')).statusCode).toBe(200)
    expect((await visitor.get('/readyz')).statusCode).toBe(200)
    for (const path of ['/', '/api/plans', '/api/docs/json']) {
      const response = await visitor.get(path)
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    }
  })
})
