import { describe, expect, it } from 'vitest'
import type { Block } from '../../../shared/document.ts'
import { hashOfAddress, hashOfDocument, hashOfFile, hashOfText, nameOfMaking } from './same-work.ts'

const block: Block = {
  id: 'b1',
  type: 'paragraph',
  text: 'The pools were counted.',
  headingPath: [],
  place: { kind: 'paragraph', paragraph: 1 },
}
const page = { kind: 'article' as const, url: 'https://a.example/pools', blocks: [block] }

describe('the hash of what was read', () => {
  it('is the same for the same words in the same places, whatever they are called today', () => {
    const renamed = { ...page, title: 'Another title', publishedAt: '2026-01-01', blocks: [{ ...block, id: 'x7' }] }
    expect(hashOfDocument(renamed)).toBe(hashOfDocument(page))
  })

  it.each([
    { ...page, url: 'https://b.example/pools' },
    { ...page, kind: 'document' as const },
    { ...page, blocks: [{ ...block, text: 'The pools were not counted.' }] },
    { ...page, blocks: [{ ...block, type: 'quote' as const }] },
    { ...page, blocks: [{ ...block, place: { kind: 'paragraph' as const, paragraph: 2 } }] },
    { ...page, blocks: [block, block] },
    { ...page, blocks: [] },
  ])('is another where anything is that a summary shows or points at: %#', (other) => {
    expect(hashOfDocument(other)).not.toBe(hashOfDocument(page))
  })
})

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
