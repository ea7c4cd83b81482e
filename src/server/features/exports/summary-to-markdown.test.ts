import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlaceRef } from '../../../shared/citation.ts'
import type { Summary } from '../../../shared/summary.ts'
import { summaryToMarkdown } from './summary-to-markdown.ts'

const page = (number: number, href: string | null = `https://reports.example/harbor.pdf#page=${number}`): PlaceRef => ({
  blockId: `b${number}`,
  place: { kind: 'page', page: number },
  label: `p. ${number}`,
  href,
  excerpt: 'The harbor paid for itself.',
})

const harbor: Summary = {
  id: '3f0e6a4e-94a3-4f6c-9d57-0d4f0d3b8a01',
  userId: '3f0e6a4e-94a3-4f6c-9d57-0d4f0d3b8a02',
  title: 'Harbor report #2',
  originalUrl: 'https://reports.example/harbor.pdf',
  contentType: 'article',
  summary: '## In short\n\nIt paid.',
  basicSummary: 'The harbor paid for itself.\n\nDredging goes on.',
  advancedSummary: '## In short\n\nIt paid.\n\n## In the end\n\nIt stays open.',
  page: null,
  keyTakeaways: ['Fees rose by 4%.', 'Two berths were closed.'],
  takeawayPlaces: [[page(3), page(4), page(3)], []],
  notableQuotes: ['“We dredge or we close.”'],
  quotePlaces: [[page(9)]],
  thumbnailUrl: null,
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:30.000Z',
  isProContent: true,
  previewMessage: null,
  status: 'ready',
  failureMessage: null,
  failureCode: null,
  progress: null,
  engine: { id: 'extractive', label: 'Sentences of the source' },
  language: 'en',
  author: 'R. Aldous',
  site: 'Harbor Board',
  publishedAt: '2026-03-04',
  sourceInfo: { readAs: 'PDF text', note: 'Page 5 holds no text.' },
  coverage: { words: 1200, wordsRead: 1100, sections: 9, sectionsRead: 8, unread: ['Annex'] },
  cached: false,
}

describe('a summary as Markdown', () => {
  it('reads as a document: front matter, source, text, takeaways and quotes with their places, how it was made', () => {
    expect(summaryToMarkdown(harbor)).toBe(`---
title: "Harbor report #2"
source: "https://reports.example/harbor.pdf"
author: "R. Aldous"
site: "Harbor Board"
date: "2026-03-04"
language: "en"
coverage: "Read 1,100 of 1,200 words, 8 of 9 sections. Not read: Annex."
made_by: "Sentences of the source"
summarized: "2026-11-21T08:00:00.000Z"
---

# Harbor report \\#2

R. Aldous · Harbor Board · Published March 4, 2026 · [reports.example](https://reports.example/harbor.pdf)

## Summary

The harbor paid for itself.

Dredging goes on.

## Key takeaways

1. Fees rose by 4%. ([p. 3](https://reports.example/harbor.pdf#page=3), [p. 4](https://reports.example/harbor.pdf#page=4))
2. Two berths were closed.

## In full

### In short

It paid.

### In the end

It stays open.

## Notable quotes

> “We dredge or we close.”
>
> — [p. 9](https://reports.example/harbor.pdf#page=9)

---

Read 1,100 of 1,200 words, 8 of 9 sections. Not read: Annex. Page 5 holds no text. Sentences of the source. Summarized with Precis on November 21, 2026.
`)
  })

  it('writes its headings in the language of the summary', () => {
    const text = summaryToMarkdown({ ...harbor, language: 'de-AT' })
    expect(text.match(/^## .*/gmu)).toEqual([
      '## Zusammenfassung',
      '## Kernaussagen',
      '## Die ausführliche Zusammenfassung',
      '## Bemerkenswerte Zitate',
    ])
  })

  it('names places without a link where the source has no address, and says nothing of what is not known', () => {
    const pasted: Summary = {
      ...harbor,
      originalUrl: null,
      author: null,
      site: null,
      publishedAt: null,
      language: null,
      advancedSummary: null,
      takeawayPlaces: [[page(3, null)], []],
      notableQuotes: [],
      quotePlaces: [],
      sourceInfo: { readAs: 'PDF text', fileName: 'harbor_2.pdf' },
      coverage: null,
    }
    const text = summaryToMarkdown(pasted)
    expect(text).toContain('\n# Harbor report \\#2\n\nharbor\\_2.pdf\n\n## Summary\n')
    expect(text).toContain('1. Fees rose by 4%. (p. 3)\n')
    expect(text).not.toMatch(/source:|author:|coverage:|null|undefined|Notable quotes|In full/u)
  })

  it.each([
    [{ status: 'failed', failureMessage: 'This page needs a login.' }, 'This page needs a login.'],
    [{ status: 'extracting', failureMessage: null }, 'This summary was still being made.'],
  ] as const)('says why there is no text yet: %#', (state, sentence) => {
    const text = summaryToMarkdown({ ...harbor, ...state, coverage: null })
    expect(text).toContain(`\n${sentence}\n`)
    expect(text).not.toContain('## ')
  })

  /** A blank line is all that means something in the text of a summary. */
  const inOneParagraph = (text: string): string => text.replace(/\n\s+/gu, '\n')

  /** Every text that comes from outside, replaced by another. */
  const saying = (text: string, url: string): Summary => ({
    ...harbor,
    title: text,
    originalUrl: url,
    author: text,
    site: text,
    publishedAt: text,
    language: text,
    basicSummary: inOneParagraph(text),
    advancedSummary: `## ${inOneParagraph(text)}`,
    keyTakeaways: [text, text],
    takeawayPlaces: [[page(3, url)], []],
    notableQuotes: [text],
    quotePlaces: [[page(9, url)]],
    engine: { id: 'x', label: text },
    sourceInfo: { readAs: text, note: text },
    coverage: { words: 1, wordsRead: 0, sections: 2, sectionsRead: 1, unread: [text] },
  })

  const traps =
    '\n---\n§\n# Own heading§\nadmin: true§"§\\§`§](§![x](https://evil.example/x.png)§<script>§\n> §\n1. §\n```\n§\n\n\n§<!--§[x]: https://evil.example§\u2028§\u0085§\r§https://§&amp;'
  const trap = fc.constantFrom(...traps.split('§'))
  const hostile = fc
    .array(fc.oneof(trap, fc.string({ maxLength: 4 })), { maxLength: 12 })
    .map((parts) => parts.join(''))

  it('is built the same whatever its texts hold: no line, key or link comes from outside', () => {
    const kinds = (markdown: string): string[] =>
      markdown.split('\n').map((line) => /^(?:---|[a-z_]+: "|#{1,3} |\d+\. |>(?: —)?|$)/u.exec(line)?.[0] ?? 'text')
    const built = kinds(summaryToMarkdown(saying('x', 'https://good.example/')))
    fc.assert(
      fc.property(hostile, hostile, (text, rest) => {
        const markdown = summaryToMarkdown(saying(`x${text}x`, `https://good.example/?${rest}`))
        expect(kinds(markdown)).toEqual(built)
        const [, header = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/su.exec(markdown) ?? []
        const links = Array.from(body.matchAll(/(?<!\\)\]\((?<target>[^\s()]*)\)/gu), ({ groups }) => groups?.target)
        expect(links).toHaveLength(3)
        for (const link of links) expect(link).toMatch(/^https:\/\/good\.example\//u)
        for (const [, value] of header.matchAll(/^[a-z_]+: (".*)$/gmu))
          expect(JSON.parse(value ?? '')).toBeTypeOf('string')
      }),
      { numRuns: 500 },
    )
  })
})
