import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Pipeline } from '../../src/pipeline/pipeline.ts'
import { users } from '../../src/server/db/schema/index.ts'
import { AppError } from '../../src/shared/errors.ts'
import { modelsMeta } from '../../src/shared/page-metadata.ts'
import { citationOf } from '../../src/summarizer/citations.ts'
import { unpackDocument } from '../../src/threads/packed-document.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots, viewports } from '../support/browser.ts'
import { sampleSource } from '../support/kept-source.ts'
import { pageSamples } from '../support/pages/index.ts'
import { realPipeline } from '../support/pipelines.ts'
import { tidePools } from '../support/texts.ts'
import { expectFocus, expectTabOrder } from './auth-steps.ts'
import { shifts, watchShifts } from './layout-shifts.ts'
import { openWithSource, source } from './source-steps.ts'
import { expectRead, givePlan, register } from './steps.ts'
import { startWorld } from './world.ts'

const { arabic } = pageSamples
const ferry = `The ferry to Aldermoor sails six times a day from the old quay. It carries forty cars and two hundred people.\n\nThe harbor office pays for the fuel out of a toll that every ship pays when it enters the bay.`

const create = async (page: Page, origin: string, content = tidePools): Promise<string> => {
  const response = await page.request.post(`${origin}/api/summaries`, { data: { content } })
  expect(response.status()).toBe(201)
  return (await response.json()).id
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Ask this source' })
const entries = (page: Page) => page.getByRole('region', { name: 'Ask this source' }).getByRole('article')

describe('asking a source, without a language model', () => {
  const { product } = startWorld()

  browserTest('shows passages that open in the source, by keyboard', async ({ page }) => {
    await register(page, product.origin)
    const id = await create(page, product.origin)
    await page.goto(`${product.origin}/summaries/${id}`)
    await expectRead(page)
    await takeScreenshots(page, 'ask-before')
    await page.keyboard.press('a')
    await expectFocus(page, 'Ask this source')
    await takeScreenshots(page, 'ask-suggestions')
    await page.keyboard.type('Where do tide pools form?')
    await page.keyboard.press('Escape')
    await expectFocus(page, 'Ask this source')
    expect(await field(page).inputValue()).toBe('Where do tide pools form?')
    await page.keyboard.press('Enter')
    const entry = entries(page).first()
    await entry.getByText('These passages of the source match your question.').waitFor()
    await expectFocus(page, 'Ask this source')
    expect(await field(page).inputValue()).toBe('')
    await entry.locator('mark').first().waitFor()
    await entry.scrollIntoViewIfNeeded()
    await takeScreenshots(page, 'ask-passages')
    await expectAccessible(page, 'passages of a source')
    await entry
      .getByRole('button', { name: /show the passage/ })
      .first()
      .press('Enter')
    await source(page).locator('mark').first().waitFor()
    await takeScreenshots(page, 'ask-passage-in-source')
    // It is still there after a reload, and on a phone.
    await page.setViewportSize(viewports.phone)
    await page.reload()
    await entry.getByText('These passages of the source match your question.').waitFor()
    await entry.getByRole('button', { name: 'Delete this question' }).click()
    await entry.waitFor({ state: 'detached' })
  })

  browserTest('asks a source that is written from right to left', async ({ page }) => {
    const filler = 'ارتفعت الرسوم بنسبة 4 في المئة، ومعظم الزيادة من العبّارات.'
    const bridge = 'فتح الجسر القديم للمشاة في الربيع بعد إصلاح طويل.'
    // Apart from what the page cites, since passages that touch are one on the map.
    const further = [...Array.from({ length: 12 }, () => filler), bridge].map((text, at) => ({
      id: `end-${at}`,
      type: 'paragraph' as const,
      text,
      location: { kind: 'page' as const, page: 17 },
    }))
    await openWithSource(page, product, arabic, sampleSource(arabic, filler, further))
    const map = source(page).getByRole('slider', { name: /^Map of the source: \d+ cited passages/u })
    const before = await map.getAttribute('aria-label')
    await field(page).fill('متى فتح الجسر القديم للمشاة؟')
    await field(page).press('Enter')
    const entry = entries(page).first()
    await entry.locator('li:dir(rtl) mark').first().waitFor()
    // Passages of the answer are marked like those that the page cites.
    await expect.poll(async () => map.getAttribute('aria-label')).not.toBe(before)
    await entry.scrollIntoViewIfNeeded()
    await takeScreenshots(page, 'ask-rtl')
    await expectAccessible(page, 'passages from right to left')
  })

  browserTest(
    'suggests questions by the headings, and leads to the passage and back, by keyboard',
    async ({ page }) => {
      const email = await register(page, product.origin)
      await givePlan(page, product.database, email, 'elite')
      const sections = `# Carrow\n\n## Where the pools are\n\n${tidePools}\n\n## Who pays for the ferry?\n\n${ferry}`
      const id = await create(page, product.origin, sections)
      await page.goto(`${product.origin}/summaries/${id}`)
      await expectRead(page)
      await page.keyboard.press('a')
      await page.getByRole('list', { name: 'Suggested questions' }).waitFor()
      await takeScreenshots(page, 'ask-suggested')
      await expectTabOrder(page, ['Ask', 'What does it say about “Where the pools are”?', 'Who pays for the ferry?'])
      await page.keyboard.press('Enter')
      const entry = entries(page).first()
      await entry.getByRole('heading', { name: 'Who pays for the ferry?' }).waitFor()
      await entry.locator('mark').first().waitFor()
      await expectFocus(page, 'Ask this source')
      await expectTabOrder(page, ['Ask', 'What does it say about “Where the pools are”?', 'Copy this answer'])
      await expectTabOrder(page, ['Delete this question'])
      await page.keyboard.press('Tab')
      expect(await entry.locator('[data-citation]:focus').count()).toBe(1)
      await page.keyboard.press('Enter')
      await source(page).locator('mark').first().waitFor()
      await page.keyboard.press('Escape')
      expect(await entry.locator('[data-citation]:focus').count()).toBe(1)

      // Exports leave the questions out unless the user wants them.
      const exportAs = async (): Promise<string> => {
        await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).press('Enter')
        const [download] = await Promise.all([
          page.context().waitForEvent('download'),
          page.getByRole('menuitem', { name: 'Markdown' }).press('Enter'),
        ])
        return readFile(await download.path(), 'utf8')
      }
      expect(await exportAs()).not.toContain('## Questions')
      await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).press('Enter')
      await page.getByRole('menuitemcheckbox', { name: 'With questions' }).press('Enter')
      await takeScreenshots(page, 'ask-export')
      await page.keyboard.press('Escape')
      expect(await exportAs()).toMatch(/## Questions[\s\S]*### Who pays for the ferry\?/)

      // Focus doesn't get lost with the buttons that disappear.
      const shown = await entry.getByRole('listitem').count()
      await entry.getByRole('button', { name: /^Show \d+ more$/u }).press('Enter')
      await entry.getByRole('listitem').nth(shown).and(page.locator(':focus')).waitFor()
      await field(page).fill('Where do the pools form?')
      await field(page).press('Enter')
      await expect.poll(async () => entries(page).count()).toBe(2)
      await entry.getByRole('button', { name: 'Delete this question' }).press('Enter')
      await expect.poll(async () => entries(page).count()).toBe(1)
      await expectFocus(page, 'Delete this question')
      await page.keyboard.press('Enter')
      await expect.poll(async () => entries(page).count()).toBe(0)
      await expectFocus(page, 'Ask this source')
    },
  )

  browserTest('keeps a question that is refused or does not arrive', async ({ page, problems }) => {
    problems.allow(/400|Failed to load|ERR_FAILED/)
    await register(page, product.origin)
    const id = await create(page, product.origin)
    await page.goto(`${product.origin}/summaries/${id}`)
    await expectRead(page)
    await field(page).fill('Why? '.repeat(300))
    await page.getByText('Please ask in at most 1,000 characters.').waitFor()
    await page.route('**/questions', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await field(page).fill('Where do tide pools form?')
    await field(page).press('Enter')
    await page.getByText('We couldn’t reach the server.').waitFor()
    expect(await field(page).inputValue()).toBe('Where do tide pools form?')
    await takeScreenshots(page, 'ask-unreachable')
    await page.unroute('**/questions')
    await page.context().setOffline(true)
    await field(page).press('Enter')
    await page.getByText('You can ask once you’re back online.').waitFor()
    expect(await page.getByText('We couldn’t reach the server.').count()).toBe(0)
    expect(await field(page).inputValue()).toBe('Where do tide pools form?')
    await takeScreenshots(page, 'ask-offline')
    await expectAccessible(page, 'a question without a connection')
    await page.context().setOffline(false)
    await field(page).press('Enter')
    await entries(page).first().getByText('These passages of the source').waitFor()
    expect(await entries(page).count()).toBe(1)
  })
})

describe('a user who moves on while a question is sent', () => {
  const { product } = startWorld()

  /** Holds the next question until it is released. */
  const holdQuestion = async (page: Page): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/questions', async (route) => {
      if (route.request().method() === 'POST') await promise
      await route.continue()
    })
    return resolve
  }

  browserTest('stays where they are, and keeps what they type', async ({ page }) => {
    await register(page, product.origin)
    const id = await create(page, product.origin)
    await page.goto(`${product.origin}/summaries/${id}`)
    await expectRead(page)
    await page.keyboard.press('a')
    await page.keyboard.type('Where do tide pools form?')
    const release = await holdQuestion(page)
    await page.keyboard.press('Enter')
    await field(page).fill('Who counted the animals?')
    const more = page.getByRole('dialog').getByRole('button', { name: 'More actions' })
    await more.focus()
    const position = "document.querySelector('[role=dialog]').getBoundingClientRect().top"
    const before = await page.evaluate<number>(position)
    release()
    await entries(page).first().getByText('These passages of the source').waitFor()
    await expectFocus(page, 'More actions')
    expect(await page.evaluate<number>(position)).toBe(before)
    expect(await field(page).inputValue()).toBe('Who counted the animals?')
  })

  browserTest('is told when no passage matches', async ({ page }) => {
    await register(page, product.origin)
    const id = await create(page, product.origin)
    await page.goto(`${product.origin}/summaries/${id}`)
    await expectRead(page)
    await field(page).fill('Zyzzyva?')
    await field(page).press('Enter')
    await entries(page).first().getByText('No passage of the source matches your question.').waitFor()
    expect(await entries(page).first().getByRole('listitem').count()).toBe(0)
    await expectAccessible(page, 'a question without passages')
  })
})

describe('asking a source, with a language model', () => {
  let hasSeenFirst = Promise.withResolvers<void>()
  /** Writes one sentence, when that was seen another, and cites the first blocks; finds nothing where asked about cost. */
  const answer: Pipeline['answerer']['answer'] = async function* (documents, question) {
    const [document] = documents.map((packed) => unpackDocument(packed))
    const [first, second] = document?.blocks ?? []
    if (first === undefined || second === undefined) throw new Error('The source has two blocks.')
    const passage = {
      source: 0,
      text: first.text,
      marks: [{ start: 0, end: 4 }],
      citations: [citationOf(first, first.text)],
    }
    const texts = [
      'Tide pools form in hollows of the rock that the sea fills.',
      'Few animals live in the highest of them.',
    ]
    if (question.includes('last')) throw new AppError('model_unavailable', 'No language model answered.')
    const isFound = !question.includes('cost')
    if (isFound) {
      yield { type: 'partial', sentences: texts.slice(0, 1) }
      await hasSeenFirst.promise
      yield { type: 'partial', sentences: texts }
    }
    const sentences = texts.map((text, at) => ({
      text,
      citations: [{ ...citationOf(at === 0 ? first : second, (at === 0 ? first : second).text), source: 0 }],
    }))
    const result = {
      outcome: isFound ? ('answered' as const) : ('not_found' as const),
      sentences: isFound ? sentences : [],
      passages: [passage],
      language: 'en',
      engine: { id: 'local:hand', label: 'Made by hand' },
      check: isFound ? ('rules' as const) : null,
    }
    yield { type: 'done', result: { answer: result, usage: [] } }
  }
  const { product } = startWorld({
    pipeline: { ...realPipeline(), answerer: { engine: { id: 'local:hand', label: 'Made by hand' }, answer } },
  })

  browserTest('streams sentences with citations, and says so if the source does not answer', async ({ page }) => {
    hasSeenFirst = Promise.withResolvers()
    await register(page, product.origin)
    const id = await create(page, product.origin)
    await page.goto(`${product.origin}/summaries/${id}`)
    await expectRead(page)
    await page.keyboard.press('a')
    await page.keyboard.type('How do tide pools form?')
    await page.keyboard.press('Enter')
    const entry = entries(page).first()
    await entry.getByText('hollows of the rock').waitFor()
    expect(await entry.getAttribute('aria-busy')).toBe('true')
    hasSeenFirst.resolve()
    await entry.getByText('Few animals live').waitFor()
    await entry
      .getByRole('button', { name: /show the passage/ })
      .nth(1)
      .waitFor()
    await entry.scrollIntoViewIfNeeded()
    await takeScreenshots(page, 'ask-answer')
    await page.keyboard.type('What does it cost?')
    await page.keyboard.press('Enter')
    await entry.getByText('The source doesn’t say. The nearest passages:').waitFor()
    await entry.scrollIntoViewIfNeeded()
    await takeScreenshots(page, 'ask-not-found')
    await expectAccessible(page, 'answers about a source')
  })

  browserTest('keeps earlier questions in place on a phone while an answer arrives', async ({ page }) => {
    hasSeenFirst = Promise.withResolvers()
    await page.addInitScript(watchShifts)
    await page.setViewportSize(viewports.phone)
    await register(page, product.origin)
    const id = await create(page, product.origin)
    await page.goto(`${product.origin}/summaries/${id}`)
    await expectRead(page)
    const ask = async (question: string): Promise<void> => {
      await field(page).fill(question)
      await field(page).press('Enter')
      await entries(page).first().getByRole('heading', { name: question }).waitFor()
    }
    await ask('What does it cost?')
    await entries(page).first().getByText('The source doesn’t say.').waitFor()
    await ask('Where on the long and rocky coast do the tide pools form?')
    const height = async (): Promise<number | undefined> => (await entries(page).first().boundingBox())?.height
    const before = await height()
    await entries(page).first().getByText('hollows of the rock').waitFor()
    expect(await height()).toBe(before)
    await page.evaluate('shifted.length = 0')
    hasSeenFirst.resolve()
    await entries(page).first().getByRole('button', { name: 'Copy this answer' }).waitFor()
    // The earlier question follows the answer then, and nothing that was in sight has moved.
    await entries(page).nth(1).getByText('The source doesn’t say.').waitFor()
    expect(await height()).toBeLessThan(300)
    expect(await shifts(page)).toEqual([])
    await takeScreenshots(page, 'ask-second-answer')
  })

  browserTest('shows a failure, and that no questions are left', async ({ page, problems }) => {
    problems.allow(/403/)
    const email = await register(page, product.origin)
    const id = await create(page, product.origin)
    await page.goto(`${product.origin}/summaries/${id}`)
    await expectRead(page)
    await field(page).fill('How long does it last?')
    await field(page).press('Enter')
    const entry = entries(page).first()
    await entry.getByRole('button', { name: 'Ask again' }).waitFor()
    await entry.scrollIntoViewIfNeeded()
    await takeScreenshots(page, 'ask-failed')
    await expectAccessible(page, 'a question that failed')
    const message = 'You’ve used your 10 questions for this month. Upgrade for more.'
    const json = { message, code: 'upgrade_required', requiresUpgrade: true }
    await page.route('**/questions', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 403, json }) : route.continue(),
    )
    await field(page).fill('What does it cost?')
    await field(page).press('Enter')
    await page.getByRole('region', { name: 'Ask this source' }).getByRole('link', { name: 'See the plans' }).waitFor()
    expect(await field(page).inputValue()).toBe('What does it cost?')
    await takeScreenshots(page, 'ask-used-up')
    await expectAccessible(page, 'no questions left')

    // Said before anyone tries.
    await product.database.db.update(users).set({ questionsUsed: 10 }).where(eq(users.email, email))
    // Pages name the models that write summaries, which the built-in engine does here.
    await page.route('**/summaries/*', async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({
        response,
        body: html.replace('</head>', `<meta name="${modelsMeta}" content="gpt-5-mini"></head>`),
      })
    })
    await page.reload()
    const section = page.getByRole('region', { name: 'Ask this source' })
    await section.getByText('10 of 10 questions asked. Resets ').waitFor()
    await section.getByRole('link', { name: 'See the plans' }).waitFor()
    await takeScreenshots(page, 'ask-none-left')
    await expectAccessible(page, 'no questions left, before one is asked')
  })
})
