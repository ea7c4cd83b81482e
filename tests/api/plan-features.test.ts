import { eq } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { summaryExportPath } from '../../src/shared/api/routes.ts'
import { AppError } from '../../src/shared/errors.ts'
import { startLoopbackServer } from '../standins/loopback-server.ts'
import { fakeResult, fakeSummarizerPipeline, type Summarize } from '../support/fake-summarizer.ts'
import { buildEpub } from '../support/files/build-epub.ts'
import { book } from '../support/files/samples.ts'
import { pageOf, textPart } from '../support/pages/page-of.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'
import { processUpload, requestUpload, sendFile, uploadFile } from '../support/uploads.ts'
import { downloadUserData } from '../support/user-data.ts'

/** Features of each plan as specified, independent of the catalog file. */
interface Rights {
  summaries: number | null
  characters: number
  exports: boolean
  ebooks: boolean
  advanced: boolean
}
const starter = { summaries: 3, characters: 2500, exports: false, ebooks: false, advanced: false }
const lite = { ...starter, summaries: 25 }
const pro = { summaries: null, characters: 2500, exports: true, ebooks: true, advanced: false }
const elite = { summaries: null, characters: 10_000, exports: true, ebooks: true, advanced: true }
const smallStarter = { ...starter, summaries: 5 }

interface Case {
  /** Columns of the user; with a time in the past if the plan has expired. */
  plan: string | null
  over?: boolean
  name: string
  rights: Rights
}

const catalogues: {
  catalogue: string
  cases: Case[]
  best: string
  words: Record<'exports' | 'advanced' | 'ebooks', string>
}[] = [
  {
    catalogue: 'standard',
    best: 'elite',
    words: { exports: 'Exports are part of Pro and Elite.', advanced: 'Upgrade to Elite', ebooks: 'Upgrade to Pro' },
    cases: [
      { plan: null, name: 'Starter', rights: starter },
      { plan: 'free', name: 'Starter', rights: starter },
      { plan: 'gold', name: 'Starter', rights: starter },
      { plan: 'elite', over: true, name: 'Starter', rights: starter },
      { plan: 'lite', name: 'Lite', rights: lite },
      { plan: 'pro', name: 'Pro', rights: pro },
      { plan: 'elite', name: 'Elite', rights: elite },
    ],
  },
  {
    catalogue: 'two-plan',
    best: 'pro',
    words: { exports: 'Exports are part of Pro.', advanced: 'Upgrade to Pro', ebooks: 'Upgrade to Pro' },
    cases: [
      { plan: 'starter', name: 'Starter', rights: smallStarter },
      { plan: 'elite', name: 'Starter', rights: smallStarter },
      { plan: 'pro', over: true, name: 'Starter', rights: smallStarter },
      { plan: 'pro', name: 'Pro', rights: { ...elite, summaries: null } },
    ],
  },
]

const ADVANCED = 'Only the top plan reads this.'
const QUOTE = 'Only the top plan quotes this.'
/** A text that makes the summarizer fail. */
const STUMBLE = 'Stumble here. '

/** Returns advanced content whether or not it was requested. */
const summarize: Summarize = async function* (document, options) {
  if (stumbles) throw new AppError('model_refused', 'Not today.')
  yield {
    type: 'done',
    result: fakeResult(document, options, {
      page: pageOf({ gist: 'What everyone reads.', parts: [textPart('', ADVANCED)], quotes: [QUOTE] }),
    }),
  }
}
let stumbles = false

const bookSite = forSuite(async () =>
  startLoopbackServer((_, response) => {
    // A name and a type without hint of a book: only its bytes show it.
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(book.buffer)
  }),
)

let texts = 0
/** A unique text with a number of characters; the last ones are two UTF-16 units each. */
function textOf(characters: number): string {
  const begin = `Text ${(texts += 1)}. ${tidePools}`
  return begin.length > characters
    ? Array.from(begin).slice(0, characters).join('')
    : begin.padEnd(characters - 10, ' x') + '🌊'.repeat(10)
}

/** A book of one chapter. */
const bookOf = (text: string): Uint8Array =>
  buildEpub({ parts: [{ body: `<h1>One</h1><p>${text}</p>` }], contents: [{ title: 'One', href: 'ch1.xhtml' }] })

const upgrade = (response: Response): unknown => {
  const { code, requiresUpgrade, message } = response.json()
  return [response.statusCode, code, requiresUpgrade, typeof message]
}
const refusedForUpgrade = [403, 'upgrade_required', true, 'string']

describe.each(catalogues)('features of the catalog $catalogue', ({ catalogue, cases, best, words }) => {
  const test = forSuite(async () =>
    startTestProduct({
      pipeline: fakeSummarizerPipeline(summarize),
      env: { PLAN_CATALOGUE: catalogue },
    }),
  )

  describe.each(cases)('$plan, expired: $over', ({ plan, over = false, name, rights }) => {
    let client: TestClient
    let userId: string
    const become = async (subscriptionPlan: string | null, isOver = false, summariesUsed = 0): Promise<void> => {
      const now = new Date()
      const subscriptionExpiresAt = isOver ? new Date(now.getTime() - 1000) : null
      await test.database.db
        .update(users)
        .set({ subscriptionPlan, subscriptionExpiresAt, summariesUsed, planStartedAt: now, usagePeriodStart: now })
        .where(eq(users.id, userId))
    }
    const create = async (payload: object, headers?: Record<string, string>): Promise<Response> =>
      client.post('/api/summaries', payload, headers)
    const created = async (payload: object): Promise<string> => {
      const response = await create(payload)
      expect([response.statusCode, response.json().message]).toEqual([201, undefined])
      return response.json().id
    }
    beforeAll(async () => {
      client = await test.register()
      userId = (await client.get('/api/auth/user')).json().id
    })
    beforeEach(async () => {
      stumbles = false
      await become(plan, over)
    })

    it('text length, to the character', async () => {
      const limit = rights.characters.toLocaleString('en-US')
      await created({ content: textOf(rights.characters) })
      const longer = await create({ content: textOf(rights.characters + 1) })
      const whose = name === 'Starter' ? 'free users' : rights.characters === 10_000 ? name : 'your current plan'
      expect(longer.json().message).toBe(`Content exceeds the ${limit} character limit for ${whose}.`)
      if (rights.characters < 10_000) expect(upgrade(longer)).toEqual(refusedForUpgrade)
      else expect([longer.statusCode, longer.json().requiresUpgrade]).toEqual([413, undefined])
      const tooLong = await create({ content: textOf(10_001) })
      expect([tooLong.statusCode, tooLong.json().requiresUpgrade]).toEqual([413, undefined])
    })

    it('summaries per month', async () => {
      await become(plan, over, (rights.summaries ?? 10_000) - 1)
      await created({ content: textOf(900) })
      const next = await create({ content: textOf(900) })
      if (rights.summaries === null) return expect(next.statusCode).toBe(201)
      expect(upgrade(next)).toEqual(refusedForUpgrade)
      expect(next.json().message).toBe(
        `You have used all ${rights.summaries} summaries of your ${name} plan this month. Upgrade for more.`,
      )
      const stats = (await client.get('/api/stats')).json()
      expect(stats.summariesUsed).toBe(rights.summaries)
    })

    it('advanced content, wherever a summary is returned', async () => {
      // Created on the best plan, so that the row contains everything.
      await become(best)
      const content = textOf(900)
      const key = { 'idempotency-key': `once ${userId}` }
      const whole = (await create({ content }, key)).json()
      expect(whole).toMatchObject({ advancedSummary: ADVANCED, notableQuotes: [QUOTE], isProContent: true })
      await become(plan, over)
      const shown = rights.advanced
        ? {
            advancedSummary: ADVANCED,
            summary: ADVANCED,
            notableQuotes: [QUOTE],
            isProContent: true,
            previewMessage: null,
          }
        : { advancedSummary: null, notableQuotes: [], isProContent: false, page: { parts: [], quotes: [] } }
      const again = await create({ content }, key)
      const fresh = await create({ content: textOf(901) })
      const copied = await create({ content: `${content} ` })
      const detail = await client.get(`/api/summaries/${whole.id}`)
      expect(again.json().id).toBe(whole.id)
      for (const response of [again, fresh, copied, detail]) expect(response.json()).toMatchObject(shown)
      if (!rights.advanced) expect(detail.json().previewMessage).toContain(words.advanced)

      const list = await client.get('/api/summaries')
      const found = await client.get(`/api/summaries?q=${encodeURIComponent(ADVANCED)}`)
      const events = await client.get(`/api/summaries/${whole.id}/events`)
      const { files } = await downloadUserData(client)
      const stats = await client.get('/api/stats')
      const bodies = [again, fresh, copied, detail, list, found, events, stats].map(({ body }) => body)
      for (const [at, text] of [...bodies, [...files.values()].join()].entries()) {
        const holds = [text.includes(ADVANCED), text.includes(QUOTE)]
        // Search and counters use only what every plan includes.
        const expected = rights.advanced && ![5, 7].includes(at)
        expect([at, holds]).toEqual([at, [expected, expected]])
      }
    })

    it('exports', async () => {
      await become(best)
      const id = await created({ content: textOf(900) })
      await become(plan, over)
      const file = await client.get(summaryExportPath(id, 'markdown'))
      if (!rights.exports) {
        expect(upgrade(file)).toEqual(refusedForUpgrade)
        expect(file.json().message).toBe(words.exports)
        expect((await client.get('/api/auth/user')).json().exportsUsed).toBe(0)
        return
      }
      expect(file.statusCode).toBe(200)
      expect([file.body.includes(ADVANCED), file.body.includes(QUOTE)]).toEqual([rights.advanced, rights.advanced])
    })

    it('e-books, at every step and by every path', async () => {
      const announced = await client.post('/api/files/upload-url', { fileName: 'b.epub', size: book.buffer.length })
      // Under another name, and without one: the bytes decide.
      const disguised = await uploadFile(test, client, 'b.pdf', book.buffer)
      const looked = await processUpload(client, disguised)
      const { uploadURL, objectPath } = await requestUpload(client)
      await sendFile(test, uploadURL, book.buffer)
      const used = await create({ fileUrl: objectPath })
      const found = await create({ url: `${bookSite.origin}/download` })
      if (rights.ebooks) {
        expect([announced, looked, used].map(({ statusCode }) => statusCode)).toEqual([200, 200, 201])
        expect(found.json()).toMatchObject({ contentType: 'epub', status: 'ready' })
        return
      }
      for (const response of [announced, looked, used, found]) {
        expect(upgrade(response)).toEqual(refusedForUpgrade)
        expect(response.json().message).toContain(`E-books are not part of your ${name} plan.`)
      }
      expect(announced.json().message).toContain(words.ebooks)
      // Uploaded and checked on a better plan, and used on this one.
      await become(best)
      const before = await uploadFile(test, client, 'b.epub', book.buffer)
      expect((await processUpload(client, before)).statusCode).toBe(200)
      await become(plan, over)
      expect(upgrade(await create({ fileUrl: before }))).toEqual(refusedForUpgrade)
      expect((await client.get('/api/stats')).json().summariesUsed).toBe(0)
    })

    it('retries of summaries from a better plan', async () => {
      await become(best)
      stumbles = true
      const fileUrl = await uploadFile(test, client, 'b.epub', bookOf(textOf(900)))
      for (const payload of [{ content: `${STUMBLE}${textOf(9000)}` }, { fileUrl }, { content: textOf(900) }])
        expect((await create(payload)).json().code).toBe('model_refused')
      const [short, ofBook, long] = (await client.get('/api/summaries')).json()
      stumbles = false
      await become(plan, over)
      const retry = async ({ id }: { id: string }): Promise<Response> => client.post(`/api/summaries/${id}/retry`)
      const longTry = await retry(long)
      const bookTry = await retry(ofBook)
      if (rights.characters < 10_000) expect(upgrade(longTry)).toEqual(refusedForUpgrade)
      else expect(longTry.statusCode).toBe(201)
      if (rights.ebooks) expect(bookTry.statusCode).toBe(201)
      else expect(upgrade(bookTry)).toEqual(refusedForUpgrade)
      if (rights.summaries !== null) {
        await become(plan, over, rights.summaries)
        expect(upgrade(await retry(short))).toEqual(refusedForUpgrade)
        await become(plan, over)
      }
      const shortTry = await retry(short)
      expect([shortTry.statusCode, shortTry.json().isProContent]).toEqual([201, rights.advanced])
    })
  })
})
