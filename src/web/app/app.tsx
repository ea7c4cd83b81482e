import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Router } from 'wouter'
import { ErrorBoundary } from '../components/error-boundary.tsx'
import { Toaster } from '../components/toast/toaster.tsx'
import { AuthProvider } from '../lib/auth/auth-context.tsx'
import { searchHook } from '../lib/search-as-it-stands.ts'
import { AppRoutes } from './router.tsx'
import { ScreenFailure } from './screen-failure.tsx'

/** The whole web app. */
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
