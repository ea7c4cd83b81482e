import { afterEach, expect, test } from 'vitest'
import { forgetSent, rememberSent, sentFor } from './stores/drafts.ts'
import { clearSession } from './stores/store.ts'

afterEach(clearSession)

test('what was sent is known until it is forgotten', () => {
  rememberSent('a', { content: 'Text', language: 'de' })
  rememberSent('b', { url: 'https://example.org/' })
  expect(sentFor('a')).toEqual({ content: 'Text', language: 'de' })
  forgetSent('a')
  expect([sentFor('a'), sentFor('b')]).toEqual([undefined, { url: 'https://example.org/' }])
  clearSession()
  expect(sentFor('b')).toBeUndefined()
})

test('only so much is kept, the newest', () => {
  for (let number = 0; number < 60; number += 1) rememberSent(`id ${number}`, { content: String(number) })
  expect(sentFor('id 9')).toBeUndefined()
  expect([sentFor('id 10'), sentFor('id 59')]).toEqual([{ content: '10' }, { content: '59' }])
})
