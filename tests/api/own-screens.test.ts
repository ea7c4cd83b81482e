import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, startTestProduct, type TestProduct } from '../support/product.ts'

const pageWith = (body: string): string =>
  `<!doctype html><html lang="en"><head><!-- head --></head><body>${body}</body></html>`
const bare = '<div id="root"></div>'
/** In place of the app's own: shows what it was given, and what it is told of whoever asks. */
const renderer = `export async function renderOwnScreen(screen, { search, ask, written }) {
  if (search === 'q=broken') throw new Error('It does not render.')
  const user = await ask('/api/auth/user')
  if (user.status !== 200) return null
  const { status, body, link } = await ask('/api/summaries?limit=1')
  const nothing = await ask('/api/summaries?limit=none')
  return {
    html: JSON.stringify({ screen, search, written, email: user.body.email, rows: body.length, status, link, nothing }),
    answers: '<i>answers</i>',
  }
}`

describe.each(engines)("somebody's own screens on %s", (engine) => {
  let folder: string
  let test: TestProduct
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'precis-own-'))
    await mkdir(path.join(folder, 'ready', 'renderer'), { recursive: true })
    await writeFile(path.join(folder, 'index.html'), pageWith(bare))
    for (const name of ['dashboard', 'summaries'])
      await writeFile(
        path.join(folder, 'ready', `${name}.html`),
        pageWith('<div id="root" data-ready="own"><!-- page --></div>'),
      )
    await writeFile(path.join(folder, 'ready', 'renderer', 'prerender.js'), renderer)
    test = await startTestProduct(engine, { webFolder: folder })
  })
  afterAll(async () => {
    await test.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** What the renderer was told, as it stands in the page. */
  const told = (body: string): unknown => {
    const [, json] = /<i>answers<\/i><div id="root" data-ready="own">(.*)<\/div>/.exec(body) ?? []
    return json === undefined ? null : JSON.parse(json)
  }

  it('come with what the API answers the person who asks, and are kept by nobody', async () => {
    const [ada, grace] = [await test.person('ada@example.com'), await test.person('grace@example.com')]
    for (const text of ['The harbor paid for itself. '.repeat(20), 'The ferry came in again. '.repeat(20)])
      expect((await ada.post('/api/summaries', { content: text })).statusCode).toBe(201)
    const mac = { 'accept-language': 'de-DE,de', 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' }
    for (const [client, email, rows] of [
      [ada, 'ada@example.com', 1],
      [grace, 'grace@example.com', 0],
    ] as const) {
      const { statusCode, body, headers } = await client.get('/summaries?q=%26', mac)
      expect(statusCode).toBe(200)
      expect(told(body)).toEqual({
        screen: 'summaries',
        search: 'q=%26',
        email,
        rows,
        status: 200,
        link: rows === 0 ? null : expect.stringContaining('rel="next"'),
        nothing: { status: 400, body: null, link: null },
        written: { locale: 'de-DE', apple: true, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
      })
      expect(body).toContain('<title>Summaries · Precis</title>')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers.vary).toMatch(/\bCookie\b/)
      expect(headers.etag).toBeUndefined()
    }
    expect(told((await ada.get('/dashboard')).body)).toMatchObject({ screen: 'dashboard', search: '' })
  })

  it('come compressed to those who take that', async () => {
    const person = await test.person()
    const { rawPayload, headers } = await person.get('/dashboard', { 'accept-encoding': 'gzip, br' })
    expect(headers['content-encoding']).toBe('br')
    expect(headers.vary).toMatch(/\bAccept-Encoding\b/)
    expect(told(brotliDecompressSync(rawPayload).toString())).toMatchObject({ screen: 'dashboard' })
  })

  it('are left to the app where nobody is signed in, or the address asks for more', async () => {
    const person = await test.person()
    const stale = person.copy()
    await person.post('/api/auth/logout')
    const other = await test.person()
    for (const [client, address] of [
      [test.visitor(), '/dashboard'],
      [stale, '/dashboard'],
      [stale, '/summaries'],
      [other, '/dashboard?url=https%3A%2F%2Fharbor.example'],
      [other, '/dashboard?success=true&session_id=cs_1'],
      [other, '/summaries?google=failed'],
      [other, '/summaries/3f0e6a4e-94a3-4f6c-9d57-0d4f0d3b8a01'],
      [other, '/summaries?q=broken'],
    ] as const) {
      const { statusCode, body, headers } = await client.get(address)
      expect([address, statusCode, body.includes(bare)]).toEqual([address, 200, true])
      if (!address.includes('/summaries/')) expect(headers.vary).toMatch(/\bCookie\b/)
    }
  })
})
