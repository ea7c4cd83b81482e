import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { summaries } from '../../src/server/db/schema/index.ts'
import { removeOldCheckpoints } from '../../src/server/features/summaries/checkpoint-repo.ts'
import type { SourceBlock } from '../../src/shared/document.ts'
import type { SourceLocation } from '../../src/shared/summary/location.ts'
import type { ListedSummary, Segment } from '../../src/shared/summary/summary.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { type StoredSummary, storeSummaries } from '../support/stored-summaries.ts'
import { forSuite } from '../support/suite.ts'
import { summariesContext } from '../support/summaries-context.ts'
import { tidePools } from '../support/texts.ts'

/** Highlights as brackets. */
const shown = (segments: readonly Segment[] = []): string =>
  segments.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')

/** Blocks of paragraphs, all at one location or each at its own. */
const blocksOf = (texts: readonly string[], location?: SourceLocation): SourceBlock[] =>
  texts.map((text, index) => ({
    id: `b${index + 1}`,
    type: 'paragraph',
    text,
    location: location ?? { kind: 'paragraph', paragraph: index + 1 },
  }))

describe('search in sources', () => {
  const test = forSuite(async () => startTestProduct())

  const idOf = async (client: TestClient): Promise<string> => (await client.get('/api/auth/user')).json().id
  let minute = 0
  const add = async (
    client: TestClient,
    title: string,
    blocks: readonly SourceBlock[],
    fields: Partial<StoredSummary> = {},
  ): Promise<string> => {
    minute += 1
    const createdAt = new Date(Date.UTC(2026, 9, 1, 0, minute))
    const stored = { userId: await idOf(client), title, createdAt, blocks, page: pageOf({ gist: 'x' }), ...fields }
    const [id = ''] = await storeSummaries(test.database.db, [stored])
    return id
  }
  const search = async (client: TestClient, q: string, more = ''): Promise<ListedSummary[]> => {
    const response = await client.get(`/api/summaries?q=${encodeURIComponent(q)}${more}`)
    expect([q, response.statusCode]).toEqual([q, 200])
    return response.json()
  }
  const titles = async (client: TestClient, q: string): Promise<string[]> =>
    (await search(client, q)).map(({ title }) => title)

  it('finds words of a source that was read for a request, and cites the passage', async () => {
    const client = await test.register()
    const made = await client.post('/api/summaries', { content: tidePools })
    expect(made.statusCode).toBe(201)
    const { id, page } = made.json()
    const covered = JSON.stringify([made.json().title, page]).toLowerCase()
    const word = tidePools.split(/\W+/u).find((one) => one.length > 5 && !covered.includes(one.toLowerCase())) ?? ''
    expect(word).not.toBe('')
    const [found, ...others] = await search(client, word)
    expect(others).toEqual([])
    const { citation, excerpt } = found?.match ?? {}
    expect(shown(excerpt)).toContain(`[${word}]`)
    const source = (await client.get(`/api/summaries/${id}/source?at=${citation?.blockId}`)).json()
    const block = source.blocks.find((one: SourceBlock) => one.id === citation?.blockId)
    expect(block.text).toContain(citation?.excerpt)
    expect(citation?.label).toBe(`¶ ${block.location.paragraph}`)
    const [inPage] = await search(client, page.gist.text.split(' ').at(-1).replace('.', ''))
    expect(inPage?.match).not.toHaveProperty('citation')
  })

  it.each<[string, string, string, string, SourceLocation, string]>([
    ['en', 'The engineers negotiated for weeks.', 'negotiations', '[negotiated]', { kind: 'page', page: 12 }, 'p. 12'],
    ['en', 'Mr. O’Brien, of the briens.', "o'brien", '[O’Brien]', { kind: 'slide', slide: 3 }, 'slide 3'],
    ['en', 'A company: see example.com/a here.', 'example.com', '[example.com]', { kind: 'page', page: 2 }, 'p. 2'],
    ['de', 'In den Häusern am Fluss.', 'Hauses', '[Häusern]', { kind: 'page', page: 4 }, 'p. 4'],
    ['de', 'Der Seehafenbetrieb ruht.', 'hafen', 'See[hafen]betrieb', { kind: 'chapter', chapter: 2 }, 'sec. 2'],
    [
      'ja',
      '新しいカメラの使い方を学ぶ。',
      'カメラの',
      '[カメラの]',
      { kind: 'time', startSeconds: 754, endSeconds: 760 },
      '12:34',
    ],
    ['zh', '量子電腦的發展', '腦', '[腦]', { kind: 'page', page: 1 }, 'p. 1'],
    ['ar', 'هذا كِتَابٌ جديد', 'كتاب', '[كِتَابٌ]', { kind: 'page', page: 9 }, 'p. 9'],
    ['ru', 'О книгах и реках', 'книги', '[книгах]', { kind: 'chapter', chapter: 5, title: 'Chapter 3: Ice' }, 'ch. 3'],
  ])(
    'finds words as in summaries, with their location: %s %s',
    async (language, text, typed, marked, location, label) => {
      const client = await test.register()
      const blocks = blocksOf(['Zzz.', text, 'Zzz.'], location)
      await add(client, 'Title', blocks, { language, source: { language } })
      await add(client, 'Other', blocksOf(['Zzz.']))
      const found = await search(client, typed)
      expect(found.map(({ title }) => title)).toEqual(['Title'])
      expect(shown(found[0]?.match?.excerpt)).toContain(marked)
      expect(found[0]?.match?.citation).toMatchObject({ blockId: 'b2', label, location, excerpt: text })
    },
  )

  it('ranks summaries before sources, newest first, on pages without duplicates', async () => {
    const client = await test.register()
    await add(client, 'Old', blocksOf(['The lighthouse burned.']))
    await add(client, 'Lighthouse', blocksOf(['A lighthouse.']))
    await add(client, 'Gist', blocksOf(['The lighthouse.']), { page: pageOf({ gist: 'A lighthouse.' }) })
    await add(client, 'New', blocksOf(['Two lighthouses.']))
    await add(client, 'None', blocksOf(['No houses.']))
    const expected = ['Lighthouse', 'Gist', 'New', 'Old']
    expect(await titles(client, 'lighthouse')).toEqual(expected)
    const seen: string[] = []
    let next: string | undefined = '/api/summaries?q=lighthouse&limit=1'
    while (next !== undefined) {
      const page = await client.get(next)
      seen.push(...page.json().map(({ title }: ListedSummary) => title))
      await add(client, `Newer ${seen.length}`, blocksOf(['A lighthouse.']))
      next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    // Summaries that are found in sources only and were added meanwhile come after those of the first pages.
    expect(seen.filter((title) => !title.startsWith('Newer'))).toEqual(expected)
    expect(new Set(seen).size).toBe(seen.length)
    expect(await search(client, 'lighthouse', '&type=youtube')).toEqual([])
  })

  it('needs all words within a part of the source and its names', async () => {
    const client = await test.register()
    const source = { title: 'Harbor report', author: 'Rosalind Aldous', language: 'en' }
    await add(client, 'Renamed', blocksOf(['The dredger sank.', 'Pilots met.']), { source })
    expect(await titles(client, 'aldous dredger pilots')).toEqual(['Renamed'])
    expect(await titles(client, 'aldous dredger captain')).toEqual([])
  })

  it('matches words of one or two letters as a whole only', async () => {
    const client = await test.register()
    await add(client, 'Title', blocksOf(['An aim for UX and 12 boats; 水泳.']))
    for (const typed of ['ux', '12', 'aim', 'boa', '水'])
      expect([typed, await titles(client, typed)]).toEqual([typed, ['Title']])
    for (const typed of ['a', 'ai', 'u', '1', 'bo']) expect([typed, await titles(client, typed)]).toEqual([typed, []])
  })

  it('finds every summary of a source, none that was deleted, and none of another user', async () => {
    const client = await test.register()
    const first = await add(client, 'First', blocksOf(['The dredger sank.']))
    const second = await add(client, 'Second', blocksOf(['Nothing.']))
    await test.database.db
      .update(summaries)
      .set({ sourceId: sql`(SELECT source_id FROM summaries WHERE id = ${first})` })
      .where(eq(summaries.id, second))
    expect(await titles(client, 'dredger')).toEqual(['Second', 'First'])
    const shared = await client.request('PUT', `/api/summaries/${first}/share`, { includesSource: true })
    expect(shared.statusCode).toBe(200)
    expect(await search(await test.register(), 'dredger')).toEqual([])
    expect((await client.request('DELETE', `/api/summaries/${second}`)).statusCode).toBe(204)
    expect(await titles(client, 'dredger')).toEqual(['First'])
    expect((await client.post(`/api/summaries/${second}/restore`, {})).statusCode).toBe(200)
    expect(await titles(client, 'dredger')).toEqual(['Second', 'First'])
  })

  it('hides what a plan does not include of a page, and finds it in the source', async () => {
    const client = await test.register()
    const quotes = [{ text: 'The dredger sank.', speaker: null, citations: [] }]
    await add(client, 'Title', blocksOf(['The dredger sank.']), { page: { ...pageOf({ gist: 'x' }), quotes } })
    await add(client, 'Without source', [], { page: { ...pageOf({ gist: 'x' }), quotes } })
    const found = await search(client, 'dredger')
    expect(found.map(({ title, match }) => [title, match?.citation?.label])).toEqual([['Title', '¶ 1']])
  })

  it('finds no source of a summary that failed, and forgets its words with its text', async () => {
    const client = await test.register()
    const source = { reviewAt: new Date('2026-01-01T00:00:00Z') }
    await add(client, 'Failed', blocksOf(['The dredger sank.']), { status: 'failed', source })
    await add(client, 'Ready', blocksOf(['The dredger sank.']), { source })
    expect(await titles(client, 'dredger')).toEqual(['Ready'])
    await removeOldCheckpoints(summariesContext(test.database.db))
    const kept = await rowsOf(
      test.database.db,
      sql`SELECT s.title FROM source_words w JOIN summaries s USING (source_id) WHERE s.user_id = ${await idOf(client)}`,
    )
    expect(kept).toEqual([{ title: 'Ready' }])
    expect(await titles(client, 'dredger')).toEqual(['Ready'])
  })

  it('searches a book to its end, in any script, and however long its words and paragraphs are', async () => {
    const client = await test.register()
    const number = (n: number): string =>
      n.toString(36).replaceAll(/\d/gu, (digit) => 'klmnopqrst'[Number(digit)] ?? '')
    const words = Array.from({ length: 50_000 }, (_, n) => `w${number(n * 7919)}`).join(' ')
    await add(client, 'One paragraph', blocksOf([`${words} The last-mentioned dredger sank.`]))
    const chinese = Array.from({ length: 60_000 }, (_, n) => String.fromCharCode(0x4e00 + ((n * 7919) % 20_000))).join(
      '',
    )
    await add(client, 'Chinese', blocksOf([`${chinese}。量子電腦的發展`]))
    const compounds = Array.from({ length: 5000 }, (_, n) => `${number(n)}${'donaudampfschiff'.repeat(6)}`).join(' ')
    await add(client, 'Compounds', blocksOf([compounds, 'Der Seehafenbetrieb ruht.']), { source: { language: 'de' } })
    expect(await titles(client, 'last-mentioned dredger')).toEqual(['One paragraph'])
    const [book] = await search(client, '量子電腦的')
    expect([book?.title, shown(book?.match?.excerpt)]).toEqual(['Chinese', expect.stringContaining('[量子電腦的]發展')])
    expect(await titles(client, 'hafen')).toEqual(['Compounds'])
  })

  it('names no passage once a search has opened enough long sources', async () => {
    const client = await test.register()
    for (let n = 0; n < 4; n += 1)
      await add(client, `Book ${n}`, blocksOf(['The dredger sank.', randomBytes(1_600_000).toString('hex')]))
    const found = await search(client, 'dredger')
    expect(found.map(({ match }) => match?.citation?.label ?? null)).toEqual(['¶ 1', '¶ 1', '¶ 1', null])
    expect(found[3]?.match?.excerpt).toEqual([])
  })
})
