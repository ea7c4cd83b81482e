import { describe, expect, it } from 'vitest'
import { choose, nothing } from './loaded-list.tsx'

describe('selecting rows', () => {
  const order = ['a', 'b', 'c', 'd', 'e']
  const chosenAfter = (...clicks: [id: string, isRange?: boolean][]): string[] => {
    const { ids } = clicks.reduce((before, [id, isRange = false]) => choose(before, order, id, isRange), nothing)
    return order.filter((id) => ids.has(id))
  }

  it('selects a row, and deselects it', () => {
    expect(chosenAfter(['b'])).toEqual(['b'])
    expect(chosenAfter(['b'], ['d'], ['b'])).toEqual(['d'])
  })

  it('selects a range from the last click, in either direction', () => {
    expect(chosenAfter(['b'], ['d', true])).toEqual(['b', 'c', 'd'])
    expect(chosenAfter(['d'], ['b', true])).toEqual(['b', 'c', 'd'])
    expect(chosenAfter(['b'], ['e', true], ['c'], ['d', true])).toEqual(['b', 'e'])
    expect(chosenAfter(['c', true])).toEqual(['c'])
  })

  it('selects one row if the start of the range is gone', () => {
    expect([...choose({ ids: new Set(['x']), anchor: 'x' }, order, 'd', true).ids]).toEqual(['x', 'd'])
  })
})
