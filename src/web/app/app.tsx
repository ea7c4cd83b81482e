import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Router } from 'wouter'
import { ErrorBoundary } from '../components/error-boundary.tsx'
import { Toaster } from '../components/toast/toaster.tsx'
import { AuthProvider } from '../lib/auth/auth-context.tsx'
import { searchHook } from '../lib/search-as-it-stands.ts'
import { OnShown } from './on-shown.ts'
import { AppRoutes } from './router.tsx'
import { ScreenFailure } from './screen-failure.tsx'

interface AppProps {
  queryClient: QueryClient
  /** The address to be at, where there is no browser to know it. */
  at?: { pathname: string; search: string }
  /** Told once there is a screen of the app on the page. */
  onShown?: () => void
}

/** The whole web app. */
export function App({ queryClient, at, onShown }: AppProps) {
  return (
    <OnShown value={onShown}>
      <ErrorBoundary
        renderFailure={(error) => (
          <main>
            <ScreenFailure error={error} />
          </main>
        )}
      >
        <QueryClientProvider client={queryClient}>
          <Router ssrPath={at?.pathname} ssrSearch={at?.search} searchHook={searchHook}>
            <AuthProvider>
              <AppRoutes />
            </AuthProvider>
          </Router>
        </QueryClientProvider>
        <Toaster />
      </ErrorBoundary>
    </OnShown>
  )
}
