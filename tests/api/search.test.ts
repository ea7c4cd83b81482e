import { describe, expect, it } from 'vitest'
import type { ListedSummary, Segment } from '../../src/shared/summary/summary.ts'
import { type PageTexts, pageOf } from '../support/pages/page-of.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { type StoredSummary, storeSummaries } from '../support/stored-summaries.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'

/** Highlights as brackets. */
const shown = (segments: readonly Segment[] = []): string =>
  segments.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')

describe('search', () => {
  const test = forSuite(async () => startTestProduct())

  const idOf = async (client: TestClient): Promise<string> => (await client.get('/api/auth/user')).json().id
  let minute = 0
  const add = async (
    userId: string,
    title: string,
    { gist, takeaways, ...fields }: Pick<PageTexts, 'gist' | 'takeaways'> & Partial<StoredSummary> = {},
  ) => {
    minute += 1
    const createdAt = new Date(Date.UTC(2026, 9, 1, 0, minute))
    const page = pageOf({ gist, takeaways })
    const [id = ''] = await storeSummaries(test.database.db, [{ userId, title, createdAt, page, ...fields }])
    return id
  }
  const search = async (client: TestClient, q: string, more = ''): Promise<ListedSummary[]> => {
    const response = await client.get(`/api/summaries?q=${encodeURIComponent(q)}${more}`)
    expect([q.slice(0, 50), response.statusCode]).toEqual([q.slice(0, 50), 200])
    return response.json()
  }
  const titles = async (client: TestClient, q: string): Promise<string[]> =>
    (await search(client, q)).map(({ title }) => title)

  it('filters the list and results by source type', async () => {
    const client = await test.register()
    const userId = await idOf(client)
    for (const contentType of ['youtube', 'article', 'document', 'epub'] as const)
      await add(userId, `Tides, ${contentType}`, { source: { contentType } })
    const listed = async (query: string): Promise<string[]> => {
      const response = await client.get(`/api/summaries?${query}`)
      expect([query, response.statusCode]).toEqual([query, 200])
      return response.json().map(({ contentType }: ListedSummary) => contentType)
    }
    for (const q of ['', '&q=tides']) {
      expect(await listed(`type=all${q}`)).toEqual(['epub', 'document', 'article', 'youtube'])
      for (const type of ['youtube', 'article', 'document', 'epub'])
        expect(await listed(`type=${type}${q}`)).toEqual([type])
      expect(await listed(`type=not-youtube${q}`)).toEqual(['epub', 'document', 'article'])
    }
  })

  it('finds words as they are typed, in titles, summaries and takeaways, and highlights them', async () => {
    const client = await test.register()
    const userId = await idOf(client)
    await add(userId, 'Le Café des Tides', { gist: 'Nothing here.' })
    await add(userId, 'Pools', { gist: 'What the tide leaves.', takeaways: ['Crabs hide.', 'Über stones'] })
    for (const typed of ['t', 'ti', 'tid', 'tide', 'TIDE'])
      expect(await titles(client, typed)).toEqual(['Le Café des Tides', 'Pools'])
    const [found] = await search(client, 'cafe tid')
    expect(shown(found?.match?.title)).toBe('Le [Café] des [Tid]es')
    expect(shown(found?.match?.excerpt)).toBe('Nothing here.')
    const [crab] = await search(client, 'crabs pool')
    expect([shown(crab?.match?.title), shown(crab?.match?.excerpt)]).toEqual(['[Pool]s', '[Crabs] hide.'])
    expect(shown((await search(client, 'uber'))[0]?.match?.excerpt)).toBe('[Über] stones')
    // Every word must match, each as a prefix.
    expect(await titles(client, 'tide crabs stones')).toEqual(['Pools'])
    expect(await titles(client, 'tide zebra')).toEqual([])
    expect(await titles(client, 'ools')).toEqual([])
    for (const nothing of ['', '%20', '%00', '%0A']) {
      const listed = (await client.get(`/api/summaries?q=${nothing}`)).json()
      expect(listed).toHaveLength(2)
      for (const summary of listed) expect(summary).not.toHaveProperty('match')
    }
    expect((await client.get('/api/summaries')).json()[0]).not.toHaveProperty('match')
    expect(await search(await test.register(), 'tide')).toEqual([])
  })

  it('ranks titles before texts, whole words before prefixes, and then newest first', async () => {
    const client = await test.register()
    const userId = await idOf(client)
    await add(userId, 'The art of war')
    await add(userId, 'About it', { gist: 'The art of war.' })
    await add(userId, 'Art', { gist: 'The war.' })
    await add(userId, 'The art of war, again')
    await add(userId, 'An article of war')
    await add(userId, 'About it, again', { takeaways: ['Art and war.'], gist: 'Text.' })
    const expected = [
      'The art of war, again',
      'The art of war',
      'An article of war',
      'Art',
      'About it, again',
      'About it',
    ]
    expect(await titles(client, 'art war')).toEqual(expected)
    // Pages have the same order without duplicates, whatever is added meanwhile.
    const seen: string[] = []
    let next: string | undefined = '/api/summaries?q=art+war&limit=1'
    while (next !== undefined) {
      const page = await client.get(next)
      expect(page.json()).toHaveLength(1)
      seen.push(...page.json().map((row: { title: string }) => row.title))
      await add(userId, `New art of war ${seen.length}`)
      next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(expected)
  })

  it('rejects cursors of another list', async () => {
    const client = await test.register()
    const userId = await idOf(client)
    for (const title of ['One tide', 'Two tides']) await add(userId, title)
    const cursorOf = async (query: string): Promise<string> =>
      /cursor=([^>&]+)/.exec(String((await client.get(`/api/summaries?limit=1${query}`)).headers.link))?.[1] ?? ''
    const [plain, ranked] = [await cursorOf(''), await cursorOf('&q=tide')]
    expect((await client.get(`/api/summaries?cursor=${plain}`)).json()).toHaveLength(1)
    expect((await client.get(`/api/summaries?q=tide&cursor=${ranked}`)).json()).toHaveLength(1)
    expect((await client.get(`/api/summaries?cursor=${ranked}`)).statusCode).toBe(400)
    expect((await client.get(`/api/summaries?q=tide&cursor=${plain}`)).statusCode).toBe(400)
    expect((await client.get('/api/summaries?q=tide&cursor=nonsense')).statusCode).toBe(400)
  })

  it.each([
    ['量子電腦的發展', '電腦', '量子[電腦]的發展'],
    ['量子電腦的發展', '腦', '量子電[腦]的發展'],
    ['新しいカメラの使い方', 'カメラ', '新しい[カメラ]の使い方'],
    ['การท่องเที่ยวในประเทศไทย', 'ประเทศ', 'การท่องเที่ยวใน[ประเทศ]ไทย'],
    ['ភាសាខ្មែរ', 'ខ្មែរ', 'ភាសា[ខ្មែរ]'],
    ['서울의 봄', '서', '[서]울의 봄'],
    ['Ελληνική ΓΛΩΣΣΑ', 'γλωσσα', 'Ελληνική [ΓΛΩΣΣΑ]'],
    ['Русский ёж', 'еж', 'Русский [ёж]'],
    ['كِتَابٌ جديد', 'كتاب', '[كِتَابٌ] جديد'],
    ['שָׁלוֹם עולם', 'שלום', '[שָׁלוֹם] עולם'],
    ['हिन्दी भाषा', 'हिन्', '[हिन्]दी भाषा'],
    ['İstanbul’da', 'istanbul', '[İstanbul]’da'],
    ['Straße', 'STRASSE', '[Straße]'],
    ['O’Brien & Sons <b>', "o'brien", '[O’Brien] & Sons <b>'],
    ['AT&T, C++ | x:*', 'at&t c++', '[AT&T], [C++] | x:*'],
    ['See https://example.com/a-b?q=1', 'example.com/a', 'See https://[example.com/a]-b?q=1'],
    ['Version 3.14 of it', '3.1', 'Version [3.1]4 of it'],
    ['100% 🎉', '🎉', '100% [🎉]'],
    ['under_score', '_', 'under[_]score'],
    ["it's 'quoted' \\ back", "'quoted' \\", "it's '[quoted]' \\ back"],
  ])('finds %s by %s', async (title, typed, marked) => {
    const client = await test.register()
    const userId = await idOf(client)
    await add(userId, title)
    await add(userId, 'Other', { gist: `… ${title} …` })
    await add(userId, 'Elsewhere')
    const found = await search(client, typed)
    expect(found).toHaveLength(2)
    expect(shown(found[0]?.match?.title)).toBe(marked)
    expect(shown(found[1]?.match?.excerpt)).toContain(marked.trim())
  })

  it('accepts any input', async () => {
    const client = await test.register()
    await add(await idOf(client), 'A title', { gist: 'A text.' })
    const odd = [
      `'`,
      `''`,
      `"a`,
      `a & | ! b`,
      `!a`,
      `a:*`,
      `a:B`,
      `(a`,
      `a)`,
      `<->`,
      `a<->b`,
      `\\`,
      `\\'`,
      `%`,
      `a'b"c`,
      '\u0001',
      '\u200d',
      '\ue000',
      '´',
      '½',
      'ﷺ',
      '々',
      '🏳️‍🌈',
      '-',
      '--',
      '/*',
      '$1',
      '{}',
    ]
    for (const q of odd) await search(client, q)
    const words = Array.from({ length: 300 }, (_, n) => n.toString(36)).join(' ')
    for (const long of [
      words,
      words.replaceAll(' ', '.'),
      '量'.repeat(1000),
      'a '.repeat(500),
      '&'.repeat(1000),
      'x'.repeat(1000),
    ])
      await search(client, long.slice(0, 1000))
    const tooLong = await client.get(`/api/summaries?q=${'x'.repeat(1001)}`)
    expect([tooLong.statusCode, tooLong.json().message]).toEqual([400, 'Please search for at most 1,000 characters.'])
  })

  it('finds the site, the host, the author, the file and the own title of a source, and shows which', async () => {
    const client = await test.register()
    const userId = await idOf(client)
    const gist = 'The harbor paid for itself.'
    await add(userId, 'Renamed', {
      gist,
      source: {
        title: 'Annual dredging report',
        author: 'Rosalind Aldous',
        site: 'Marlow Gazette',
        originalUrl: 'https://www.quayside.example/reports/7',
      },
    })
    await add(userId, 'From a file', { gist, source: { info: { readAs: 'PDF text', fileName: 'fees_2026.pdf' } } })
    for (const typed of ['gazette', 'marlow gaz', 'aldous', 'quayside.example', 'dredging', 'aldous harbor'])
      expect([typed, await titles(client, typed)]).toEqual([typed, ['Renamed']])
    expect(await titles(client, 'fees_2026.pdf')).toEqual(['From a file'])
    expect(shown((await search(client, 'aldous'))[0]?.match?.excerpt)).toBe('Rosalind [Aldous]')
  })

  it('are found for a summary that a request has made, and after it is renamed', async () => {
    const client = await test.register()
    const html = `<!doctype html><html lang="en"><head><title>Pools</title><meta name="author" content="Rosalind Aldous"></head><body><article><h1>Pools</h1><p>${tidePools}</p></article></body></html>`
    const made = await client.post('/api/summaries', { url: 'https://quayside.example/pools', html })
    expect(made.statusCode).toBe(201)
    for (const typed of ['aldous', 'quayside']) expect(await search(client, typed)).toHaveLength(1)
    await client.request('PATCH', `/api/summaries/${made.json().id}`, { title: 'Something else' })
    for (const typed of ['aldous', 'quayside', 'something']) expect(await search(client, typed)).toHaveLength(1)
  })

  it.each([
    ['en', 'The city negotiated for pools', ['cities', 'negotiations', 'pool', 'pooling', 'negotiating'], 'citizen'],
    ['de', 'Häuser am Fluss', ['Hauses', 'Häusern', 'haus'], 'Hausen am See'],
    ['fr', 'Les économies nationales', ['économie', 'national', 'nationale'], 'nausée'],
    ['ru', 'Книги о реках', ['книга', 'река', 'рек'], 'рекорд'],
    ['es', 'Las ciudades nuevas', ['ciudad', 'nuevo'], 'ciudadela'],
    ['ja', '量子電腦', ['電腦'], '電力'],
  ])('finds other forms of a word in the languages of the summaries: %s', async (language, title, typed, other) => {
    const client = await test.register()
    await add(await idOf(client), title, { language, gist: 'x' })
    for (const word of typed) expect([word, await titles(client, word)]).toEqual([word, [title]])
    expect(await titles(client, other)).toEqual([])
  })

  it('ranks typed words above their other forms, and highlights both', async () => {
    const client = await test.register()
    const userId = await idOf(client)
    await add(userId, 'Negotiating pools', { language: 'en', gist: 'x' })
    await add(userId, 'Negotiated', { language: 'en', gist: 'x' })
    await add(userId, 'Negotiations', { language: 'en', gist: 'x' })
    await add(userId, 'Later', { language: 'en', gist: 'They negotiate.' })
    expect(await titles(client, 'negotiating')).toEqual(['Negotiating pools', 'Negotiations', 'Negotiated', 'Later'])
    const found = await search(client, 'negotiating')
    expect(found.map(({ match }) => shown(match?.title))).toEqual([
      '[Negotiating] pools',
      '[Negotiations]',
      '[Negotiated]',
      'Later',
    ])
    expect(shown(found[3]?.match?.excerpt)).toBe('They [negotiate].')
  })

  it('finds the parts of compounds where a language writes them as one word', async () => {
    const client = await test.register()
    const userId = await idOf(client)
    await add(userId, 'Der Seehafenbetrieb', { language: 'de', gist: 'x' })
    await add(userId, 'Whirlpools', { language: 'en', gist: 'x' })
    for (const typed of ['hafen', 'hafenbetrieb', 'betrieb', 'seehafen', 'betriebe'])
      expect([typed, await titles(client, typed)]).toEqual([typed, ['Der Seehafenbetrieb']])
    expect(shown((await search(client, 'hafen'))[0]?.match?.title)).toBe('Der See[hafen]betrieb')
    expect(await titles(client, 'pools')).toEqual([])
  })
})
