import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Router } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { ErrorBoundary } from '../components/error-boundary.tsx'
import { Toaster } from '../components/toast.tsx'
import { AuthProvider } from '../lib/auth/auth-context.tsx'
import { AppRoutes } from './router.tsx'
import { ScreenFailure } from './screen-failure.tsx'

/** The query of the URL, encoded twice: wouter decodes it, and `URLSearchParams` decodes it again. */
const searchHook: typeof useSearch = (options) => useSearch(options).replaceAll('%', '%25')

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <ErrorBoundary
      renderFailure={(error) => (
        <main>
          <ScreenFailure error={error} />
        </main>
      )}
    >
      <QueryClientProvider client={queryClient}>
        <Router searchHook={searchHook}>
          <AuthProvider>
            <AppRoutes />
          </AuthProvider>
        </Router>
      </QueryClientProvider>
      <Toaster />
    </ErrorBoundary>
  )
}
