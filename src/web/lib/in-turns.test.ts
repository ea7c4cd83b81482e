import { describe, expect, it } from 'vitest'
import { inTurns } from './in-turns.ts'

const items = Array.from({ length: 9 }, (_, index) => index)

describe('in turns', () => {
  it('a few at a time, past those that fail, in order', async () => {
    let running = 0
    let most = 0
    const told: number[] = []
    const outcomes = await inTurns(
      items,
      3,
      async (item) => {
        running += 1
        most = Math.max(most, running)
        await Promise.resolve()
        running -= 1
        if (item % 4 === 0) throw new Error(`No ${item}`)
      },
      { onEach: (count) => told.push(count) },
    )
    expect(most).toBe(3)
    expect(outcomes.map(({ item }) => item)).toEqual(items)
    expect(outcomes.flatMap(({ error }) => (error === null ? [] : [error.message]))).toEqual(['No 0', 'No 4', 'No 8'])
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('nothing more once it makes no sense', async () => {
    const tried: number[] = []
    const outcomes = await inTurns(
      items,
      1,
      (item) => {
        tried.push(item)
        return item < 2 ? Promise.resolve() : Promise.reject(new Error('Signed out'))
      },
      { isFatal: ({ message }) => message === 'Signed out' },
    )
    expect(tried).toEqual([0, 1, 2])
    expect(outcomes.filter(({ error }) => error?.message === 'Signed out')).toHaveLength(7)
  })
})
