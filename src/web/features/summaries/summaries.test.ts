import { describe, expect, it } from 'vitest'
import { atPage, atParagraph } from '../../../../tests/support/pages/citations.ts'
import { pageSamples } from '../../../../tests/support/pages/index.ts'
import { pageOf } from '../../../../tests/support/pages/page-of.ts'
import { emptyPage, pageAsTexts } from '../../../shared/summary/partial-page.ts'
import { type Summary, summarySchema } from '../../../shared/summary/summary.ts'
import { coverageLine, isWhole } from '../../../shared/summary/summary-text.ts'
import { asQuotation } from '../../../shared/text/format.ts'
import { withNewest } from './api/refresh.ts'
import { isWithoutSources, recentOf } from './api/summaries.ts'
import { dashboardTypeName, languagesOf, languageWords, lengthOf, rowFacts, timesOf, typeName } from './describe.ts'
import { sourceFacts } from './detail/source-line.tsx'
import { lineAsText, summaryAsText } from './detail/summary-as-text.ts'
import { changeListView, parseListView } from './list/list-address.ts'
import { closedAddress, openAddress, openIdOf } from './open-summary.ts'
import { isPlain } from './source-strip.tsx'
import { applyEvent, eventOf, initialWatch, overallShare } from './watch/watch.ts'

const { report, news, story, opinion, arabic, japanese, column } = pageSamples

const id = '7b0c6f9e-0000-4000-8000-000000000001'

const page = pageOf({
  gist: 'In short.',
  takeaways: [{ text: 'The duty paid for the dredging.', citations: [atParagraph(3, 'The duty …')] }],
  summary: ['First.', 'Second.'],
})

function summaryWith(change: Partial<Summary> = {}): Summary {
  return summarySchema.parse({
    id,
    userId: id,
    title: 'The price of salt',
    sourceTitle: 'The price of salt',
    titleSource: 'source',
    originalUrl: 'https://www.example.org/salt',
    contentType: 'article',
    ...pageAsTexts(page),
    page,
    thumbnailUrl: null,
    createdAt: new Date(2026, 10, 20, 12).toISOString(),
    updatedAt: new Date(2026, 10, 20, 12).toISOString(),
    isProContent: false,
    previewMessage: null,
    status: 'ready',
    failureMessage: null,
    failureCode: null,
    progress: null,
    engine: null,
    language: 'en',
    author: 'M. Lindqvist',
    site: null,
    publishedAt: null,
    sourceInfo: { readAs: 'article text' },
    coverage: { words: 2310, wordsRead: 2310, sections: 4, sectionsRead: 4 },
    cached: false,
    hasSource: false,
    ...change,
  })
}

describe('what a summary is of', () => {
  it('has its real type, and one of two types on the dashboard', () => {
    expect(typeName(summaryWith({ contentType: 'epub' }))).toBe('E\u2011book')
    expect(typeName(summaryWith({ sourceInfo: { readAs: 'pasted text' } }))).toBe('Text')
    expect(dashboardTypeName(summaryWith({ contentType: 'epub' }))).toBe('Article')
    expect(dashboardTypeName(summaryWith({ contentType: 'youtube' }))).toBe('YouTube')
  })

  it('is named by site and author, and a file by its name', () => {
    const sourceInfo = { readAs: 'PDF text', pages: 12, fileName: 'salt.pdf' }
    const file = { contentType: 'document', originalUrl: null, sourceInfo } as const
    expect(sourceFacts(summaryWith({ ...file, author: null }))).toEqual({
      lead: null,
      facts: ['12 pages', 'English'],
      origin: ['salt.pdf', 'PDF text'],
    })
    expect(sourceFacts(summaryWith(file))).toMatchObject({
      lead: 'M. Lindqvist',
      facts: ['12 pages', 'English'],
    })
  })

  it('has a language, and another where it is a translation', () => {
    const from = (language: string | null) => ({ readAs: 'article text', language })
    const translated = { language: 'ar', sourceInfo: from('en') }
    expect(languageWords(translated)).toBe('Arabic, from English')
    expect(languageWords({ language: 'en', sourceInfo: from('en-GB') })).toBe('English')
    expect(languageWords({ language: 'ar', sourceInfo: from(null) })).toBe('Arabic')
    expect(languagesOf(translated)).toEqual({ text: { lang: 'ar', dir: 'rtl' }, source: { lang: 'en', dir: 'ltr' } })
    expect(languagesOf({ language: 'ar', sourceInfo: from(null) }).source).toEqual({ lang: undefined, dir: 'auto' })
    expect(languagesOf({ language: 'he', sourceInfo: { readAs: '' } }).source).toEqual({ lang: 'he', dir: 'rtl' })
  })

  it('has a length', () => {
    expect(lengthOf(summaryWith())).toBe('2,310 words')
    expect(lengthOf(summaryWith({ sourceInfo: { readAs: '', durationSeconds: 2820 } }))).toBe('47 min')
    expect(lengthOf(summaryWith({ sourceInfo: { readAs: '', pages: 1 } }))).toBe('1 page')
    expect(lengthOf(summaryWith({ coverage: null }))).toBeNull()
  })

  it('has a line of facts, site first', () => {
    expect(sourceFacts(summaryWith({ publishedAt: '2019-11-08T23:30:00-05:00' }))).toEqual({
      lead: 'example.org',
      facts: ['M. Lindqvist', 'Published Nov 8, 2019', '2,310 words', 'English'],
      origin: ['article text'],
    })
    const sourceInfo = { readAs: 'PDF text', mediaType: 'application/pdf' }
    expect(sourceFacts(summaryWith({ publishedAt: '2019-11-08', sourceInfo })).facts).toContain(
      'File dated Nov 8, 2019',
    )
    expect(sourceFacts(summaryWith({ site: 'Review', author: 'Review', originalUrl: null })).facts[0]).toBe(
      '2,310 words',
    )
  })

  it('has its type at the foot if the page names the kind, and no words that repeat it', () => {
    expect(sourceFacts(report)).toMatchObject({
      facts: ['Ines Marlow', 'Published Mar 4, 2026', '24 pages', 'English'],
      origin: ['Article', 'PDF text'],
    })
    expect(sourceFacts(news).origin).toEqual(['Article'])
    expect(sourceFacts(story).origin).toEqual(['keeper-of-low-point.epub', 'E\u2011book'])
  })

  it('has a line of facts, which the channel leads where it is a video', () => {
    const sourceInfo = { readAs: 'captions by the author', durationSeconds: 2820 }
    const video = summaryWith({ contentType: 'youtube', site: 'YouTube', author: 'County Museum', sourceInfo })
    expect(sourceFacts(video)).toMatchObject({
      lead: 'County Museum',
      facts: ['47 min', 'English'],
      origin: ['captions by the author'],
    })
    expect(sourceFacts({ ...video, author: null }).lead).toBe('YouTube')
  })

  it('shows how much was read, and whether that was everything', () => {
    const coverage = { words: 42310, wordsRead: 42310, sections: 9, sectionsRead: 9 }
    expect(coverageLine(coverage, 'en')).toBe('Read 42,310 words, 9 of 9 sections.')
    expect(coverageLine({ words: 987, wordsRead: 987, sections: 1, sectionsRead: 1 }, null)).toBe('Read 987 words.')
    expect(coverageLine({ ...coverage, wordsRead: 40000, sectionsRead: 8 }, 'en')).toBe(
      'Read 40,000 of 42,310 words, 8 of 9 sections.',
    )
    const unread = ['Chapter 4', 'Chapter 6', '12:40 to 15:10']
    expect(coverageLine({ ...coverage, wordsRead: 40000, sectionsRead: 6, unread }, 'en')).toBe(
      'Read 40,000 of 42,310 words, 6 of 9 sections. Not read: Chapter 4, Chapter 6, and 12:40 to 15:10.',
    )
    expect([coverage, { ...coverage, sectionsRead: 8 }, { ...coverage, wordsRead: 1 }].map(isWhole)).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('summaryAsText', () => {
  it('holds the text, the takeaways with their citations and the source', () => {
    expect(
      summaryAsText(summaryWith({ page: { ...page, quotes: pageOf({ quotes: ['“Salt was all.”'] }).quotes } })),
    ).toBe(
      [
        'The price of salt',
        'example.org · M. Lindqvist · 2,310 words · English · article text',
        'In short.',
        'Key takeaways\n1. The duty paid for the dredging. (¶ 3)',
        'Summary\n\nFirst.\n\nSecond.',
        'Notable quotes\n“Salt was all.”',
        'Names and numbers were checked against the source. Every quote matches the source word for word.',
        'https://www.example.org/salt\nSummarized with Precis on November 20, 2026.',
      ].join('\n\n'),
    )
  })

  it('begins with the gist, labels takeaways, and has parts, speakers, and how the summary was verified', () => {
    const text = summaryAsText(report)
    const order = [
      'The street that gave up its cars\n\nHarbor Institute · Ines Marlow · Published Mar 4, 2026',
      'got their own hours. (p. 2)\n\nThe two maps on page 7 contain no text.\n\nKey takeaways\n1. Deliveries first: Sales fell',
      '2. Longer visits: Footfall rose 31 percent, and people stayed 14 minutes longer, which explains most of the gain in sales. (p. 11, p. 12, p. 14)',
      '\n\nSummary\n\nThe institute followed',
      'In full\n\nHow it was measured\n- Till receipts',
      'Sales by trade\n- Cafés and restaurants – Businesses: 31; Mill Street: +24%; Comparison streets: +3% (p. 15)',
      'Notable quotes\n“We had counted every bench and not a single pallet.” — Tomas Veld, city engineer (p. 9)',
      'A second read checked every line against the source. Every quote matches the source word for word.',
      'https://harbor-institute.example/reports/mill-street.pdf\nSummarized with Precis (gpt-5-mini) on November 20, 2026.',
    ]
    const found = order.map((part) => text.indexOf(part))
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((a, b) => a - b))
  })

  it('indents details below their takeaway', () => {
    const text = summaryAsText(column)
    const order = [
      'Key takeaways\n1. Closures: Since 2014',
      '(¶ 4)\n\n   The first rooms went',
      '(¶ 5, ¶ 6)\n\n   Mireille Adeyemi, who ran',
      '(¶ 7)\n\n2. What was lost: Visits fell',
      '(¶ 8, ¶ 11)\n\n   - Hollen – Room: closed 2015; Visits 2013: 48,200; Visits 2024: 29,900 (¶ 10)\n   - Marsk',
      '(¶ 27)\n\n5. Proposal: One room',
      '(¶ 31)\n\nPoints to weigh\n- All figures',
    ]
    const found = order.map((part) => text.indexOf(part))
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    expect(text.split('Closures')).toHaveLength(2)
  })

  it('names the citation of all rows of a table once, in its title', () => {
    const lines = ['North', 'South'].map((name) => ({
      cells: [name, '412'],
      citations: [atParagraph(3, 'The duty …')],
    }))
    const parts = [{ title: 'Counts', form: 'table' as const, header: ['Bank', 'Birds'], lines }]
    expect(summaryAsText(summaryWith({ page: { ...page, parts } }))).toContain(
      'Counts (¶ 3)\n- North – Birds: 412\n- South – Birds: 412\n',
    )
  })

  it('leaves out a text that repeats the gist, and has headings in the language of the summary', () => {
    expect(summaryAsText(opinion).split('Cities should stop')).toHaveLength(2)
    expect(summaryAsText(arabic)).toContain('أهم النقاط\n1. الرسوم: ')
    expect(summaryAsText(japanese)).toContain('重要なポイント\n1. 料金：料金は4％')
  })

  it('names the sections that were not read', () => {
    const coverage = { words: 90, wordsRead: 60, sections: 3, sectionsRead: 2, unread: ['Chapter 2'] }
    expect(summaryAsText(summaryWith({ coverage }))).toContain('Not read: Chapter 2.')
  })

  it('includes the note on missing parts of the source', () => {
    const note = 'The captions end at 2:05 of 1:00:00: what comes after is not in this summary.'
    expect(summaryAsText(summaryWith({ sourceInfo: { readAs: 'automatic captions', note } }))).toContain(note)
  })

  it('sets quotation marks once', () => {
    expect(['“a,” she says.', '"a"', '«a»', ' a '].map(asQuotation)).toEqual(['“a,” she says.', '"a"', '«a»', '“a”'])
  })
})

describe('one line as text', () => {
  it('comes with its source and its citation', () => {
    const summary = summaryWith()
    expect(lineAsText(summary, 'The duty paid.', summary.page?.takeaways[0]?.citations)).toBe(
      'The duty paid. — The price of salt, example.org, ¶ 3, https://www.example.org/salt#:~:text=The%20duty%20%E2%80%A6',
    )
    const citations = [atPage(14, '')]
    expect(lineAsText(summary, asQuotation('Salt was all.'), citations)).toBe(
      '“Salt was all.” — The price of salt, example.org, p. 14, https://www.example.org/salt#page=14',
    )
    const pasted = summaryWith({ originalUrl: null, author: null, site: null })
    expect(lineAsText(pasted, 'Salt.')).toBe('Salt. — The price of salt')
  })
})

describe('the strip of a source', () => {
  it('is plain where it has no gap that can be seen', () => {
    expect(isPlain({ sections: [0], cited: [[12, 999]] })).toBe(true)
    expect(isPlain({ sections: [0], cited: [[0, 900]] })).toBe(false)
  })
})

describe('withNewest', () => {
  it('prepends new summaries, and updates changed ones in place', () => {
    const row = (number: number, title = String(number)) =>
      summaryWith({ id: id.replace(/1$/u, String(number)), title })
    const list = {
      pages: [
        { summaries: [row(2), row(3)], cursor: 'c' },
        { summaries: [row(4)], cursor: null },
      ],
      pageParams: [null, 'c'],
    }
    const { pages } = withNewest(list, [row(1), row(2, 'Two'), row(3)])
    expect(pages.map(({ summaries }) => summaries.map(({ title }) => title))).toEqual([['1', 'Two', '3'], ['4']])
    expect(pages.map(({ cursor }) => cursor)).toEqual(['c', null])
  })
})

describe('URLs of an open summary', () => {
  it('keep the screen below', () => {
    expect(openAddress({ path: '/summaries', search: 'q=salt' }, id)).toBe(`/summaries/${id}?q=salt`)
    expect(openAddress({ path: `/summaries/other`, search: '' }, id)).toBe(`/summaries/${id}`)
    expect(openAddress({ path: '/dashboard', search: '' }, id)).toBe(`/dashboard?id=${id}`)
    expect(openAddress({ path: '/subscribe', search: 'canceled=true' }, id)).toBe(`/dashboard?id=${id}`)
  })

  it('are parsed and closed', () => {
    expect(openIdOf({ path: `/summaries/${id}`, search: '' })).toBe(id)
    expect(openIdOf({ path: '/summaries', search: '' })).toBeNull()
    expect(openIdOf({ path: '/dashboard', search: `id=${id}` })).toBe(id)
    expect(openIdOf({ path: '/login', search: `id=${id}` })).toBeNull()
    expect(closedAddress({ path: `/summaries/${id}`, search: 'q=salt' })).toBe('/summaries?q=salt')
    expect(closedAddress({ path: '/dashboard', search: `id=${id}&x=1` })).toBe('/dashboard?x=1')
  })
})

describe('time saved', () => {
  it('is the length of a video or the time to read the source, beside the time to read the summary', () => {
    const video = { contentType: 'youtube', sourceInfo: { readAs: 'captions', durationSeconds: 1030 } } as const
    expect(timesOf(summaryWith(video))).toBe('17 min video, 1 min summary')
    const coverage = { words: 2380, wordsRead: 2380, sections: 1, sectionsRead: 1 }
    expect(timesOf(summaryWith({ coverage }))).toBe('10 min article, 1 min summary')
    const sourceInfo = { readAs: 'pasted text' }
    expect(timesOf(summaryWith({ contentType: 'document', sourceInfo, coverage }))).toBe('10 min text, 1 min summary')
    const heard = { readAs: 'recording', durationSeconds: 1030 }
    const recording = summaryWith({ contentType: 'document', sourceInfo: heard, originalUrl: null, author: 'Ann' })
    expect(timesOf(recording)).toBe('17 min recording, 1 min summary')
    expect(rowFacts(recording).at(-1)).toBe('17 min recording')
    expect(rowFacts(summaryWith(video)).at(-1)).toBe('17 min video')
    const long = pageOf({ summary: ['word '.repeat(714)] })
    expect(timesOf(summaryWith({ coverage, page: long }))).toBe('10 min article, 3 min summary')
  })

  it('is not named where the summary is as long as its source', () => {
    const coverage = { words: 3, wordsRead: 3, sections: 1, sectionsRead: 1 }
    for (const change of [{ coverage }, { coverage: null, sourceInfo: null }])
      expect(timesOf(summaryWith(change))).toBeNull()
  })
})

describe('recent summaries', () => {
  const row = (number: number, status: Summary['status']) => summaryWith({ title: String(number), status })
  const titles = (...statuses: Summary['status'][]) =>
    recentOf(statuses.map((status, index) => row(index + 1, status))).map(({ title }) => title)

  it('are five at most', () => {
    expect(titles('ready', 'queued', 'ready', 'ready', 'ready', 'ready')).toEqual(['1', '2', '3', '4', '5'])
  })

  it('include the attempts that failed before the sixth', () => {
    const five = ['ready', 'failed', 'queued', 'ready', 'ready', 'ready'] as const
    expect(titles('failed', ...five, 'failed', 'ready', 'failed')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect(titles('failed', 'ready', 'failed')).toEqual(['1', '2', '3'])
  })

  it('say that no source can be asked only if there are no older ones', () => {
    const isWithout = (...statuses: Summary['status'][]) =>
      isWithoutSources(recentOf(statuses.map((status, index) => row(index + 1, status))))
    expect([isWithout(), isWithout('queued', 'failed'), isWithout('queued', 'ready')]).toEqual([true, true, false])
    expect(isWithout('queued', 'queued', 'queued', 'queued', 'queued', 'ready')).toBe(false)
  })
})

describe('URL of the list', () => {
  it('contains the view without its defaults', () => {
    const search = changeListView(new URLSearchParams(), { q: 'salt', layout: 'grid' })
    expect(search.toString()).toBe('q=salt&view=grid')
    expect(parseListView(search)).toEqual({ q: 'salt', type: 'all', layout: 'grid' })
    expect(changeListView(search, { q: '', layout: 'list' }).toString()).toBe('')
    expect(parseListView(new URLSearchParams('type=fax&view=cube'))).toEqual({ q: '', type: 'all', layout: 'list' })
  })
})

describe('a watch', () => {
  const fetched = {
    type: 'progress',
    progress: { stage: 'reading', done: 0, total: 0, bytes: 10, title: 'T' },
  } as const
  const working = { type: 'progress', progress: { stage: 'summarizing', done: 1, total: 2 } } as const

  it('keeps facts about the source from earlier events', () => {
    const watch = applyEvent(applyEvent(initialWatch, fetched), working)
    expect(watch.progress).toEqual({ stage: 'summarizing', done: 1, total: 2, bytes: 10, title: 'T' })
  })

  it('holds the text so far, not the sum of the parts', () => {
    const first = applyEvent(initialWatch, { type: 'partial', text: 'One', page: emptyPage })
    const page = { ...emptyPage, gist: 'One two' }
    expect(applyEvent(first, { type: 'partial', text: 'One two', page }).page).toEqual(page)
  })

  it('does not change after its outcome', () => {
    const failed = applyEvent(initialWatch, { type: 'failed', code: 'source_empty', message: 'Empty.' })
    expect(applyEvent(failed, working)).toBe(failed)
  })

  it('learns the same from a whole summary', () => {
    expect(eventOf(summaryWith())).toMatchObject({ type: 'ready' })
    expect(eventOf(summaryWith({ status: 'failed', failureMessage: 'No.', failureCode: 'source_empty' }))).toEqual({
      type: 'failed',
      code: 'source_empty',
      message: 'No.',
    })
    expect(eventOf(summaryWith({ status: 'queued' }))).toBeNull()
    expect(eventOf(summaryWith({ status: 'summarizing', progress: working.progress }))).toEqual(working)
  })

  it('measures the whole work, never going back between stages', () => {
    for (const read of ['reading', 'listening'] as const) {
      const shares = (['queued', 'fetching', read, 'summarizing', 'checking'] as const).flatMap((stage) =>
        [0, 1, 2].map((done) => overallShare({ stage, done, total: 2 })),
      )
      expect(shares).toEqual([...shares].sort((a, b) => a - b))
      expect(Math.max(...shares)).toBeLessThan(1)
    }
  })
})
