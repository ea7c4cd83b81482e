import { getTableColumns, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { cancellationRequests, emailLinks, featureSuggestions, users } from '../../src/server/db/schema/index.ts'
import { summaryFiles } from '../../src/server/features/user-data/export-user-data.ts'
import { myDataPath } from '../../src/shared/api/routes.ts'
import { countWaiting } from '../support/locks.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { filePipeline, standinFile } from '../support/pipelines.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { type StoredSummary, storeSummaries } from '../support/stored-summaries.ts'
import { forSuite } from '../support/suite.ts'
import { testContext } from '../support/summaries-context.ts'
import { tidePools } from '../support/texts.ts'
import { uploadFile } from '../support/uploads.ts'
import { downloadUserData, jsonIn, openArchive } from '../support/user-data.ts'

const at = (iso: string): Date => new Date(iso)

describe('data download', () => {
  const test = forSuite(async () =>
    startTestProduct({
      pipeline: filePipeline(),
      clock: { now: () => at('2026-11-21T08:00:00Z') },
    }),
  )

  const idOf = async (client: TestClient): Promise<string> => (await client.get('/api/auth/user')).json().id
  const addSummary = async (userId: string, fields: Partial<StoredSummary>): Promise<void> => {
    const page = pageOf({ gist: 'In short.' })
    await storeSummaries(test.database.db, [{ userId, title: 'Tide pools', page, ...fields }])
  }

  it('answers 409 to a download that another one replaces before it begins', async () => {
    const client = await test.register()
    const { db } = test.database
    const { first, second } = await db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE cancellation_requests`)
      const first = client.get(myDataPath)
      await expect.poll(async () => countWaiting(db)).toBe(1)
      const second = client.get(myDataPath)
      await expect.poll(async () => countWaiting(db)).toBe(2)
      return { first, second }
    })
    expect([(await first).statusCode, (await first).json()]).toMatchObject([
      409,
      { code: 'cancelled', message: 'Another download of your data has started, so this one ended.' },
    ])
    expect(openArchive((await second).rawPayload).size).toBeGreaterThan(10)
  })

  it('contains everything, with a readme', async () => {
    const ada = await test.register('data@example.com')
    const id = await idOf(ada)
    const created = await ada.post('/api/summaries', { content: tidePools, title: 'Tide pools' })
    expect(created.statusCode).toBe(201)
    await uploadFile(test, ada, 'notes.pdf', standinFile('pdf', tidePools))
    await test.database.db.insert(cancellationRequests).values({ userId: id, reason: 'Too dear' })
    await test.database.db
      .insert(featureSuggestions)
      .values({ userId: id, featureType: 'export', description: 'Braille, please', priority: 'low' })
    await test.database.db.insert(emailLinks).values({
      userId: id,
      purpose: 'change',
      email: 'new@example.com',
      tokenHash: 'the hash of a token',
      expiresAt: at('2026-11-22T08:00:00Z'),
    })

    const { response, files } = await downloadUserData(ada)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="precis-data-2026-11-21.zip"',
      'cache-control': 'no-store',
    })
    expect([...files.keys()]).toEqual([
      'README.txt',
      'profile.json',
      'sessions.json',
      'api-tokens.json',
      'uploads.json',
      'cancellation-requests.json',
      'payment-events.json',
      'plan-changes.json',
      'questions.json',
      'shared-links.json',
      'model-usage.json',
      'feature-suggestions.json',
      'summaries/0001-tide-pools.json',
      'summaries/0001-tide-pools.md',
      'summaries/0001-tide-pools (source).txt',
      'summaries.json',
    ])
    const readMe = files.get('README.txt') ?? ''
    expect(readMe).toContain('2026-11-21')
    for (const name of [...files.keys()].slice(1)) expect(readMe).toContain(name.replace(/\/.*/u, '/'))
    expect(jsonIn(files, 'profile.json')).toMatchObject({
      id,
      email: 'data@example.com',
      firstName: 'Ada',
      hasPassword: true,
      googleId: null,
      emailLinks: [{ purpose: 'change', email: 'new@example.com' }],
    })
    expect(jsonIn(files, 'sessions.json')).toMatchObject([{ userAgent: 'lightMyRequest' }])
    expect(jsonIn(files, 'uploads.json')).toMatchObject([{ fileName: 'notes.pdf', state: 'waiting' }])
    expect(jsonIn(files, 'cancellation-requests.json')).toMatchObject([{ reason: 'Too dear', status: 'pending' }])
    expect(jsonIn(files, 'feature-suggestions.json')).toMatchObject([{ description: 'Braille, please' }])
    const summary = (await ada.get(`/api/summaries/${created.json().id}`)).json()
    expect(jsonIn(files, 'summaries/0001-tide-pools.json')).toEqual({ ...summary, usage: [], sent: null })
    expect(files.get('summaries/0001-tide-pools.md')).toMatch(/^---\ntitle: "Tide pools"\n.*\n# Tide pools\n/su)
    expect(jsonIn(files, 'summaries.json')).toMatchObject([
      { file: 'summaries/0001-tide-pools', id: summary.id, status: 'ready', usage: [] },
    ])
  })

  it('contains every column of the user except secrets', async () => {
    const client = await test.register()
    const { files } = await downloadUserData(client)
    const kept = Object.keys(jsonIn(files, 'profile.json') as object)
    const secrets = new Set(['password', 'resetToken'])
    expect(Object.keys(getTableColumns(users)).filter((name) => !kept.includes(name))).toEqual([...secrets])
    expect([...files.values()].join('')).not.toMatch(/argon2|idHash|tokenHash|the hash of a token/u)
  })

  it('contains no other user’s data', async () => {
    const bob = await test.register('bob-secret@example.com')
    await addSummary(await idOf(bob), { title: 'SECRET OF BOB', page: pageOf({ gist: 'SECRET OF BOB' }) })
    await uploadFile(test, bob, 'SECRET OF BOB.pdf', standinFile('pdf', tidePools))
    const eve = await test.register()
    await addSummary(await idOf(eve), {})
    const { files } = await downloadUserData(eve)
    expect([...files.keys(), ...files.values()].join('\n')).not.toMatch(/secret/iu)
    expect(jsonIn(files, 'summaries.json')).toHaveLength(1)
  })

  it('has one file per summary, oldest first, whatever its title', async () => {
    const client = await test.register()
    const userId = await idOf(client)
    const titles = [
      '../../../etc/passwd',
      'CON',
      'Ночные поезда',
      'x'.repeat(300),
      '\u202eevil\n---\nadmin: true',
      '???',
      'CON',
    ]
    for (const [index, title] of titles.entries())
      await addSummary(userId, { title, createdAt: new Date(Date.UTC(2026, 0, 1 + index)) })
    const { files } = await downloadUserData(client)
    const names = [...files.keys()].filter((name) => name.endsWith('.md'))
    expect(names).toEqual([
      'summaries/0001-etc-passwd.md',
      'summaries/0002-con.md',
      'summaries/0003-ночные-поезда.md',
      `summaries/0004-${'x'.repeat(80)}.md`,
      'summaries/0005-evil-admin-true.md',
      'summaries/0006.md',
      'summaries/0007-con.md',
    ])
    const index = jsonIn(files, 'summaries.json') as { file: string; title: string }[]
    expect(index.map(({ title }) => title)).toEqual(titles)
    expect(index.map(({ file }) => `${file}.md`)).toEqual(names)
    const [header] = files.get('summaries/0005-evil-admin-true.md')!.split('\n---\n')
    expect(header).toMatch(/^---\ntitle: "evil --- admin: true"\nsummarized: /u)
  })

  it('includes each summary once across pages of rows', async () => {
    const client = await test.register()
    const userId = await idOf(client)
    const sameMoment = at('2026-02-03T04:05:06Z')
    const rows = Array.from({ length: 120 }, (_, n) => ({
      userId,
      title: `No ${n}`,
      createdAt: sameMoment,
    }))
    await storeSummaries(test.database.db, rows)
    const { files } = await downloadUserData(client)
    const index = jsonIn(files, 'summaries.json') as { id: string }[]
    expect(new Set(index.map(({ id }) => id)).size).toBe(120)
    expect([...files.keys()].filter((name) => name.startsWith('summaries/'))).toHaveLength(240)

    // A zip can't contain more than 65,535 files, so beyond some number summaries share files.
    const context = testContext(test.database.db, {})
    const shared = (await Array.fromAsync(summaryFiles(context, userId, 60))).map(({ name, bytes }) => ({
      name,
      text: Buffer.from(bytes).toString(),
    }))
    expect(shared.slice(98).map(({ name }) => name)).toEqual([
      expect.stringMatching(/^summaries\/0050-.*\.json$/u),
      expect.stringMatching(/^summaries\/0050-.*\.md$/u),
      'summaries/51-to-100.json',
      'summaries/51-to-100.md',
      'summaries/101-to-120.json',
      'summaries/101-to-120.md',
      'summaries.json',
    ])
    expect(JSON.parse(shared.at(-3)!.text)).toHaveLength(20)
    expect(shared.at(-2)!.text.match(/^# /gmu)).toHaveLength(20)
    expect(JSON.parse(shared.at(-1)!.text)[119]).toMatchObject({ file: 'summaries/101-to-120' })
  })

  it('contains the input of unfinished summaries, and the reason of failures', async () => {
    const client = await test.register()
    const userId = await idOf(client)
    await addSummary(userId, { status: 'failed', failureMessage: 'No login.', input: { content: 'WHAT I PASTED' } })
    const { files } = await downloadUserData(client)
    expect(files.get('summaries/0001-tide-pools.json')).toContain('WHAT I PASTED')
    expect(files.get('summaries/0001-tide-pools.md')).toContain('\nNo login.\n')
  })

  it('requires a session: programs get 401, browsers are redirected', async () => {
    const refused = await test.visitor().get(myDataPath)
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'unauthorized'])
    const browser = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' }
    const led = await test.visitor().get(myDataPath, browser)
    expect([led.statusCode, led.headers.location]).toEqual([302, '/login?returnTo=/account'])
    const script = await test.visitor().get(myDataPath, { ...browser, 'sec-fetch-mode': 'cors' })
    expect(script.statusCode).toBe(401)
  })

  it('cannot be started by another site', async () => {
    const client = await test.register()
    const elsewhere = { 'sec-fetch-site': 'cross-site' }
    const led = await client.get(myDataPath, { ...elsewhere, accept: 'text/html', 'sec-fetch-mode': 'navigate' })
    expect([led.statusCode, led.headers.location]).toEqual([302, '/account'])
    const refused = await client.get(myDataPath, { ...elsewhere, 'sec-fetch-mode': 'no-cors' })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'cross_site_request'])
    expect((await client.get(myDataPath, { 'sec-fetch-site': 'none' })).statusCode).toBe(200)
    const head = await test.product.app.inject({ method: 'HEAD', url: myDataPath })
    expect(head.statusCode).toBe(404)
  })
})

describe('rate limit of the data download', () => {
  it('applies per user, with a readable page in browsers', async () => {
    const test = await startTestProduct({ env: { RATE_LIMIT_FACTOR: '0.4' } })
    const client = await test.register()
    const statuses = [await client.get(myDataPath), await client.get(myDataPath)].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([200, 200])
    const refused = await client.get(myDataPath)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const shown = await client.get(myDataPath, { accept: 'text/html', 'sec-fetch-mode': 'navigate' })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([429, 'text/plain; charset=utf-8'])
    expect(shown.body).toBe('You’ve downloaded your data several times. Please try again in an hour.\n')
    expect(Number(shown.headers['retry-after'])).toBeGreaterThan(0)
    const other = await test.register()
    expect((await other.get(myDataPath)).statusCode).toBe(200)
    await test.close()
  })
})
