import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ErrorCode } from '../../src/shared/errors.ts'
import { overflowOf } from '../support/accessibility.ts'
import { resize } from '../support/browser.ts'
import type { TestProduct } from '../support/product.ts'

/** Names that fill any line. */
export const longPerson = {
  firstName: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter',
  lastName: 'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung',
  email: `${'rechtsschutzversicherungsgesellschaften'.slice(0, 60)}@${'kraftfahrzeughaftpflicht'.repeat(2)}.example.com`,
}

let count = 0

/** A user with an account who isn't signed in. */
export async function newcomer(product: TestProduct): Promise<string> {
  const email = `newcomer${(count += 1)}@example.com`
  await product.register(email)
  return email
}

/** Answers calls to a path with an error. */
export async function refuse(
  page: Page,
  path: string,
  status: number,
  body: { code: ErrorCode; message: string } | string,
  headers: Record<string, string> = {},
): Promise<void> {
  const answer = typeof body === 'string' ? { body, contentType: 'text/html' } : { json: body }
  await page.route(`**${path}`, (route) => route.fulfill({ status, headers, ...answer }))
}

/** Delays calls to a path until the returned function is called. */
export async function hold(page: Page, path: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** The focused element: its label, its text, or otherwise its tag. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    `(({ activeElement: element }) => element.labels?.[0]?.innerText || element.ariaLabel || element.innerText || element.tagName)(document)`,
  )
}

/** Waits until the element with this name has focus. */
export async function expectFocus(page: Page, name: string): Promise<void> {
  await expect.poll(async () => focused(page)).toBe(name)
}

/** Presses Tab once per name, and expects focus there. */
export async function expectTabOrder(page: Page, names: readonly string[]): Promise<void> {
  const seen: string[] = []
  for (const _ of names) {
    await page.keyboard.press('Tab')
    seen.push(await focused(page))
  }
  expect(seen).toEqual(names)
}

/** Expects no horizontal overflow, on a small phone, at 200 percent zoom and on a tablet. */
export async function expectToFit(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const [width, height] of [
    [360, 640],
    [320, 512],
    [720, 450],
    [1024, 768],
  ] as const) {
    await resize(page, { width, height })
    // A busy browser lays the page out a moment after the window has changed.
    await expect.poll(async () => overflowOf(page), { message: `${page.url()} at ${width} px` }).toBeLessThanOrEqual(0)
  }
  if (before !== null) await resize(page, before)
}
