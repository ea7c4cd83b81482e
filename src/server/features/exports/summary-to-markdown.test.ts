import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { pageSamples } from '../../../../tests/support/pages/index.ts'
import { pageOf, textPart } from '../../../../tests/support/pages/page-of.ts'
import { harborSummary } from '../../../../tests/support/summary-samples.ts'
import type { Citation } from '../../../shared/summary/citation.ts'
import { pageAsTexts } from '../../../shared/summary/partial-page.ts'
import type { Summary } from '../../../shared/summary/summary.ts'
import type { PagePart, PartForm } from '../../../shared/summary/summary-page.ts'
import { summaryToMarkdown } from './summary-to-markdown.ts'

const page = (number: number): Citation => ({
  blockId: `b${number}`,
  location: { kind: 'page', page: number },
  label: `p. ${number}`,
  excerpt: 'The harbor paid for itself.',
})

const harborPage = pageOf({
  gist: { text: 'It paid for itself.', citations: [page(2)] },
  takeaways: [{ text: 'Fees rose by 4%.', citations: [page(3), page(4), page(3)] }, 'Two berths were closed.'],
  summary: ['The harbor paid for itself.', 'Dredging goes on.'],
  parts: [textPart('In short', 'It paid.'), textPart('In the end', 'It stays open.')],
  quotes: [{ text: '“We dredge or we close.”', citations: [page(9)] }],
})

const harbor: Summary = {
  ...harborSummary,
  title: 'Harbor report #2',
  sourceTitle: 'Harbor report #2',
  ...pageAsTexts(harborPage),
  page: harborPage,
  engine: { id: 'extractive', label: 'Passages of the source' },
  sourceInfo: { readAs: 'PDF text', note: 'Page 5 holds no text.' },
  coverage: { words: 1200, wordsRead: 1100, sections: 9, sectionsRead: 8, unread: ['Annex'] },
}

describe('a summary as Markdown', () => {
  it('has front matter, source, text, takeaways and quotes with citations, and engine', () => {
    const renamed = summaryToMarkdown({ ...harbor, title: 'For the board', titleSource: 'user' })
    expect(renamed).toContain('title: "For the board"\nsource_title: "Harbor report #2"\nsource: ')
    expect(renamed).toContain('# For the board\n\n“Harbor report \\#2” · R. Aldous · Harbor Board · ')
    const proposed = summaryToMarkdown({ ...harbor, title: 'Harbor pays', titleSource: 'page' })
    expect(proposed).toContain('title: "Harbor pays"\ntitle_by: "Precis"\nsource: ')
    expect(proposed).not.toContain('Harbor report')
    expect(summaryToMarkdown(harbor)).toBe(`---
title: "Harbor report #2"
source: "https://reports.example/harbor.pdf"
author: "R. Aldous"
site: "Harbor Board"
date: "2026-03-04"
language: "en"
coverage: "Read 1,100 of 1,200 words, 8 of 9 sections. Not read: Annex."
made_by: "built-in engine"
summarized: "2026-11-21T08:00:30.000Z"
---

# Harbor report \\#2

R. Aldous · Harbor Board · March 4, 2026 · [reports.example](https://reports.example/harbor.pdf)

**It paid for itself.** ([p. 2](https://reports.example/harbor.pdf#page=2))

Page 5 holds no text.

## Key takeaways

1. Fees rose by 4%. ([p. 3](https://reports.example/harbor.pdf#page=3), [p. 4](https://reports.example/harbor.pdf#page=4))
2. Two berths were closed.

## Summary

The harbor paid for itself.

Dredging goes on.

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

Read 1,100 of 1,200 words, 8 of 9 sections. Not read: Annex. Names and numbers were checked against the source. Every quote matches the source word for word. Summarized with Precis on November 21, 2026.
`)
  })

  it('begins with kind and gist, labels takeaways, and has lists, checklists and tables', () => {
    const text = summaryToMarkdown(pageSamples.report)
    const url = 'https://harbor-institute.example/reports/mill-street.pdf'
    for (const part of [
      `\n\nReport · Ines Marlow · Harbor Institute · March 4, 2026 · [harbor-institute.example](${url})\n\n`,
      `\n\n**Closing Mill Street to cars raised shop sales by a ninth within two years, but only after deliveries got their own hours.** ([p. 2](${url}#page=2))\n\nThe two maps on page 7 contain no text.\n\n## Key takeaways\n\n1. **Deliveries first**: Sales fell 6 percent`,
      '\n\n## Summary\n\nThe institute followed 112 businesses',
      `\n\n### How it was measured\n\n- Till receipts of 112 businesses, checked against tax returns for 38 of them ([p. 4](${url}#page=4))\n- Two`,
      `\n\n| Trade | Businesses | Mill Street | Comparison streets |  |\n| --- | --- | --- | --- | --- |\n| Cafés and restaurants | 31 | \\+24% | \\+3% | [p. 15](${url}#page=15) |\n`,
      '| Groceries | 18 | \\+4% | Not mentioned |',
      '\n\n- [ ] Plan delivery hours before the first bollard is set (',
      `\n\n> “We had counted every bench and not a single pallet.”\n>\n> — Tomas Veld, city engineer, [p. 9](${url}#page=9)\n\n`,
      '\n\n---\n\nRead 8,420 words, 6 of 6 sections. A second read checked every line against the source. Every quote matches the source word for word. Summarized with Precis (gpt-5-mini) on November 20, 2026.\n',
    ])
      expect(text).toContain(part)
  })

  it('has up to three sides of a debate beside each other, and a list of more', () => {
    const side = (name: string, position: string): PagePart['lines'][number] => ({
      cells: [name, position],
      citations: [],
    })
    const sides = [side('Ana | Co', 'For it.'), side('Ben', 'Against it.'), side('Cy', 'Undecided.')]
    const written = (...lines: PagePart['lines']) =>
      summaryToMarkdown({ ...harbor, page: pageOf({ parts: [{ title: 'Why?', form: 'debate', header: [], lines }] }) })
    expect(written(...sides)).toContain(
      String.raw`### Why?

| **Ana \| Co** | **Ben** | **Cy** |
| --- | --- | --- |
| For it. | Against it. | Undecided. |`,
    )
    expect(written(...sides, side('Di', 'Absent.'))).toContain('- **Cy**: Undecided.\n- **Di**: Absent.')
  })

  it('indents details below their takeaway, so that they belong to its item, and gives other parts headings', () => {
    const text = summaryToMarkdown({ ...pageSamples.council, originalUrl: null })
    const opened = new MarkdownIt()
      .parse(text, {})
      .flatMap(({ type, level }) =>
        /^(?:ordered_list|list_item|bullet_list|table|heading)_open$/u.test(type)
          ? [`${level} ${type.slice(0, -5)}`]
          : [],
      )
    const list = opened.slice(opened.indexOf('0 ordered_list'))
    expect(list.slice(0, list.indexOf('0 heading'))).toEqual([
      '0 ordered_list',
      '1 list_item',
      '2 table',
      '1 list_item',
      '2 bullet_list',
      '3 list_item',
      '3 list_item',
      '1 list_item',
      '2 table',
    ])
    expect(text).toContain(`
2. **Parking**: Fees in the old town rise from 1.80 to 2.40 an hour in December, which should bring in 310,000 a year. (52:07)

   - **Residents**: their yearly card stays at 60 euros, for one car in each household. (53:07)
   - **Shops**: the first half hour stays free, which the traders had made a condition. (55:07)

3. **Bridge toll**: The toll is put off, because the two counts of trucks differ by almost half. (1:28:07, 1:30:07)

   | Count | Trucks a day | How | 1:24:07 |
   | --- | --- | --- | --- |
   | Works department | 412 | March, by camera |  |
`)
    expect(text).toContain('\n\n   | **Mayor Osei** | **Ilse Brandt** |\n   | --- | --- |\n   | Each ride')
    expect(text).toContain('\n\n## Who is who\n\n')
    expect(text).not.toContain('In full')
  })

  it('has the labels of a list in bold', () => {
    const lines = ['Ana: the [permit]', 'Bo: the budget'].map((text) => ({ cells: [text], citations: [] }))
    const page = pageOf({ keyParts: [{ title: 'Next steps', form: 'bullets', header: [], lines }] })
    expect(summaryToMarkdown({ ...harbor, page })).toContain(
      String.raw`- **Ana**: the \[permit\]` + '\n- **Bo**: the budget',
    )
  })

  it('writes a meeting’s decisions right after the gist, and notices at the end', () => {
    const headings = (summary: Summary) => summaryToMarkdown(summary).match(/^##? .*/gmu)
    expect(headings(pageSamples.meeting)?.slice(0, 6)).toEqual([
      '# Launch planning, April 14',
      '## Decisions',
      '## Next steps',
      '## Open questions',
      '## Key takeaways',
      '## Summary',
    ])
    expect(headings(pageSamples.opinion)).not.toContain('## Summary')
    expect(summaryToMarkdown(pageSamples.letter)).toContain(
      'The source is too short for an advanced summary. The source contains instructions for AI models. They weren’t followed. Summarized',
    )
    expect(summaryToMarkdown(pageSamples.japanese)).toContain('1. **料金**：料金は4％')
  })

  it('writes its headings in the language of the summary', () => {
    const text = summaryToMarkdown({ ...harbor, language: 'de-AT' })
    expect(text.match(/^## .*/gmu)).toEqual([
      '## Kernaussagen',
      '## Zusammenfassung',
      '## Die ausführliche Zusammenfassung',
      '## Bemerkenswerte Zitate',
    ])
  })

  it('shows citations without links for a source without a URL, and omits unknown facts', () => {
    const pasted: Summary = {
      ...harbor,
      originalUrl: null,
      author: null,
      site: null,
      publishedAt: null,
      language: null,
      page: { ...harborPage, parts: [], quotes: [] },
      sourceInfo: { readAs: 'PDF text', fileName: 'harbor_2.pdf' },
      coverage: null,
    }
    const text = summaryToMarkdown(pasted)
    expect(text).toContain('\n# Harbor report \\#2\n\nharbor\\_2.pdf\n\n**It paid for itself.** (p. 2)\n')
    expect(text).toContain('1. Fees rose by 4%. (p. 3, p. 4)\n')
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

  const part = (form: PartForm, title: string, rows: string[][], header: string[] = []): PagePart => ({
    title,
    form,
    header,
    lines: rows.map((cells) => ({ cells, citations: [] })),
  })

  /** Every text that comes from outside, replaced by another. */
  const saying = (text: string, url: string): Summary => ({
    ...harbor,
    title: text,
    originalUrl: url,
    author: text,
    site: text,
    publishedAt: text,
    language: text,
    page: pageOf({
      kind: 'offer',
      flags: ['advert'],
      gist: { text, citations: [page(1)] },
      keyParts: [part('table', text, [[text, text], ['']], [text])],
      takeaways: [{ label: text, text, citations: [page(3)] }, text],
      summary: [text],
      parts: [
        { ...part('text', '', [[text, text]]), under: 0 },
        { ...part('bullets', '', [[text, text]]), under: 0 },
        { ...part('debate', '', [[text, text]]), under: 0 },
        { ...part('table', '', [[text, text]], [text, text]), under: 0 },
        part('text', text, [[text]]),
        part('bullets', '', [[text]]),
        part('checklist', text, [[text]]),
      ],
      quotes: [{ text, speaker: text, citations: [page(9)] }],
      notices: ['short_source'],
    }),
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

  it('keeps its structure with any texts: no line, key or link comes from them', () => {
    const kinds = (markdown: string): string[] =>
      markdown
        .split('\n')
        .map(
          (line) =>
            /^(?: {3}(?:- |\|)|---|[a-z_]+: "|#{1,3} |\d+\. |>(?: —)?|- \[ \] |- |\||\*\*|$)/u.exec(line)?.[0] ??
            'text',
        )
    const built = kinds(summaryToMarkdown(saying('x', 'https://good.example/')))
    fc.assert(
      fc.property(hostile, hostile, (text, rest) => {
        const markdown = summaryToMarkdown(saying(`x${text}x`, `https://good.example/?${rest}`))
        expect(kinds(markdown)).toEqual(built)
        const [, header = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/su.exec(markdown) ?? []
        const links = Array.from(body.matchAll(/(?<!\\)\]\((?<target>[^\s()]*)\)/gu), ({ groups }) => groups?.target)
        expect(links).toHaveLength(4)
        for (const link of links) expect(link).toMatch(/^https:\/\/good\.example\//u)
        for (const [, value] of header.matchAll(/^[a-z_]+: (".*)$/gmu))
          expect(JSON.parse(value ?? '')).toBeTypeOf('string')
      }),
      { numRuns: 500 },
    )
  })
})
