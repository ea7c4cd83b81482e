import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** Total size of the files of each type in bytes, compressed with gzip like the server's responses. */
export interface Weights {
  script: number
  style: number
  font: number
}

const kinds: Readonly<Record<string, keyof Weights>> = { '.js': 'script', '.css': 'style', '.woff2': 'font' }

const webFolder = path.join(import.meta.dirname, '..', '..', 'dist', 'web')

/** Fonts are compressed already. */
async function weighFile(name: string, kind: keyof Weights): Promise<number> {
  const bytes = await readFile(path.join(webFolder, name))
  return kind === 'font' ? bytes.length : gzipSync(bytes, { level: 9 }).length
}

/**
 * For `addInitScript`: a browser that is never idle loads only what a page needs, without prefetching other screens.
 */
export const neverIdle = 'window.requestIdleCallback = () => 0'

/**
 * Opens a page of the product and sums up every file of the build that it requests, until the network is quiet. Scripts
 * that would load once the browser is idle are left out.
 */
export async function weighPage(page: Page, url: string): Promise<Weights> {
  await page.addInitScript(neverIdle)
  // The screen that was open before may still be loading others ahead.
  await page.goto('about:blank')
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(request.url()))
  await page.goto(url, { waitUntil: 'networkidle' })
  const weights: Weights = { script: 0, style: 0, font: 0 }
  for (const address of asked) {
    const { origin, pathname } = new URL(address)
    const kind = kinds[path.extname(pathname)]
    if (kind !== undefined && origin === new URL(url).origin) weights[kind] += await weighFile(pathname, kind)
  }
  return weights
}
