import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** What the files of a kind weigh together, each compressed with gzip as the server sends it, in bytes. */
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
 * Opens a page of the product and sums up every file of the build that it has asked for, for whatever reason, until it
 * has come to rest.
 */
export async function weighPage(page: Page, url: string): Promise<Weights> {
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
