import { existsSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { violationsOf } from './accessibility.ts'
import { browserTest, launchBrowser, takeScreenshots, viewports, watchProblems } from './browser.ts'

describe('browser fixture', () => {
  browserTest('takes a page in both themes on desktop and phone, where that is asked for', async ({ page }) => {
    await page.setContent('<style>@media (prefers-color-scheme: dark) { body { background: #171614 } }</style>')
    vi.stubEnv('SCREENSHOTS', '')
    expect(await takeScreenshots(page, 'harness')).toEqual([])
    vi.stubEnv('SCREENSHOTS', '1')
    const files = await takeScreenshots(page, 'harness').finally(() => vi.unstubAllEnvs())
    expect(files.map((file) => file.replace(/^.*harness-/, ''))).toEqual([
      'light-1440.png',
      'dark-1440.png',
      'light-390.png',
      'dark-390.png',
    ])
    expect(files.every((file) => existsSync(file))).toBe(true)
    expect(page.viewportSize()).toEqual(viewports.desktop)
  })

  browserTest('opens pages that share nothing', async ({ newPage }) => {
    const [first, second] = await Promise.all([newPage(), newPage({ viewport: viewports.phone })])
    await first.context.addCookies([{ name: 'session', value: 'mine', domain: 'precis.example', path: '/' }])
    expect(await second.context.cookies('http://precis.example')).toEqual([])
    expect(second.page.viewportSize()).toEqual(viewports.phone)
  })

  browserTest.fails('fails a test whose page broke unnoticed', async ({ page }) => {
    await page.setContent('<script>throw new Error("unnoticed")</script>')
  })
})

describe('violations', () => {
  /** A page with two controls, over parts of which lies a link in the bar that sticks to the foot of a phone. */
  const covered = (style: string): string =>
    `<html lang="en"><title>Bar</title><style>body { margin: 0 } main { height: 3000px } h1 { height: 700px }
    button { ${style} } nav { position: sticky; bottom: 0 } a { display: block; height: 100px; background: white }</style>
    <main><h1>Bar</h1><button>Ask</button><button>Copy</button></main>
    <nav aria-label="Main"><a href="/">Summaries</a></nav></html>`

  browserTest('are judged where nothing covers a control', async ({ page }) => {
    await page.setViewportSize(viewports.phone)
    await page.setContent(covered('width: 44px; height: 44px'))
    expect(await violationsOf(page)).toEqual([])
    await page.setContent(covered('width: 12px; height: 12px; padding: 0; overflow: hidden'))
    expect(await violationsOf(page)).toEqual([
      expect.stringMatching(/^target-size: <button>Ask/),
      expect.stringMatching(/^target-size: <button>Copy/),
    ])
  })
})

describe('watchProblems', () => {
  test('collects console errors and uncaught ones, except those that a test allows', async () => {
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      const problems = watchProblems(page)
      await page.setContent('<script>console.error("told"); console.warn("whispered")</script>')
      await page.setContent('<script>throw new Error("thrown")</script>')
      expect(problems.unexpected().join('\n')).toMatch(/told[\s\S]*thrown/)
      expect(problems.unexpected()).toHaveLength(2)
      problems.allow(/told/)
      expect(problems.unexpected()).toEqual([expect.stringContaining('thrown')])
    } finally {
      await browser.close()
    }
  })
})
