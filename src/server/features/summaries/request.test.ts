import { expect, it } from 'vitest'
import { cacheKeyOf, hashFile, hashText, hashUrl } from './request.ts'

it('tells inputs apart by their kind as well', () => {
  const address = new URL('https://a.example/')
  expect(new Set([hashUrl(address), hashText(address.href), hashFile(address.href)]).size).toBe(3)
  expect(hashUrl(new URL('HTTPS://A.example'))).toBe(hashUrl(address))
})

it('names how a summary is made by engine, depth and language', () => {
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
