import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { batched } from './batched.ts'

/** A database whose answers come when the test says so. */
function slow() {
  const asked: (readonly string[])[] = []
  const answers: PromiseWithResolvers<void>[] = []
  const read = batched(async (_: object, keys) => {
    const answer = Promise.withResolvers<void>()
    asked.push(keys)
    answers.push(answer)
    await answer.promise
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `row of ${key}`]))
  })
  return { asked, answers, read }
}

describe('rows that many ask for', () => {
  it('are read together when they are asked for in one turn, each key once', async () => {
    const { asked, answers, read } = slow()
    const db = {}
    const rows = Promise.all([read(db, 'a'), read(db, 'missing'), read(db, 'b'), read(db, 'a')])
    await nextTurn()
    expect(asked).toEqual([['a', 'missing', 'b']])
    answers[0]!.resolve()
    expect(await rows).toEqual(['row of a', undefined, 'row of b', 'row of a'])
  })

  it('are never those of an answer that was under way before they were asked for', async () => {
    const { asked, answers, read } = slow()
    const db = {}
    const first = read(db, 'a')
    await nextTurn()
    const second = [read(db, 'a'), read(db, 'b')]
    expect(asked).toEqual([['a']])
    answers[0]!.resolve()
    await first
    await nextTurn()
    expect(asked).toEqual([['a'], ['a', 'b']])
    answers[1]!.resolve()
    expect(await Promise.all(second)).toEqual(['row of a', 'row of b'])
  })

  it('do not wait for an answer that does not come', async () => {
    const { asked, answers, read } = slow()
    const db = {}
    const stuck = read(db, 'a')
    await nextTurn()
    const later = read(db, 'b')
    await sleep(20)
    expect(asked).toEqual([['a'], ['b']])
    answers[1]!.resolve()
    expect(await later).toBe('row of b')
    answers[0]!.reject(new Error('cut off'))
    await expect(stuck).rejects.toThrow('cut off')
  })

  it('fail for those who asked together, and for nobody after them', async () => {
    const { answers, read } = slow()
    const db = {}
    const failing = Promise.allSettled([read(db, 'a'), read(db, 'b')])
    await nextTurn()
    answers[0]!.reject(new Error('cut off'))
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const again = read(db, 'a')
    await nextTurn()
    answers[1]!.resolve()
    expect(await again).toBe('row of a')
  })

  it('are read for each database by itself', async () => {
    const { asked, answers, read } = slow()
    const both = Promise.all([read({}, 'a'), read({}, 'a')])
    await nextTurn()
    expect(asked).toEqual([['a'], ['a']])
    for (const answer of answers) answer.resolve()
    expect(await both).toEqual(['row of a', 'row of a'])
  })
})
