import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './paths.mjs'
import { say } from './report.mjs'
import { runTests } from './tests.mjs'

const folder = join(root, 'dist', 'screenshots')
const picture = /^(.+)-(light|dark)-(\d+)\.png$/

const figure = ({ file, theme, width }) =>
  `<figure><img src="${encodeURIComponent(file)}" loading="lazy" alt=""><figcaption>${theme}, ${width} px</figcaption></figure>`

/**
 * A page with all pictures: a heading a screen and state, desktop before phone, light before dark.
 *
 * @param {string[]} files names of pictures, as in NAME-light-1440.png
 */
export function galleryPage(files) {
  const screens = new Map()
  for (const file of files.toSorted()) {
    const [, name, theme, width] = picture.exec(file) ?? []
    if (name === undefined) continue
    screens.set(name, [...(screens.get(name) ?? []), { file, theme, width: Number(width) }])
  }
  const sections = [...screens].map(([name, shots]) => {
    const sorted = shots.toSorted((a, b) => b.width - a.width || b.theme.localeCompare(a.theme))
    return `<section><h2>${name}</h2>${sorted.map(figure).join('')}</section>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>
body{font:14px system-ui;margin:2rem;background:#888;color:#111}section{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}
h2{flex-basis:100%;margin:2rem 0 0}figure{margin:0}img{max-height:36rem;display:block}</style>
<h1>${screens.size} screens and states</h1>${sections.join('\n')}`
}

/**
 * Takes a picture of each screen in each state, at two widths and in both themes, on the way through the browser tests.
 *
 * @param {string[]} filters pieces of the paths of tests; none for all
 */
export async function runGallery(filters) {
  rmSync(folder, { recursive: true, force: true })
  process.env.SCREENSHOTS = '1'
  const code = await runTests(['browser', ...filters])
  const files = existsSync(folder) ? readdirSync(folder) : []
  const page = join(folder, 'index.html')
  if (files.length > 0) {
    writeFileSync(page, galleryPage(files))
    say(`${files.length} pictures: ${pathToFileURL(page).href}`)
  }
  return code
}
