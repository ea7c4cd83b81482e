import { describe, expect, it } from 'vitest'
import { packDocument } from '../../threads/packed-document.ts'
import type { FetchedPage, PageFetcher } from '../net/fetch-page.ts'
import { parse } from '../parsing/worker.ts'
import { ampAddress, refreshAddress } from './article.ts'
import { readLink } from './link.ts'

const page = (head: string, body = ''): FetchedPage => ({
  url: 'https://sea.example/tides',
  contentType: 'text/html; charset=utf-8',
  bytes: Buffer.from(`<html><head><title>On tides</title>${head}</head><body>${body}</body></html>`),
})

describe('refreshAddress', () => {
  it.each([
    ['<meta http-equiv="refresh" content="0; url=/tides-2">', 'https://sea.example/tides-2'],
    [
      `<META HTTP-EQUIV=Refresh CONTENT="3;URL='https://moon.example/a?b=1&amp;c=2'">`,
      'https://moon.example/a?b=1&c=2',
    ],
    ['<meta content="0,/x" http-equiv="refresh">', 'https://sea.example/x'],
    ['<meta http-equiv="refresh" content="0; url=/tides#top">', null],
    ['<meta http-equiv="refresh" content="300; url=/tides-2">', null],
    ['<meta http-equiv="refresh" content="60">', null],
    ['<meta http-equiv="refresh" content="0; url=javascript:alert(1)">', null],
    ['<noscript><meta http-equiv="refresh" content="0; url=/no-script"></noscript>', null],
    ['<!-- <meta http-equiv="refresh" content="0; url=/gone"> -->', null],
    ['<meta name="refresh" content="0; url=/x">', null],
  ])('of %s is %s', (head, address) => expect(refreshAddress(page(head))).toBe(address))
})

describe('ampAddress', () => {
  it('returns the linked AMP page, other than the page itself', () => {
    expect(ampAddress(page('<link rel="amphtml" href="/amp/tides">'))).toBe('https://sea.example/amp/tides')
    expect(ampAddress(page('<link rel="amphtml" href="/tides">'))).toBeNull()
    expect(ampAddress(page('<link rel="alternate" href="/amp/tides">'))).toBeNull()
  })
})

const PROSE =
  'Tides rise and fall because the moon pulls at the sea, and the sea, being patient, follows it around the world.'
const article = `<article><h1>On tides</h1>${`<p>${PROSE}</p>`.repeat(3)}</article>`

/** Answers by path, and keeps what was asked for. */
function standIn(pages: Record<string, FetchedPage>): Pick<PageFetcher, 'fetch'> & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    fetch: async (url) => {
      asked.push(new URL(url).pathname)
      const found = pages[new URL(url).pathname]
      if (found === undefined) throw new Error(`nothing at ${url}`)
      return { ...found, url }
    },
  }
}

const { signal } = new AbortController()
const read = (fetcher: Pick<PageFetcher, 'fetch'>) =>
  readLink(
    { fetcher, recordings: null, parser: { parse: async (task) => packDocument(await parse({ ...task })) } },
    'https://sea.example/tides',
    { signal },
  )

describe('an article', () => {
  it('follows one redirect by a page', async () => {
    const fetcher = standIn({
      '/tides': page('<meta http-equiv="refresh" content="0; url=/next">'),
      '/next': page('<meta http-equiv="refresh" content="0; url=/tides">', article),
    })
    expect(await read(fetcher)).toMatchObject({ title: 'On tides', url: 'https://sea.example/next' })
    expect(fetcher.asked).toEqual(['/tides', '/next'])
  })

  it('reads the AMP version of a page that needs scripts', async () => {
    const shell = '<div id="root"></div><script src="a.js"></script>'
    const fetcher = standIn({
      '/tides': page('<link rel="amphtml" href="/amp">', shell),
      '/amp': page('<link rel="canonical" href="/tides">', article),
    })
    expect(await read(fetcher)).toMatchObject({ words: 63, url: 'https://sea.example/tides' })
  })

  it.each([
    ['none', '', {}],
    ['one that is gone', '<link rel="amphtml" href="/amp">', {}],
    ['an empty one', '<link rel="amphtml" href="/amp">', { '/amp': page('') }],
  ])('reports that a page needs scripts if it has %s', async (_, head, others) => {
    const fetcher = standIn({ '/tides': page(head, '<div id="root"></div><script src="a.js"></script>'), ...others })
    await expect(read(fetcher)).rejects.toEqual(expect.objectContaining({ code: 'source_needs_script' }))
  })
})
