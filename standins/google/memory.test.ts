import { afterEach, expect, it, vi } from 'vitest'
import { keepInMemory } from './memory.ts'

afterEach(() => void vi.useRealTimers())

it('removes expired entries, and the oldest when there are too many', async () => {
  vi.useFakeTimers()
  const codes = keepInMemory()('AuthorizationCode')
  await codes.upsert('short', {}, 60)
  vi.advanceTimersByTime(60_000)
  expect(await codes.find('short')).toBeUndefined()
  for (let count = 0; count < 5000; count += 1) await codes.upsert(`many ${count}`, {}, 60)
  await codes.upsert('last', {}, 60)
  expect(await codes.find('many 0')).toBeUndefined()
  expect(await codes.find('many 1')).toEqual({})
  expect(await codes.find('last')).toEqual({})
})
