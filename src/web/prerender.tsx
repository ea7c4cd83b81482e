import './lib/zod-setup.ts'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { pagePaths } from '../shared/paths.ts'
import { App } from './app/app.tsx'
import { loadScreen } from './app/router.tsx'

/** Pages that say the same to every visitor, so that they can be made when the app is built. */
const names = ['home'] as const

/** Marks in what React renders for a part that is still to come, or that broke. */
const unfinished = /<!--\$[!?]-->/

/**
 * Renders what a visitor sees of each page that is made ahead.
 *
 * @returns HTML of the app's root element, by the page's name
 * @throws Error where a part of a page is missing
 */
export async function renderPages(): Promise<Record<string, string>> {
  const pages: Record<string, string> = {}
  for (const name of names) {
    const path = pagePaths[name]
    await loadScreen(path)
    const html = renderToString(
      <StrictMode>
        <App isVisitor path={path} />
      </StrictMode>,
    )
    if (unfinished.test(html)) throw new Error(`A part of ${path} is missing.`)
    pages[name] = html
  }
  return pages
}
