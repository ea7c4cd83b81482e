import './lib/zod-setup.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static.edge'
import { Router } from 'wouter'
import { pagePaths } from '../shared/paths.ts'
import { hasPrices, type PlanCatalogue } from '../shared/plans/catalogue.ts'
import { Shell } from './app/shell/shell.tsx'
import LandingPage from './features/landing/landing-page.tsx'
import PricingPage from './features/pricing/pricing-page.tsx'
import { AuthProvider } from './lib/auth/auth-context.tsx'
import { PriceLocale } from './lib/plans/money.ts'
import { createQueryClient, plansQuery, userKey } from './lib/queries.ts'
import { Site } from './lib/site.ts'

interface PublicPage {
  name: 'home' | 'subscribe'
  catalogue: PlanCatalogue
  isOpen: boolean
  models: string | null
  recordingBytes: number | null
  locale: string
}

/** Renders a page as visitors see it: the HTML of the root element. */
export async function renderPublicPage({
  name,
  catalogue,
  isOpen,
  models,
  recordingBytes,
  locale,
}: PublicPage): Promise<string> {
  const queryClient = createQueryClient()
  queryClient.setQueryData(userKey, null)
  queryClient.setQueryData(plansQuery.queryKey, catalogue)
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <PriceLocale value={locale}>
        <QueryClientProvider client={queryClient}>
          <Router ssrPath={pagePaths[name]}>
            <Site value={{ sells: hasPrices(catalogue), isOpen, models, recordingBytes }}>
              <AuthProvider>
                <Shell>{name === 'home' ? <LandingPage /> : <PricingPage />}</Shell>
              </AuthProvider>
            </Site>
          </Router>
        </QueryClientProvider>
      </PriceLocale>
    </StrictMode>,
    // In one chunk: React places later chunks with inline scripts, which the content security policy forbids.
    { onError: (error) => void errors.push(error), progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const html = await new Response(prelude).text()
  // Otherwise the page would show the error boundary's message.
  if (errors.length > 0) throw errors[0]
  return html
}
