import { expect, it } from 'vitest'
import { cacheKeyOf, hashFile, hashText, hashUrl } from './request.ts'

it('hashes inputs of different kinds differently', () => {
  const address = new URL('https://a.example/')
  expect(new Set([hashUrl(address), hashText(address.href), hashFile(address.href)]).size).toBe(3)
  expect(hashUrl(new URL('HTTPS://A.example'))).toBe(hashUrl(address))
})

it('builds the cache key from engine, plan and language', () => {
  const engine = { id: 'openai:small', label: 'Written by small' }
  const names = [
    cacheKeyOf(engine, { advanced: false, language: undefined }),
    cacheKeyOf(engine, { advanced: true, language: undefined }),
    cacheKeyOf(engine, { advanced: false, language: 'de' }),
    cacheKeyOf({ ...engine, id: 'openai:large' }, { advanced: false, language: undefined }),
  ]
  expect(new Set(names).size).toBe(names.length)
  expect(cacheKeyOf(engine, { advanced: false, language: 'source' })).toBe(names[0])
})
