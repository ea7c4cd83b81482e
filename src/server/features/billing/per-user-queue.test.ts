import { expect, it } from 'vitest'
import { createPerUserQueue } from './per-user-queue.ts'

/** Work that says when it begins and ends when it is told to. */
function workOf(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const work = async (): Promise<string> => {
    log.push(name)
    return promise
  }
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

it('has one person wait for their own turn, and nobody for somebody else', async () => {
  const turns = createPerUserQueue<string>()
  const log: string[] = []
  const [first, second, other] = [workOf(log, 'first'), workOf(log, 'second'), workOf(log, 'other')]
  const answers = [turns('ada', 'lite', first.work), turns('ada', 'pro', second.work), turns('bob', 'pro', other.work)]
  await Promise.resolve()
  expect(log.toSorted()).toEqual(['first', 'other'])
  other.end()
  expect(await answers[2]).toBe('other')
  first.fail()
  await expect(answers[0]).rejects.toThrow('first')
  second.end()
  expect(await answers[1]).toBe('second')
})

it('answers the same wish once while it is waited for, and anew afterwards', async () => {
  const turns = createPerUserQueue<string>()
  const log: string[] = []
  const [once, again] = [workOf(log, 'once'), workOf(log, 'again')]
  const answers = [turns('ada', 'pro', once.work), turns('ada', 'pro', again.work)]
  once.end()
  expect(await Promise.all(answers)).toEqual(['once', 'once'])
  again.end()
  expect(await turns('ada', 'pro', again.work)).toBe('again')
  expect(log).toEqual(['once', 'again'])
})
