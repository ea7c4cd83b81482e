import { describe, expect, it } from 'vitest'
import type { Block, ExtractedDocument } from '../shared/document.ts'
import { hashOfDocument, packDocument, unpackDocument } from './packed-document.ts'

const block: Block = {
  id: 'b1',
  type: 'paragraph',
  text: 'The pools were counted.',
  headingPath: [],
  location: { kind: 'paragraph', paragraph: 1 },
}
const page = { kind: 'article' as const, url: 'https://a.example/pools', blocks: [block] }

describe('the hash of a document', () => {
  it('is the same for the same words in the same locations, with any title and date', () => {
    const renamed = { ...page, title: 'Another title', publishedAt: '2026-01-01', blocks: [{ ...block, id: 'x7' }] }
    expect(hashOfDocument(renamed)).toBe(hashOfDocument(page))
  })

  it.each([
    { ...page, url: 'https://b.example/pools' },
    { ...page, kind: 'document' as const },
    { ...page, blocks: [{ ...block, text: 'The pools were not counted.' }] },
    { ...page, blocks: [{ ...block, type: 'quote' as const }] },
    { ...page, blocks: [{ ...block, location: { kind: 'paragraph' as const, paragraph: 2 } }] },
    { ...page, blocks: [block, block] },
    { ...page, blocks: [] },
  ])('differs if anything differs that a summary shows or cites: %#', (other) => {
    expect(hashOfDocument(other)).not.toBe(hashOfDocument(page))
  })
})

const document: ExtractedDocument = {
  ...page,
  title: 'Pools',
  author: null,
  site: null,
  language: 'en',
  publishedAt: null,
  thumbnailUrl: null,
  words: 4,
  sourceInfo: { readAs: 'article text' },
}

describe('a packed document', () => {
  it('unpacks to the same document', () => {
    const long = { ...document, blocks: [block, { ...block, id: 'b2', text: 'Ménage à 三 👩‍👩‍👧 “quoted” \n' }] }
    const packed = packDocument(long)
    expect(unpackDocument(packed)).toEqual(long)
    expect(packed).toMatchObject({ title: 'Pools', words: 4, contentHash: hashOfDocument(long) })
    expect(packed).not.toHaveProperty('blocks')
    expect(unpackDocument(packDocument({ ...document, blocks: [] })).blocks).toEqual([])
  })

  it('shortens long facts of a page', () => {
    const long = 'x'.repeat(1_000_000)
    const packed = packDocument({ ...document, title: long, author: long, site: long, thumbnailUrl: long })
    const { title, author, site, thumbnailUrl } = packed
    // A thousand characters and an ellipsis.
    expect([title.length, author?.length, site?.length, thumbnailUrl]).toEqual([1001, 1001, 1001, null])
    expect(unpackDocument(packed)).toMatchObject({ title, author, site, thumbnailUrl })
  })

  it('is rejected when its headings repeat without bound', () => {
    const heading = 'h'.repeat(1_000_000)
    const blocks = Array.from({ length: 100 }, (_, n) => ({ ...block, id: `b${n}`, headingPath: [heading] }))
    expect(() => packDocument({ ...document, blocks })).toThrow(RangeError)
  })
})
