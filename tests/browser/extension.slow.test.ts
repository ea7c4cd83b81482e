import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'

const server = 'https://precis.example'
const popup = 'https://popup.example/popup.html'
const tab = 'https://intranet.carrow.example/pools'

/** A tab as the browser knows it, and what the page in it answers. */
interface Tab {
  url: string
  page: { url: string; title: string; html?: string; failure?: string } | null
  packedFor?: string
}

describe('the popup of the extension', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'precis-extension-'))
  const folder = path.join(home, 'extension')
  beforeAll(() => {
    execFileSync(process.execPath, ['scripts/extension.mjs', server, folder])
  })
  afterAll(() => rmSync(home, { recursive: true }))

  /** Opens the popup beside a tab. The browser's own API is replaced; the popup's files are the packed ones. */
  const openPopup = async (page: Page, { url, page: found, packedFor = server }: Tab): Promise<string[]> => {
    const sent: string[] = []
    await page.context().route('**/*', async (route) => {
      const { origin, pathname } = new URL(route.request().url())
      if (origin === new URL(popup).origin) {
        const contentType = pathname.endsWith('.js') ? 'text/javascript' : undefined
        await route.fulfill({ body: readFileSync(path.join(folder, pathname)), ...(contentType && { contentType }) })
      } else {
        sent.push(`${route.request().method()} ${route.request().url()}`)
        await route.fulfill({
          status: 202,
          json: { id: 'x' },
          headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
        })
      }
    })
    await page.addInitScript(`
      localStorage.setItem('token', 'a token')
      window.chrome = {
        runtime: { getManifest: () => ({ host_permissions: [${JSON.stringify(`${packedFor}/*`)}] }) },
        tabs: { query: async () => [{ id: 1, url: ${JSON.stringify(url)} }], create: async () => ({}) },
        scripting: { executeScript: async () => [{ result: ${JSON.stringify(found)} }] },
      }`)
    await page.goto(popup)
    return sent
  }
  const own = { url: tab, title: 'Pools', html: '<p>x' }

  browserTest('sends a page under the address of its tab', async ({ page }) => {
    const sent = await openPopup(page, { url: tab, page: own })
    await page.getByText('intranet.carrow.example').waitFor()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Summarize' }).click()
    await expect.poll(() => sent.at(-1)).toBe(`POST ${server}/api/summaries`)
  })

  browserTest('says in its own words why a page can’t be read', async ({ page }) => {
    await openPopup(page, { url: tab, page: { ...own, failure: 'no_captions' } })
    await page.getByText('Turn on the captions of this video').waitFor()
    expect(await page.getByRole('button', { name: 'Summarize' }).isDisabled()).toBe(true)
  })

  const refused: [string, Tab, RegExp][] = [
    [
      'a page that claims another address',
      { url: tab, page: { ...own, url: 'https://bank.example/' } },
      /Open the page/,
    ],
    ['a page that claims another path', { url: tab, page: { ...own, url: `${tab}/other` } }, /Open the page/],
    [
      'a page of the browser',
      { url: 'chrome://settings', page: { ...own, url: 'chrome://settings' } },
      /Open the page/,
    ],
    ['a file', { url: 'file:///etc/hosts', page: { ...own, url: 'file:///etc/hosts' } }, /Open the page/],
    ['a server without https', { url: tab, page: own, packedFor: 'http://precis.example' }, /without https/],
  ]
  for (const [name, given, message] of refused)
    browserTest(`sends nothing of ${name}`, async ({ page }) => {
      const sent = await openPopup(page, given)
      await page.getByText(message).waitFor()
      expect(await page.getByRole('button', { name: 'Summarize' }).count()).toBe(0)
      expect(sent).toEqual([])
    })
})
