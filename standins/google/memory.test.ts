import { afterEach, expect, it, vi } from 'vitest'
import { keepInMemory } from './memory.ts'

afterEach(() => void vi.useRealTimers())

it('keeps models apart, and finds entries by every key that a provider uses', async () => {
  const memory = keepInMemory()
  const [codes, sessions] = [memory('AuthorizationCode'), memory('Session')]
  await codes.upsert('1', { grantId: 'g' }, 60)
  await sessions.upsert('1', { uid: 'u', userCode: 'c' })
  expect(await codes.find('1')).toEqual({ grantId: 'g' })
  expect(await sessions.findByUid('u')).toMatchObject({ uid: 'u' })
  expect(await sessions.findByUserCode('c')).toMatchObject({ uid: 'u' })
  expect(await codes.findByUid('u')).toBeUndefined()
  await codes.consume('1')
  expect(await codes.find('1')).toMatchObject({ consumed: expect.any(Number) })
  await codes.revokeByGrantId('g')
  expect(await codes.find('1')).toBeUndefined()
  await sessions.destroy('1')
  expect(await sessions.findByUid('u')).toBeUndefined()
})

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
