import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonLines, lineOf } from './check-catalogue.ts'

const text = `{
  "name": "a \\" { [ , : b",
  "plans": [
    { "id": "x", "price": {
      "amount": 1 } },
    { "id": "y", "id": "z", "list": [[], {}] }
  ]
}`

describe('findJsonLines', () => {
  it('returns the line on which each value begins', () => {
    const found = findJsonLines(text)
    expect([...found.lines]).toEqual([
      ['', 1],
      ['name', 2],
      ['plans', 3],
      ['plans.0', 4],
      ['plans.0.id', 4],
      ['plans.0.price', 4],
      ['plans.0.price.amount', 5],
      ['plans.1', 6],
      ['plans.1.id', 6],
      ['plans.1.list', 6],
      ['plans.1.list.0', 6],
      ['plans.1.list.1', 6],
    ])
    expect(found.repeated).toEqual(['plans.1.id'])
  })

  it('returns the line of the parent of a missing value', () => {
    const found = findJsonLines(text)
    expect([lineOf(found, 'plans.0.price.currency'), lineOf(found, 'plans.7'), lineOf(found, 'other')]).toEqual([
      4, 3, 1,
    ])
  })

  it('finds every value of any JSON', () => {
    const count = (value: unknown): number =>
      1 +
      (typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, inner) => sum + count(inner), 0)
        : 0)
    // Dots separate the keys of a path, so no key may contain one.
    const value = fc.object({
      key: fc.string().filter((key) => !key.includes('.') && key !== '' && key !== '__proto__'),
    })
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 3 }), (object, indent) => {
        const json = JSON.stringify(object, null, indent)
        const { lines, repeated } = findJsonLines(json)
        expect(repeated).toEqual([])
        expect(lines.size).toBe(count(JSON.parse(json)))
      }),
    )
  })
})
