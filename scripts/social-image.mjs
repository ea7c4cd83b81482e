// Draws public/social.png, the preview image of links to the product, from src/shared/content.ts. Run it after changing
// that text: node_modules/.bin/node scripts/social-image.mjs
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { content } from '../src/shared/content.ts'
import { socialImage } from '../src/shared/page-metadata.ts'
import { escapeHtml } from '../src/shared/text/format.ts'
import mark from '../src/web/components/mark.json' with { type: 'json' }
import { chromiumFlags, findChromium } from '../tests/support/chromium.ts'
import { root } from './process.mjs'

function fontFace(family, file) {
  const bytes = readFileSync(join(root, 'node_modules', '@fontsource-variable', file))
  const source = `url(data:font/woff2;base64,${bytes.toString('base64')})`
  return `@font-face { font-family: ${family}; src: ${source}; font-weight: 100 900; }`
}

const { before, underlined, after } = content.hero
const { width, height } = socialImage
const page = `<!doctype html>
<style>
${fontFace('Headline', 'newsreader/files/newsreader-latin-wght-normal.woff2')}
${fontFace('Body', 'inter/files/inter-latin-wght-normal.woff2')}
body {
  box-sizing: border-box; width: ${width}px; height: ${height}px; margin: 0; padding: 64px 80px;
  display: flex; flex-direction: column; justify-content: space-between;
  background: #fbf8f2; color: #1b1a17; border-bottom: 14px solid #b93a25;
}
svg { height: 68px; width: auto; align-self: start; }
h1 { margin: 0; font: 500 116px/1.08 Headline; letter-spacing: -0.02em; }
h1 span { box-shadow: 0 0.075em 0 #b93a25; white-space: nowrap; }
p { margin: 0; font: 400 26px/1.4 Body; color: #5c574e; }
</style>
<svg viewBox="30 -740 2560 1020"><path d="${mark.path}" fill="#1b1a17" /><rect x="45" y="168" width="1500" height="96" rx="48" fill="#b93a25" /></svg>
<h1>${escapeHtml(before)} <span>${escapeHtml(underlined)}</span> ${escapeHtml(after)}</h1>
<p>${escapeHtml(socialImage.line)}</p>`

const { executablePath, env } = await findChromium()
const browser = await chromium.launch({
  executablePath,
  args: chromiumFlags,
  env: { ...process.env, ...env },
})
try {
  const tab = await browser.newPage({ viewport: { width, height } })
  await tab.setContent(page)
  await tab.evaluate('document.fonts.ready')
  await tab.screenshot({ path: join(root, 'public', socialImage.file) })
} finally {
  await browser.close()
}
