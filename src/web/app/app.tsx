import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Router } from 'wouter'
import { Toaster } from '../components/toast/toaster.tsx'
import { AuthProvider } from '../lib/auth/auth-context.tsx'
import { searchHook } from '../lib/search-as-it-stands.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { OnShown } from './on-shown.ts'
import { AppRoutes } from './router.tsx'

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
      <ErrorBoundary>
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
