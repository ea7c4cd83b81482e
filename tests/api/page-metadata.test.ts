import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { content } from '../../src/shared/content.ts'
import { documentTitle, modelsMeta } from '../../src/shared/page-metadata.ts'
import { startTestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const ORIGIN = 'https://precis.example'
const PAGE = '<!doctype html><html lang="en"><head><!-- head --></head><body><div id="root"></div></body></html>'
const examplePaths = ['/examples', '/examples/video', '/examples/report', '/examples/book']
const publicPaths = ['/', '/subscribe', ...examplePaths, '/login', '/register', '/privacy-policy', '/terms-of-use']
const publicFolder = path.join(import.meta.dirname, '..', '..', 'public')
const ownPaths = ['/dashboard', '/summaries', '/summaries/7', '/account', '/manage-subscription', '/reset-password']

interface Head {
  title: string
  /** Contents of meta elements by name or property. */
  meta: Record<string, string>
  canonical: string | null
  /** Texts of data blocks. */
  data: string[]
}

/** Metadata of a page for clients without scripts. */
function readHead(html: string): Head {
  const head: Head = { title: '', meta: {}, canonical: null, data: [] }
  const visit = (nodes: ReturnType<typeof parseDocument>['children']): void => {
    for (const node of nodes) {
      if (!('attribs' in node)) continue
      const { name, attribs, children } = node
      const [first] = children
      const text = first !== undefined && 'data' in first ? first.data : ''
      if (name === 'title') head.title = text
      if (name === 'meta') head.meta[attribs.name ?? attribs.property ?? ''] = attribs.content ?? ''
      if (name === 'link' && attribs.rel === 'canonical') head.canonical = attribs.href ?? ''
      if (name === 'script') head.data.push(text)
      visit(children)
    }
  }
  visit(parseDocument(html).children)
  return head
}

describe('the head of a page', () => {
  const test = forSuite(async () =>
    startTestProduct({ webFiles: { 'index.html': PAGE }, env: { APP_URL: `${ORIGIN}/` } }),
  )
  const read = async (url: string): Promise<Head> => readHead((await test.visitor().get(url)).body)

  it.each(publicPaths)(
    '%s: has its own title and description, and one canonical URL, whatever the query',
    async (url) => {
      for (const address of [url, `${url}?utm_source=x&returnTo=%2Faccount`]) {
        const { title, meta, canonical } = await read(address)
        expect(title).toContain(content.productName)
        expect(meta.description?.length).toBeGreaterThan(20)
        expect(canonical).toBe(`${ORIGIN}${url}`)
        expect(meta.robots).toBeUndefined()
        expect(meta).toMatchObject({
          'og:title': title,
          'og:description': meta.description,
          'og:url': canonical,
          'og:site_name': content.productName,
          'og:type': 'website',
          'og:image': `${ORIGIN}/social.png`,
          'og:image:alt': documentTitle(null),
          'twitter:card': 'summary_large_image',
        })
      }
    },
  )

  it('is unique per page', async () => {
    const heads = await Promise.all(publicPaths.map(read))
    expect(new Set(heads.map(({ title }) => title)).size).toBe(publicPaths.length)
    expect(new Set(heads.map(({ meta }) => meta.description)).size).toBe(publicPaths.length)
  })

  it.each([...ownPaths, '/examples/film', '/nowhere', '/index.html'])(
    '%s is excluded from search engines',
    async (url) => {
      const { title, meta, canonical } = await read(url)
      expect(title).toContain(` · ${content.productName}`)
      expect([meta.robots, canonical]).toEqual(['noindex', null])
    },
  )

  it('names the language models that write summaries, if there are any', async () => {
    expect((await read('/')).meta[modelsMeta]).toBeUndefined()
    const env = { AI_MODELS: 'local:qwen3:8b,local:small', LOCAL_AI_URL: 'http://127.0.0.1:9/v1' }
    const other = await startTestProduct({ webFiles: { 'index.html': PAGE }, env })
    const { meta } = readHead((await other.visitor().get('/dashboard')).body)
    await other.close()
    expect(meta[modelsMeta]).toBe('qwen3:8b')
  })

  it('names an image of the declared size', async () => {
    const { meta } = await read('/')
    const file = await readFile(path.join(publicFolder, path.basename(meta['og:image']!)))
    expect([meta['og:image:width'], meta['og:image:height']]).toEqual(['1200', '630'])
    expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe('1200x630')
  })

  it('of the landing page describes product and prices in schema.org terms', async () => {
    const { data } = await read('/')
    expect(data).toHaveLength(1)
    const plans = (await test.visitor().get('/api/plans')).json().plans as { name: string }[]
    const facts = JSON.parse(data[0]!)
    expect(facts).toMatchObject({ '@type': 'WebApplication', name: content.productName, url: `${ORIGIN}/` })
    expect(facts.offers.map(({ name }: { name: string }) => name)).toEqual(plans.map(({ name }) => name))
    expect(facts.offers.slice(0, 2)).toMatchObject([
      { price: '0.00', priceCurrency: 'USD' },
      { price: '9.00', priceCurrency: 'USD', url: `${ORIGIN}/subscribe` },
    ])
  })

  it('has an ETag that changes only with its content', async () => {
    const first = await test.visitor().get('/subscribe')
    const etag = first.headers.etag as string
    const again = await test.visitor().get('/subscribe', { 'if-none-match': `"other", ${etag}` })
    expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'no-cache'])
    expect((await test.visitor().get('/login', { 'if-none-match': etag })).statusCode).toBe(200)
    const gone = await test.visitor().get('/nowhere')
    const stillGone = await test.visitor().get('/nowhere', { 'if-none-match': gone.headers.etag as string })
    expect(stillGone.statusCode).toBe(404)
  })

  it('is reachable through robots.txt and sitemap.xml', async () => {
    const robots = await test.visitor().get('/robots.txt')
    expect([robots.statusCode, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(robots.body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
    const sitemap = await test.visitor().get('/sitemap.xml')
    expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
    const urls = [...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
    expect(urls).toEqual(publicPaths.map((url) => `${ORIGIN}${url}`))
  })

  it('links to a web app manifest with share target and icons of the declared sizes', async () => {
    const manifest = await test.visitor().get('/manifest.webmanifest')
    expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    const { name, start_url: start, share_target: target, icons } = manifest.json()
    expect([name, start]).toEqual([content.productName, '/dashboard'])
    expect(target).toEqual({
      action: '/dashboard',
      method: 'GET',
      params: { url: 'url', text: 'text', title: 'title' },
    })
    for (const { src, sizes, type } of icons as { src: string; sizes: string; type: string }[]) {
      const file = await readFile(path.join(publicFolder, src))
      if (type === 'image/png') expect([src, `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`]).toEqual([src, sizes])
      else expect(file.toString()).toContain('<svg')
    }
  })

  it('is not part of the API description', async () => {
    const description = (await test.visitor().get('/api/docs/json')).json<{ paths: Record<string, unknown> }>()
    expect(Object.keys(description.paths).filter((path) => !path.startsWith('/api/'))).toEqual(['/healthz', '/readyz'])
  })
})
