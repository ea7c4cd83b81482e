import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { featureSuggestions, users } from '../../src/server/db/schema/index.ts'
import { featureTypes, priorityNames } from '../../src/shared/account/suggestions.ts'
import { runOperator } from '../support/operator.ts'
import { startTestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const path = '/api/feature-suggestions'
const wish = {
  featureType: 'export',
  description: 'Export as EPUB, with the citations as notes.',
  priority: 'high',
}

describe('suggestions', () => {
  const test = forSuite(async () => startTestProduct())

  it('are stored with their author', async () => {
    const client = await test.register()
    const { id: userId } = (await client.get('/api/auth/user')).json()
    const response = await client.post(path, { ...wish, description: `  ${wish.description}\n` })
    expect(response.statusCode).toBe(201)
    expect(Object.keys(response.json())).toEqual(['id'])
    const rows = await test.database.db.select().from(featureSuggestions).where(eq(featureSuggestions.userId, userId))
    expect(rows).toEqual([{ ...wish, id: response.json().id, userId, createdAt: expect.any(Date) }])
  })

  it('accept every type and priority', async () => {
    const client = await test.register()
    for (const featureType of featureTypes)
      expect((await client.post(path, { ...wish, featureType })).statusCode).toBe(201)
    for (const priority of priorityNames) expect((await client.post(path, { ...wish, priority })).statusCode).toBe(201)
    const long = { ...wish, description: 'x'.repeat(5000) }
    expect((await client.post(path, long)).statusCode).toBe(201)
  })

  it.each([
    ['featureType', undefined],
    ['featureType', 'telepathy'],
    ['priority', undefined],
    ['priority', 'urgent'],
    ['description', undefined],
    ['description', ''],
    ['description', ' \u200b\n'],
    ['description', 'x'.repeat(5001)],
  ])('require all fields: %s as %j is rejected by name', async (field, value) => {
    const client = await test.register()
    const response = await client.post(path, { ...wish, [field]: value })
    expect(response.statusCode).toBe(400)
    const { errors } = response.json()
    expect(errors).toEqual([
      { path: field, message: expect.stringMatching(/^Please (?:fill in all fields|use at most)/) },
    ])
  })

  it('are listed for operators without control characters', async () => {
    const client = await test.register()
    const { id } = (await client.get('/api/auth/user')).json()
    await client.post(path, { ...wish, description: 'Sing\u001B[2J!' })
    await test.database.db.update(users).set({ email: '"\u001B[2J"@example.com' }).where(eq(users.id, id))
    const { output, errors } = await runOperator(test, ['suggestions', 'list', '--limit', '1'])
    expect(errors).toBe('')
    expect(output).toMatch(/"\[2J"@example\.com +Sing\[2J!$/m)
    expect(output).not.toContain('\u001B')
  })
})

it('suggestions are limited per user and hour', async () => {
  const test = await startTestProduct({ env: { RATE_LIMIT_FACTOR: '0.1' } })
  try {
    const [ada, grace] = [await test.register(), await test.register()]
    for (const status of [201, 201, 429]) expect((await ada.post(path, wish)).statusCode).toBe(status)
    const refused = await ada.post(path, wish)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await grace.post(path, wish)).statusCode).toBe(201)
  } finally {
    await test.close()
  }
})
