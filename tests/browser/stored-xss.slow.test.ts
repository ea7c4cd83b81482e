import { eq } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import type { Summary } from '../../src/shared/summary/summary.ts'
import { openYouTubeStandIn, type YouTubeStandIn } from '../standins/youtube/server.ts'
import { browserTest, type PageProblems } from '../support/browser.ts'
import type { TestClient } from '../support/product.ts'
import { type ServedProduct, serveProduct } from '../support/served-product.ts'
import { processUpload, uploadFile } from '../support/uploads.ts'
import { allPayloads, payloads, startXssSite, XSS_VIDEO, xssFile, xssText, xssVideo } from '../support/xss-payloads.ts'

/** Names are limited to a hundred characters. */
const firstName = `${payloads.script}${payloads.comment}`
const lastName = `${payloads.image}${payloads.lines}${payloads.direction}`
const email = 'planted@example.com'

/** Elements on a page that the app didn't create: none are allowed. */
const intruders = `[
  ...[...document.querySelectorAll('*')].filter((element) =>
    [...element.attributes].some(({ name }) => name.startsWith('on')) || element.getAttribute('src') === 'x'),
  ...[...document.querySelectorAll('script')].filter((script) => script.type !== 'application/json' && script.src === ''),
  ...[...document.querySelectorAll('a, form, iframe, object, embed, base, meta[http-equiv]')].filter((element) => {
    const to = element.getAttribute('href') ?? element.getAttribute('action') ?? ''
    const isOwn = to === '' || /^[/#]/.test(to) || /^(?:https?|mailto):/.test(to)
    // The bookmarklet.
    return (element.localName !== 'a' && element.localName !== 'form') || !(isOwn || to.startsWith('javascript:void open('))
  }),
].map((element) => element.outerHTML.slice(0, 300))`

/** Texts that no element shows unchanged, alone or followed by citation chips. */
const missing = (texts: readonly string[]): string => `(() => {
  const shown = new Set([...document.querySelectorAll('#root *, [role=dialog] *')].flatMap((element) =>
    [element.textContent, element.value, ...[...element.childNodes].map((node) => node.nodeValue)]))
  const isShown = (text) => shown.has(text) || [...shown].some((line) => String(line).startsWith(text + ' '))
  return ${JSON.stringify(texts)}.filter((text) => !isShown(text))
})()`

describe('stored XSS', () => {
  let product: ServedProduct
  let youtube: YouTubeStandIn
  let site: Awaited<ReturnType<typeof startXssSite>>
  let owner: TestClient
  let summaries: Summary[]

  beforeAll(async () => {
    site = await startXssSite()
    youtube = await openYouTubeStandIn((id) => (id === XSS_VIDEO ? xssVideo : undefined))
    product = await serveProduct({ env: { YOUTUBE_ORIGIN: youtube.origin } })
    owner = product.visitor()
    await owner.post('/api/auth/register', { email, password: 'correct horse', firstName, lastName })
    const subscriptionPlan = 'elite'
    await product.database.db.update(users).set({ subscriptionPlan }).where(eq(users.email, email))
    const fileUrl = await uploadFile(product, owner, xssFile.name, xssFile.buffer)
    await processUpload(owner, fileUrl, xssFile.name)
    for (const wish of [
      { content: xssText, title: allPayloads },
      { content: xssText.replaceAll('Harbor', 'Port') },
      { url: site.url },
      { url: `https://youtu.be/${XSS_VIDEO}` },
      { fileUrl },
      { url: site.missing },
    ])
      await owner.post('/api/summaries', wish)
    summaries = (await owner.get('/api/summaries')).json()
  })
  afterAll(async () => {
    await product.close()
    await youtube.close()
    await site.stop()
  })

  /** Signs a browser in as the owner, and records scripts that run in it. */
  const enter = async (context: BrowserContext, problems: PageProblems): Promise<string[]> => {
    // Video thumbnails are on an unreachable site.
    problems.allow(/ytimg/)
    const hits: string[] = []
    await context.exposeFunction('hit', (what: unknown) => hits.push(String(what)))
    await context.addInitScript(
      "addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => hit(violatedDirective + ' ' + blockedURI))",
    )
    await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: product.origin })))
    return hits
  }

  const expectOnlyTexts = async (page: Page, texts: readonly string[]): Promise<void> => {
    await expect.poll(async () => page.evaluate<string[]>(missing(texts)), { message: page.url() }).toEqual([])
    await expect.poll(async () => page.evaluate<string[]>(intruders)).toEqual([])
  }

  browserTest('payloads are in the API’s responses (control)', async () => {
    const whole = JSON.stringify(summaries)
    const states = summaries.map(({ contentType, status }) => `${contentType} ${status}`).sort()
    expect(states).toEqual([
      'article failed',
      'article ready',
      ...Array.from({ length: 3 }, () => 'document ready'),
      'youtube ready',
    ])
    for (const attack of [payloads.script, payloads.comment, payloads.image, payloads.title, payloads.template]) {
      const inJson = JSON.stringify(attack).slice(1, -1)
      expect({ attack, times: whole.split(inJson).length - 1 }).toEqual({
        attack,
        times: expect.toSatisfy((times: number) => times >= 3),
      })
    }
    const facts = summaries.map(({ title, author, site: from, sourceInfo }) => [
      title,
      author,
      from,
      sourceInfo?.fileName,
    ])
    expect(facts.flat()).toEqual(
      expect.arrayContaining([allPayloads, payloads.title, payloads.image, payloads.script, xssFile.name]),
    )
    expect((await owner.get('/api/auth/user')).json()).toMatchObject({ firstName, lastName })
  })

  browserTest('screens show payloads as text, and run none', async ({ newPage }) => {
    const titles = summaries.filter(({ status }) => status === 'ready').map(({ title }) => title)
    const odd = encodeURIComponent(allPayloads)
    const nowhere = `${payloads.script} ${payloads.image} ${payloads.encoded} ${payloads.lines} nowhere?`
    const nothing = encodeURIComponent(nowhere)
    for (const [path, texts] of [
      ['/dashboard', titles.slice(0, 4)],
      ['/summaries', titles],
      ['/summaries?view=grid', titles],
      [`/summaries?q=${odd}`, [allPayloads]],
      [`/summaries?q=${nothing}`, [nowhere]],
      [`/summaries?type=${odd}&view=${odd}&sort=${odd}`, titles],
    ] as const) {
      const { page, context, problems } = await newPage()
      const hits = await enter(context, problems)
      await page.goto(product.origin + path)
      await page.waitForLoadState('networkidle')
      // The failed one is named by its address there.
      for (const failed of await page.getByRole('button', { name: /^\d+ attempts? failed$/ }).all())
        await failed.click()
      await expectOnlyTexts(page, texts)
      expect({ path, hits }).toEqual({ path, hits: [] })
    }
  })

  browserTest('an open summary and the user menu show payloads as text', async ({ newPage }) => {
    const { page, context, problems } = await newPage()
    const hits = await enter(context, problems)
    for (const { id, title, status } of summaries) {
      const whole: Summary = (await owner.get(`/api/summaries/${id}`)).json()
      const texts = [title, ...whole.keyTakeaways, ...(whole.author === null ? [] : [whole.author])]
      for (const path of [`/summaries/${id}`, `/dashboard?id=${id}`]) {
        await page.goto(product.origin + path)
        if (status === 'ready')
          await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).waitFor()
        await expectOnlyTexts(page, status === 'ready' ? texts : ['We couldn’t summarize this'])
      }
    }
    await page.goto(`${product.origin}/dashboard`)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await expectOnlyTexts(page, [`${firstName} ${lastName}`])
    expect(hits).toEqual([])
  })
})
