import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Router } from 'wouter'
import { Toaster } from '../components/toast/toaster.tsx'
import { AuthProvider } from '../lib/auth/auth-context.tsx'
import { queryKeys } from '../lib/keys.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { AppRoutes } from './router.tsx'

/** The app's cache where it is known before anything is asked that nobody is signed in. */
function createVisitorsClient(): QueryClient {
  const queryClient = createQueryClient()
  queryClient.setQueryData(queryKeys.user, null)
  return queryClient
}

interface AppProps {
  /** Nobody is signed in in this browser. */
  isVisitor?: boolean
  /** The address to be at, where there is no browser to know it. */
  path?: string
  /** Told once the app is on the page. */
  onShown?: () => void
}

/** The whole web app. */
export function App({ isVisitor = false, path, onShown }: AppProps) {
  const [queryClient] = useState(isVisitor ? createVisitorsClient : createQueryClient)
  useEffect(() => onShown?.(), [onShown])
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Router ssrPath={path}>
          <AuthProvider>
            <AppRoutes />
          </AuthProvider>
        </Router>
      </QueryClientProvider>
      <Toaster />
    </ErrorBoundary>
  )
}
