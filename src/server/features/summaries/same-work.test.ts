import { expect, it } from 'vitest'
import { hashOfAddress, hashOfFile, hashOfText, nameOfMaking } from './same-work.ts'

it('tells inputs apart by their kind as well', () => {
  const address = new URL('https://a.example/')
  expect(new Set([hashOfAddress(address), hashOfText(address.href), hashOfFile(address.href)]).size).toBe(3)
  expect(hashOfAddress(new URL('HTTPS://A.example'))).toBe(hashOfAddress(address))
})

it('names how a summary is made by engine, depth and language', () => {
  const engine = { id: 'openai:small', label: 'Written by small' }
  const names = [
    nameOfMaking(engine, { advanced: false, language: undefined }),
    nameOfMaking(engine, { advanced: true, language: undefined }),
    nameOfMaking(engine, { advanced: false, language: 'de' }),
    nameOfMaking({ ...engine, id: 'openai:large' }, { advanced: false, language: undefined }),
  ]
  expect(new Set(names).size).toBe(names.length)
  expect(nameOfMaking(engine, { advanced: false, language: 'source' })).toBe(names[0])
})
