import { expect, it } from 'vitest'
import { createPerUserQueue } from '../../platform/concurrency.ts'

/** Work that logs its start and ends on demand. */
function workOf(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const work = async (): Promise<string> => {
    log.push(name)
    return promise
  }
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

it('serializes the work of a user without blocking other users', async () => {
  const run = createPerUserQueue<string>()
  const log: string[] = []
  const [first, second, other] = [workOf(log, 'first'), workOf(log, 'second'), workOf(log, 'other')]
  const answers = [run('ada', 'lite', first.work), run('ada', 'pro', second.work), run('bob', 'pro', other.work)]
  await Promise.resolve()
  expect(log.toSorted()).toEqual(['first', 'other'])
  other.end()
  expect(await answers[2]).toBe('other')
  first.fail()
  await expect(answers[0]).rejects.toThrow('first')
  second.end()
  expect(await answers[1]).toBe('second')
})

it('runs an identical pending request once, and a later one again', async () => {
  const run = createPerUserQueue<string>()
  const log: string[] = []
  const [once, again] = [workOf(log, 'once'), workOf(log, 'again')]
  const answers = [run('ada', 'pro', once.work), run('ada', 'pro', again.work)]
  once.end()
  expect(await Promise.all(answers)).toEqual(['once', 'once'])
  again.end()
  expect(await run('ada', 'pro', again.work)).toBe('again')
  expect(log).toEqual(['once', 'again'])
})
