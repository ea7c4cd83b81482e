import fc from 'fast-check'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageSamples } from '../../../../../tests/support/pages/index.ts'
import { pageOf } from '../../../../../tests/support/pages/page-of.ts'
import { harborSummary, summarySamples } from '../../../../../tests/support/summary-samples.ts'
import { writtenPages } from '../../../../../tests/support/written/index.ts'
import { makeWritten } from '../../../../../tests/support/written/make-written.ts'
import { parsePdf } from '../../../../ingest/formats/pdf/parse-pdf.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { toPdfDocument } from './document.ts'
import { createPdfRenderer, type PdfRenderer } from './pdf-renderer.ts'

let renderer: PdfRenderer
beforeAll(() => {
  renderer = createPdfRenderer()
})
afterAll(async () => renderer.close())

const print = async (summary: Summary): Promise<Uint8Array> => renderer.render(toPdfDocument(summary, 'a4'))

/**
 * Letters and digits alone, doubled ones once: lines are broken, words are divided with hyphens, and PDFium reads a
 * letter with a mark of its own twice.
 */
const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/(.)\1+/gu, '$1')

/** Characters that pdf.js returns for letters without a glyph. */
const missingGlyph = /[\0\ufffd]/u

interface Node {
  role?: string
  children?: readonly object[]
}

/** The roles of a page's tags, those of a part of it within brackets: "L(LI(Lbl LBody(P)))". */
const rolesOf = ({ role, children = [] }: Node): string => {
  const inner = children.map(rolesOf).filter((roles) => roles !== '')
  if (role === undefined || role === 'Root') return inner.join(' ')
  return inner.length === 0 ? role : `${role}(${inner.join(' ')})`
}

/** Facts about a PDF, read by pdf.js. */
async function lookInto(pdf: Uint8Array) {
  const document = await getDocumentProxy(pdf.slice())
  const { info } = await document.getMetadata()
  const outline = (await document.getOutline()) ?? []
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1)
      const tree = await page.getStructTree()
      const annotations: { url?: string }[] = await page.getAnnotations()
      const { items } = await page.getTextContent()
      return {
        size: page.view.slice(2).map(Math.round),
        roles: tree === null ? '' : rolesOf(tree),
        links: annotations.flatMap(({ url }) => url ?? []),
        lines: new Set(items.flatMap((item) => ('transform' in item ? Math.round(Number(item.transform[5])) : [])))
          .size,
        text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
      }
    }),
  )
  return { info: info as Record<string, unknown>, outline, pages, marks: await document.getMarkInfo() }
}

describe('a summary as PDF', () => {
  it('has a title, a language, bookmarks, links and tags', async () => {
    const { info, outline, pages, marks } = await lookInto(await print(harborSummary))
    expect(info).toMatchObject({ Title: harborSummary.title, Author: 'R. Aldous', Language: 'en' })
    expect(String(info.CreationDate)).toMatch(/^D:20261121/u)
    expect(marks).toMatchObject({ Marked: true })
    expect(outline.map(({ title, items }) => [title, items.map((item: { title: string }) => item.title)])).toEqual([
      ['Key takeaways', []],
      ['Summary', []],
      ['In full', ['How the money came in', 'What the channel costs']],
      ['Notable quotes', []],
    ])
    const links = pages.flatMap((page) => page.links)
    expect(links).toEqual([
      'https://reports.example/harbor.pdf',
      'https://reports.example/harbor.pdf#page=2',
      'https://reports.example/harbor.pdf#page=3',
      'https://reports.example/harbor.pdf#page=4',
      'https://reports.example/harbor.pdf?t=761s',
      'https://reports.example/harbor.pdf#page=9',
      'https://reports.example/harbor.pdf#page=9',
      'https://reports.example/harbor.pdf#page=2',
    ])
    const roles = pages.map((page) => page.roles).join(' ')
    for (const role of ['H1', 'H2', 'L(', 'LI(', 'Lbl', 'LBody', 'Link', 'BlockQuote']) expect(roles).toContain(role)
    expect(pages.map(({ text }) => /\d+ \/ \d+/u.exec(text)?.[0])).toEqual(
      pages.map((_, n) => `${n + 1} / ${pages.length}`),
    )
  })

  it('tags lists and tables, and has bookmarks for key parts and parts', async () => {
    const { outline, pages } = await lookInto(await print(pageSamples.meeting))
    expect(outline.map(({ title }) => title)).toEqual([
      'Decisions',
      'Next steps',
      'Open questions',
      'Key takeaways',
      'Summary',
      'In full',
      'Notable quotes',
    ])
    const roles = pages.map((page) => page.roles).join(' ')
    expect(roles).toMatch(/Table\(THead\(TR\(TH.*\) TBody\(TR\(TD/u)
    expect(roles).toMatch(/L\(LI\(Lbl.* LBody/u)
    const text = letters(pages.map((page) => page.text).join(' '))
    for (const line of [
      'Meeting',
      'The launch moves to May 12 because the payment review isn’t finished',
      'Plan shifts for launch day Mirjam Not mentioned',
      'Payment review: The bank still needs two weeks',
      '“I would rather be late than refund everyone.” Dana Okafor',
      'A second read checked every line against the source. Every quote matches the source word for word.',
      'Summarized with Precis (gpt-5-mini) on November 20, 2026.',
    ])
      expect(text).toContain(letters(line))
  })

  it('has details below their takeaway, in its item of the list, and bookmarks for other parts', async () => {
    const { outline, pages } = await lookInto(await print(pageSamples.column))
    expect(outline.map(({ title }) => title)).toEqual(['Key takeaways', 'Points to weigh', 'Notable quotes'])
    const roles = pages.map((page) => page.roles).join(' ')
    expect(roles).toMatch(/L\(LI\(Lbl LBody\(Link P\(Link Link\) P\(Link\)\)\) LI\(Lbl LBody\(.*? Table\(THead/u)
    const text = letters(pages.map((page) => page.text).join(' '))
    const order = [
      'Closures: Since 2014',
      'The first rooms went in the winter',
      'What was lost: Visits fell',
      'Upper Tarn kept 40,100',
      'Librarians’ union',
      'She concedes',
      'Proposal: One room',
    ].map((line) => text.indexOf(letters(line)))
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    // No takeaway is the last line of a page.
    for (const page of pages.slice(0, -1))
      expect(page.text).not.toMatch(/(?:stolen|small steps|judged)\.[\s\d¶]*\/ \d\s*$/u)
  })

  it('prints the URL in full, and headings in the language of the summary', async () => {
    const originalUrl = `https://reports.example/${'harbor-'.repeat(20)}2025.pdf?page=2#part`
    const { outline, pages } = await lookInto(await print({ ...harborSummary, originalUrl, language: 'de' }))
    expect(pages[0]?.text.replaceAll(' ', '')).toContain(originalUrl)
    expect(pages[0]?.links).toContain(originalUrl)
    expect(pages[0]?.text).toContain('4. März 2026')
    expect(outline.map(({ title }) => title)).toEqual([
      'Kernaussagen',
      'Zusammenfassung',
      'Die ausführliche Zusammenfassung',
      'Bemerkenswerte Zitate',
    ])
  })

  it('breaks titles into lines of about the same length', async () => {
    const title = 'Government officials and residents debate the effects of the capital city’s poor air quality'
    const document = await getDocumentProxy((await print({ ...harborSummary, title })).slice())
    const { items } = await (await document.getPage(1)).getTextContent()
    const widths = new Map<number, number>()
    for (const item of items) {
      if (!('str' in item) || item.height < 20) continue
      const baseline = Math.round(item.transform[5])
      widths.set(baseline, (widths.get(baseline) ?? 0) + item.width)
    }
    const lines = [...widths.values()]
    expect(lines.length).toBeGreaterThan(1)
    expect(Math.min(...lines)).toBeGreaterThan(Math.max(...lines) * 0.6)
  })

  it.each(['arabic', 'hearing', 'story'] as const)('has no last page of a few lines: %s', async (name) => {
    const { pages } = await lookInto(await print(pageSamples[name]))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.at(-1)?.lines).toBeGreaterThanOrEqual(12)
  })

  it('moves no more than the last paragraphs of a part to the last page', async () => {
    const { result } = await makeWritten(writtenPages.story)
    const { pages } = await lookInto(await print({ ...harborSummary, page: result.page }))
    expect(pages).toHaveLength(2)
    expect(pages[0]?.text).toContain('In full')
    expect(pages[1]?.lines).toBeGreaterThanOrEqual(12)
  })

  it('names the citation of all rows once, in the head of the table', async () => {
    const { pages } = await lookInto(await print(pageSamples.council))
    expect(pages.flatMap(({ text }) => text.match(/1:24:07/gu) ?? [])).toHaveLength(1)
  })

  it('keeps the order of a source line in two directions', async () => {
    const document = await getDocumentProxy((await print(pageSamples.arabic)).slice())
    const { items } = await (await document.getPage(1)).getTextContent()
    const words = items.flatMap((item) =>
      'str' in item ? [{ word: item.str, place: item.transform.map(Number) }] : [],
    )
    const bottom = words.find(({ word }) => word === '2026')?.place[5]
    const line = ['Harbor', '4', 'مارس', '2026'].map(
      (part) => words.find(({ word, place }) => word === part && place[5] === bottom)?.place[4] ?? 0,
    )
    expect(line).toEqual(line.toSorted((a, b) => b - a))
  })

  it('keeps the citations of a table on one line beside cells that fill it', async () => {
    const location = { kind: 'paragraph', paragraph: 4711 } as const
    const citations = [{ blockId: 'b4711', location, label: '¶ 4711', excerpt: 'The bill has a duty.' }]
    const cells = ['An element', 'A plan', 'A reason'].map((cell) => `${cell} whose words fill the line`)
    const header = ['Element', 'Plan', 'Reason']
    const page = pageOf({ parts: [{ title: 'Law', form: 'table', header, lines: [{ cells, citations }] }] })
    const document = await getDocumentProxy((await print({ ...harborSummary, page })).slice())
    const { items } = await (await document.getPage(1)).getTextContent()
    const lineOf = (sought: string) =>
      items.flatMap((item) => ('str' in item && item.str.includes(sought) ? Math.round(item.transform[5]) : []))
    expect(lineOf('¶')).toHaveLength(1)
    expect(lineOf('¶')).toEqual(lineOf('4711'))
  })

  // A table of nine rows would leave its last row on the second page, or its first one on the first page.
  it.each([17, 25])('leaves no row of a table alone on a page below %i lines', async (above) => {
    const location = { kind: 'paragraph', paragraph: 1 } as const
    const citations = [{ blockId: 'b1', location, label: '¶ 1', excerpt: 'Rows.' }]
    const table = Array.from({ length: 9 }, (_, row) => ({ cells: [`Row ${row}`, 'A cell'], citations }))
    const linesOf = (count: number) =>
      Array.from({ length: count }, (_, line) => ({ cells: [`Line ${line}`], citations: [] }))
    const parts = [
      { title: 'Before', form: 'bullets' as const, header: [], lines: linesOf(above) },
      { title: 'Table', form: 'table' as const, header: ['Name', 'Cell'], lines: table },
      { title: 'After', form: 'bullets' as const, header: [], lines: linesOf(20) },
    ]
    const { pages } = await lookInto(await print({ ...harborSummary, page: pageOf({ parts }) }))
    const counts = pages.map(({ text }) => text.match(/Row \d/gu)?.length ?? 0).filter((count) => count > 0)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(table.length)
    expect(Math.min(...counts)).toBeGreaterThan(1)
  })

  /**
   * Whether a text contains all characters of another in order. In these scripts PDFium repeats the characters of a
   * cluster for each of its glyphs, though the file maps the cluster to its text.
   */
  const holds = (text: string, sought: string): boolean => {
    let at = 0
    for (const letter of text) if (letter === sought[at]) at += 1
    return at === sought.length
  }
  const clustered = new Set(['hi', 'bn', 'ta', 'th', 'mixed'])

  it.each(Object.entries(summarySamples))('contains the whole text: %s', async (name, summary) => {
    const pdf = await print(summary)
    const read = letters((await parsePdf(pdf.slice())).pieces.map(({ text }) => text).join(''))
    const said = [summary.basicSummary, ...summary.keyTakeaways].flatMap((text) => text.split('\n\n').map(letters))
    if (clustered.has(name)) for (const line of said) expect([line, holds(read, line)]).toEqual([line, true])
    else for (const line of said) expect(read).toContain(line)
    const { lang, region } = toPdfDocument(summary, 'a4').summary
    const { info, pages } = await lookInto(pdf)
    expect(info.Language).toBe(region === null ? lang : `${lang}-${region}`)
    expect(pages.map(({ text }) => text).join(' ')).not.toMatch(missingGlyph)
  })

  it.each(Object.entries(pageSamples))('has a glyph for every letter of a page: %s', async (_, summary) => {
    const { pages } = await lookInto(await print(summary))
    expect(pages.map(({ text }) => text).join(' ')).not.toMatch(missingGlyph)
  })

  it('shows markup and code in texts verbatim', async () => {
    const traps = [
      '#read("/etc/passwd")',
      '#import "@preview/cetz:0.2.0": *',
      '#{while true {}}',
      '*bold* _it_ `raw` $x^2$ <label> @ref = Heading',
      '\\u{41} \\ #sys.inputs',
      '"]] #panic("x") [[',
      '// comment /* block */',
      '- list + enum / term: x',
    ]
    const text = traps.join(' ')
    const summary: Summary = {
      ...harborSummary,
      title: text,
      author: text,
      site: text,
      publishedAt: text,
      language: text,
      page: pageOf({
        kind: 'offer',
        flags: ['advert'],
        gist: text,
        keyParts: [{ title: text, form: 'table', header: [text], lines: [{ cells: [text], citations: [] }] }],
        takeaways: [{ label: text, text, citations: [] }],
        summary: [text],
        parts: [{ title: text, form: 'bullets', header: [], lines: [{ cells: [text], citations: [] }] }],
        quotes: [{ text, speaker: text, citations: [] }],
      }),
      originalUrl: 'javascript:alert(1)',
      engine: { id: 'x', label: text },
    }
    const pdf = await print(summary)
    const { pages, outline } = await lookInto(pdf)
    const shown = letters(pages.map((page) => page.text).join(' '))
    expect(shown.split(letters(traps.join(''))).length).toBeGreaterThan(12)
    expect(outline).toHaveLength(5)
    expect(pages.flatMap(({ links }) => links).join(' ')).not.toContain('javascript')
  })

  it('shows the labels of a list before their lines', async () => {
    const lines = ['Ana: the permit', 'Bo: the budget'].map((text) => ({ cells: [text], citations: [] }))
    const page = pageOf({ keyParts: [{ title: 'Next steps', form: 'bullets', header: [], lines }] })
    const { pages } = await lookInto(await print({ ...harborSummary, page }))
    expect(pages.map(({ text }) => text).join(' ')).toMatch(/Ana:\s+the permit\s+Bo:\s+the budget/u)
  })

  it('renders any text', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(text, text, async (one, other) => {
        const pdf = await print({
          ...harborSummary,
          title: one,
          language: null,
          page: pageOf({ gist: other, takeaways: [one], summary: [other] }),
        })
        expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
      }),
      { numRuns: 25 },
    )
  })
})

describe('the renderer', () => {
  const document = toPdfDocument(harborSummary, 'a4')
  const beginnings = async (printed: Promise<Uint8Array>[]): Promise<string[]> =>
    (await Promise.all(printed)).map((pdf) => Buffer.from(pdf.subarray(0, 5)).toString())

  it('renders documents in turn', async () => {
    const printed = Array.from({ length: 3 }, async () => renderer.render(document))
    expect(await beginnings(printed)).toEqual(Array(3).fill('%PDF-'))
  })

  it('stops a document that takes too long, and renders the next', async () => {
    const hasty = createPdfRenderer({ timeoutMs: 1 })
    await expect(hasty.render(document)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 })
    await hasty.close()
    await expect(hasty.render(document)).rejects.toMatchObject({ code: 'unavailable' })
  })
})
