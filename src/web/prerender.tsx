import './lib/zod-setup.ts'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static.edge'
import { pagePaths } from '../shared/paths.ts'
import type { PlanCatalogue } from '../shared/plans/catalogue.ts'
import { App } from './app/app.tsx'
import { loadScreen } from './app/router.tsx'
import { queryKeys } from './lib/keys.ts'
import { answersElement, type PageAnswers } from './lib/page-answers.ts'
import { createQueryClient } from './lib/query-client.ts'
import { WrittenIn } from './lib/use-money.ts'

/** Throws the first error that a part of the page throws: the app would stand in for it, and the page lack something. */
async function render(path: string, { answers, locale }: PageAnswers): Promise<string> {
  await loadScreen({ pathname: path, search: '' }, false)
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <WrittenIn value={locale}>
        <App queryClient={createQueryClient([[queryKeys.user, null], ...answers])} path={path} />
      </WrittenIn>
    </StrictMode>,
    // In one piece: scripts that put pieces in their places later would be inline, which the server forbids.
    { onError: (error) => void errors.push(error), progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  return html
}

/** What a visitor sees of the front page, as HTML of the app's root element. */
export const renderFrontPage = async (): Promise<string> => render(pagePaths.home, { answers: [], locale: 'en-US' })

/**
 * What a visitor sees of the page of plans, and an element that tells the app which plans these are.
 *
 * @param locale in which prices are written
 */
export async function renderPricing(
  catalogue: PlanCatalogue,
  locale: string,
): Promise<{ html: string; answers: string }> {
  const known: PageAnswers = { answers: [[queryKeys.plans, catalogue]], locale }
  return { html: await render(pagePaths.subscribe, known), answers: answersElement(known) }
}
