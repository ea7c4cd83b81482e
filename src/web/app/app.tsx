import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Toaster } from '../components/toast/toaster.tsx'
import { AuthProvider } from '../lib/auth/auth-context.tsx'
import { createQueryClient } from '../lib/query-client.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { AppRoutes } from './router.tsx'

/** The whole web app. */
export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <AuthProvider>
          <AppRoutes />
        </AuthProvider>
      </QueryClientProvider>
      <Toaster />
    </ErrorBoundary>
  )
}
