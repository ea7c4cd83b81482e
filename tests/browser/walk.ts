import { appendFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { NewPageOptions, PageProblems } from '../support/browser.ts'
import { expectRead } from './steps.ts'

/** Largest Cumulative Layout Shift of a step. */
const LIMIT = 0.02

interface Shift {
  /** Origin of the page. */
  page: string
  /** Milliseconds since 1970. */
  at: number
  value: number
  /** Whether the user did something in the half second before. */
  hasRecentInput: boolean
  moved: string[]
}

/** Reports every layout shift with what moved, and from where to where. */
const reportShifts = `
  new PerformanceObserver((list) => {
    const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries())
      reportShift({
        page: location.origin,
        at: performance.timeOrigin + startTime,
        value,
        hasRecentInput: hadRecentInput,
        moved: sources.map(({ node, previousRect, currentRect }) =>
          [(node?.outerHTML ?? node?.textContent ?? '').slice(0, 100), box(previousRect), box(currentRect)].join(' | ')),
      })
  }).observe({ type: 'layout-shift', buffered: true })`

/** Cumulative Layout Shift: the largest sum of shifts at most a second apart, within five seconds. */
function scoreOf(shifts: readonly Shift[]): number {
  let [most, sum, first, last] = [0, 0, -Infinity, -Infinity]
  for (const { at, value } of shifts.toSorted((one, other) => one.at - other.at)) {
    if (at - last >= 1000 || at - first >= 5000) [sum, first] = [0, at]
    sum += value
    last = at
    most = Math.max(most, sum)
  }
  return most
}

export interface Walk {
  page: Page
  problems: PageProblems
  /**
   * Performs a step of a journey, and waits until the page rests.
   *
   * @param options `isAnswered`: the step submits a form whose answer may move the page, since it replaces the form
   */
  step: (name: string, act: () => Promise<unknown>, options?: { isAnswered?: boolean }) => Promise<void>
  setOffline: (isOffline: boolean) => Promise<void>
  /** Expects that no step has moved the page by more than the limit. */
  end: () => void
}

/** Milliseconds, and bytes a second: 1.6 Mbit/s, as on a slow mobile network. */
const network = { latency: 400, downloadThroughput: 200_000, uploadThroughput: 200_000 }

/**
 * Begins a journey on a slow network, without a cache. A shift within half a second of an input is its effect, and doesn't
 * count, as browsers define it. With SHIFTS=file, the score of each step is appended to that file, without such shifts and
 * with them.
 */
export async function beginWalk(
  newPage: (options: NewPageOptions) => Promise<{ page: Page; problems: PageProblems }>,
  { origin, ...options }: NewPageOptions & { origin: string },
): Promise<Walk> {
  const { page, problems } = await newPage({ reducedMotion: 'no-preference', ...options })
  page.setDefaultTimeout(30_000)
  const seen: Shift[] = []
  await page.exposeFunction('reportShift', (shift: Shift) => {
    // Not those of the pages for payments.
    if (shift.page === origin) seen.push(shift)
  })
  await page.addInitScript(reportShifts)
  const connection = await page.context().newCDPSession(page)
  await connection.send('Network.enable')
  await connection.send('Network.setCacheDisabled', { cacheDisabled: true })
  const setOffline = async (offline: boolean): Promise<void> => {
    await connection.send('Network.emulateNetworkConditions', { offline, ...network })
  }
  await setOffline(false)
  const beyond: string[] = []
  const step: Walk['step'] = async (name, act, { isAnswered = false } = {}) => {
    seen.length = 0
    await act()
    await page.waitForTimeout(1200 + 2 * network.latency)
    const counted = seen.filter(({ hasRecentInput }) => !hasRecentInput)
    const [score, all] = [scoreOf(counted), scoreOf(seen)]
    const listOf = (shifts: readonly Shift[]): string =>
      shifts
        .filter(({ value }) => value > 0.002)
        .map(
          ({ value, hasRecentInput, moved }) =>
            `\n    ${hasRecentInput ? '(input) ' : ''}${value.toFixed(4)}${moved.map((line) => `\n      ${line}`).join('')}`,
        )
        .join('')
    if (score > LIMIT && !isAnswered) beyond.push(`${name}: ${score.toFixed(4)}${listOf(counted)}`)
    if (process.env.SHIFTS !== undefined)
      appendFileSync(
        process.env.SHIFTS,
        `${page.viewportSize()?.width}\t${score.toFixed(4)}\t${all.toFixed(4)}\t${name}${listOf(seen)}\n`,
      )
  }
  return { page, problems, step, setOffline, end: () => expect(beyond.join('\n')).toBe('') }
}

/** Time limit of a journey. */
export const JOURNEY_MS = 400_000

export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true })
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
export const settle = (page: Page): Promise<void> => page.waitForLoadState('networkidle')

/** Submits the form, on the free plan past the offer of others, and waits for the summary. */
export async function make(page: Page, isFree = false): Promise<void> {
  await button(page, 'Summarize').click()
  if (isFree) await button(page, 'Continue with Basic Summary').click()
  await expectRead(page)
}

/** Opens a tab of the dashboard's form, and chooses a file there. */
export async function chooseFile(
  { page, step }: Pick<Walk, 'page' | 'step'>,
  tab: string,
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const input = page.locator('input[type=file]')
  await step(tab, async () => {
    await page.getByRole('tab', { name: tab }).click()
    await input.waitFor({ state: 'attached' })
  })
  await step(`${tab}, chosen`, async () => {
    await input.setInputFiles(file)
    await page
      .getByText(/[\d,]+\swords/)
      .first()
      .waitFor()
  })
}

/** Closes the open dialog. */
export async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Chooses an action of a row: in its menu by touch, else the button that it shows to a mouse. */
export async function actOnRow(page: Page, title: string, action: 'Select' | 'Delete'): Promise<void> {
  if (await page.evaluate<boolean>("matchMedia('(pointer: coarse)').matches")) {
    await button(page, `Actions for ${title}`).tap()
    await page.getByRole('menuitem', { name: action }).tap()
  } else {
    await page.getByRole('article').filter({ hasText: title }).hover()
    if (action === 'Select') await page.getByLabel(`Select ${title}`).check()
    else await button(page, `Delete ${title}`).click()
  }
}

export const confirmDeletion = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
