import './lib/zod-setup.ts'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static.edge'
import type { OwnPage, OwnScreen, RenderedPage, Written } from '../shared/own-screens.ts'
import { pagePaths } from '../shared/paths.ts'
import type { PlanCatalogue } from '../shared/plans/catalogue.ts'
import { App } from './app/app.tsx'
import { firstAnswers } from './app/first-answers.ts'
import { loadScreen } from './app/router.tsx'
import { queryKeys } from './lib/keys.ts'
import { answersElement, type PageAnswers } from './lib/page-answers.ts'
import { createQueryClient } from './lib/query-client.ts'
import { WrittenContext } from './lib/written.ts'

interface Address {
  pathname: string
  /** Query without its question mark. */
  search: string
}

/** Throws the first error that a part of the page throws: the app would stand in for it, and the page lack something. */
async function render(address: Address, { answers, written }: PageAnswers): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <WrittenContext value={written}>
        <App queryClient={createQueryClient(answers)} at={address} />
      </WrittenContext>
    </StrictMode>,
    // In one piece: scripts that put pieces in their places later would be inline, which the server forbids.
    { onError: (error) => void errors.push(error), progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  return html
}

async function renderVisitors(
  pathname: string,
  locale: string,
  answers: PageAnswers['answers'],
): Promise<RenderedPage> {
  await loadScreen({ pathname, search: '' }, false)
  const written: Written = { locale, at: null, apple: false }
  const html = await render({ pathname, search: '' }, { answers: [[queryKeys.user, null], ...answers], written })
  return { html, answers: answersElement({ answers, written }) }
}

/** What a visitor sees of the front page, as HTML of the app's root element. */
export const renderFrontPage = async (): Promise<string> => (await renderVisitors(pagePaths.home, 'en-US', [])).html

/**
 * What a visitor sees of the page of plans.
 *
 * @param locale in which prices are written
 */
export const renderPricing = async (catalogue: PlanCatalogue, locale: string): Promise<RenderedPage> =>
  renderVisitors(pagePaths.subscribe, locale, [[queryKeys.plans, catalogue]])

/**
 * What somebody who is signed in sees first of a screen of theirs.
 *
 * @returns null where nobody is signed in
 */
export async function renderOwnScreen(
  screen: OwnScreen,
  { search, ask, written }: OwnPage,
): Promise<RenderedPage | null> {
  const address = { pathname: pagePaths[screen], search }
  const [answers] = await Promise.all([firstAnswers(screen, search, ask), loadScreen(address, true)])
  if (answers === null) return null
  return { html: await render(address, { answers, written }), answers: answersElement({ answers, written }) }
}
