import { describe, expect, it } from 'vitest'
import { BLOCK_ROWS, blocksOf, heightOf, isLong } from './blocks.ts'
import { choose, nothing } from './selection.ts'

const rows = (count: number): { id: number }[] => Array.from({ length: count }, (_, id) => ({ id }))

describe('blocks of a list', () => {
  it('hold twelve rows each, the last one what is left', () => {
    const blocks = blocksOf(rows(30))
    expect(blocks.map((block) => block.length)).toEqual([12, 12, 6])
    expect(blocks.flat().map(({ id }) => id)).toEqual(rows(30).map(({ id }) => id))
    expect(blocksOf([])).toEqual([])
  })

  it('are the same ones where their rows are', () => {
    const all = rows(40)
    const before = blocksOf(all.slice(0, 30))
    const after = blocksOf(all, before)
    expect(after.map((block, index) => block === before[index])).toEqual([true, true, false, false])
    const changed = blocksOf(
      all.map((row) => (row.id === 13 ? { id: 13 } : row)),
      after,
    )
    expect(changed.map((block, index) => block === after[index])).toEqual([true, false, true, true])
  })

  it('are all built up to sixty rows', () => {
    expect([60, 61].map((count) => isLong(blocksOf(rows(count))))).toEqual([false, true])
  })

  it('are as high as they were, else as the others are', () => {
    expect(heightOf(3, new Map([[3, 900]]))).toBe(900)
    expect(
      heightOf(
        3,
        new Map([
          [0, 1000],
          [1, 1400],
        ]),
      ),
    ).toBe(1200)
    expect(heightOf(3, new Map())).toBeGreaterThan(BLOCK_ROWS * 100)
  })
})

describe('choosing rows', () => {
  const order = ['a', 'b', 'c', 'd', 'e']
  const chosenAfter = (...clicks: [id: string, isRange?: boolean][]): string[] => {
    const { ids } = clicks.reduce((before, [id, isRange = false]) => choose(before, order, id, isRange), nothing)
    return order.filter((id) => ids.has(id))
  }

  it('takes one, and lets go of it', () => {
    expect(chosenAfter(['b'])).toEqual(['b'])
    expect(chosenAfter(['b'], ['d'], ['b'])).toEqual(['d'])
  })

  it('takes a range from the last click, in either direction, as the row at its end becomes', () => {
    expect(chosenAfter(['b'], ['d', true])).toEqual(['b', 'c', 'd'])
    expect(chosenAfter(['d'], ['b', true])).toEqual(['b', 'c', 'd'])
    expect(chosenAfter(['b'], ['e', true], ['c'], ['d', true])).toEqual(['b', 'e'])
    expect(chosenAfter(['c', true])).toEqual(['c'])
  })

  it('takes the row alone where the range began at one that is gone', () => {
    expect([...choose({ ids: new Set(['x']), anchor: 'x' }, order, 'd', true).ids]).toEqual(['x', 'd'])
  })
})
