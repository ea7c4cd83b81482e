import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import { useSearch as useBrowserSearch } from 'wouter/use-browser-location'
import { type PageName, pagePaths } from '../../shared/paths.ts'
import { isPaidReturn, ownPath, readReturn } from '../../shared/redirect-params.ts'
import { PageSpinner } from '../components/button.tsx'
import { ErrorBoundary } from '../components/error-boundary.tsx'
import { Toaster, toast } from '../components/toast.tsx'
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx'
import { AuthProvider, useAuth } from '../lib/auth/auth-context.tsx'
import { usePlanNews } from '../lib/plans/subscription.ts'
import { sells } from '../lib/site.ts'
import { ScreenFailure } from './screen-failure.tsx'
import { notFound, PaymentReturn, preloadMemberScripts, screens } from './screens.ts'
import { SessionExpiry, SignInNotices } from './session-notices.ts'
import { Shell } from './shell/shell.tsx'

/** Login URL that leads back to a page, unless it is one click away and no other window waits for it. */
function loginPath(path: string, search: string): string {
  if (search === '' && path.lastIndexOf('/') === 0 && path !== pagePaths.capture) return '/login'
  return `/login?returnTo=${encodeURIComponent(search === '' ? path : `${path}?${search}`)}`
}

/** Path at which a user was last signed in; null after a navigation without a user. */
let lastMemberPath: string | null = null

/** Shows a screen to signed-in users; sends everyone else to the login page, with a message. */
function RequireUser({ message, children }: { message: string; children: ReactNode }) {
  const { user } = useAuth()
  const [path, navigate] = useLocation()
  const search = useSearch()

  useEffect(() => {
    if (user !== null) return
    if (lastMemberPath === path) {
      // A toast has explained why the user was signed out.
      navigate('/login', { replace: true })
    } else {
      toast({ title: 'Authentication Required', description: message })
      navigate(loginPath(path, search), { replace: true })
    }
  }, [user, path, search, message, navigate])

  return user === null ? null : children
}

/** Shows a screen to visitors; sends signed-in users to the `returnTo` of the URL, or to `home`. */
function VisitorsOnly({ home, children }: { home: string; children: ReactNode }) {
  const { user } = useAuth()
  const search = useSearch()
  if (user === null) return children
  return <Redirect to={ownPath(new URLSearchParams(search).get('returnTo'), home)} replace />
}

/** Loads the handler of the return from a payment page, and keeps it on every screen. */
function PaymentReturnLoader() {
  const search = useSearch()
  const [hasReturned, setReturned] = useState(false)
  if (!hasReturned && readReturn(search) !== null) setReturned(true)
  return hasReturned ? (
    <Suspense>
      <PaymentReturn />
    </Suspense>
  ) : null
}

const dashboardWith = (search: string): string =>
  search === '' ? pagePaths.dashboard : `${pagePaths.dashboard}?${search}`

/** The landing page; for signed-in users and after payments, a redirect to the dashboard with the same query. */
function Home() {
  const { user } = useAuth()
  const search = useSearch()
  if (user === null && !isPaidReturn(search)) return <screens.home.Screen />
  return <Redirect to={dashboardWith(search)} replace />
}

/** The pricing page; after a payment without a session, a redirect to the dashboard, which asks the user to log in. */
function Plans() {
  const { user } = useAuth()
  const search = useSearch()
  if (user === null && isPaidReturn(search)) return <Redirect to={dashboardWith(search)} replace />
  return <screens.subscribe.Screen />
}

function Dashboard() {
  const isPaid = isPaidReturn(useSearch())
  return (
    <RequireUser message={`Please log in to ${isPaid ? 'confirm your payment' : 'see your dashboard'}.`}>
      <DashboardPage />
    </RequireUser>
  )
}

function show(name: keyof typeof screens): ReactNode {
  const { Screen } = screens[name]
  return <Screen />
}
const forMembers = (name: keyof typeof screens, message: string) => (
  <RequireUser message={message}>{show(name)}</RequireUser>
)
const forVisitors = (name: keyof typeof screens, home: string) => <VisitorsOnly home={home}>{show(name)}</VisitorsOnly>

// One path with and without an id, so that the list stays while a summary opens over it.
type Path = Exclude<(typeof pagePaths)[PageName], '/summaries' | '/summaries/:id'> | '/summaries/:id?'

/** The pages and who may see them; null for those that do not exist here. The compiler asks for each page. */
const pages: Readonly<Record<Path, ReactNode>> = {
  [pagePaths.home]: <Home />,
  [pagePaths.dashboard]: <Dashboard />,
  '/summaries/:id?': forMembers('summaries', 'Please log in to see your summaries.'),
  [pagePaths.manageSubscription]: sells
    ? forMembers('manageSubscription', 'Please log in to manage your subscription.')
    : null,
  [pagePaths.account]: forMembers('account', 'Please log in to see your account.'),
  [pagePaths.ask]: forMembers('ask', 'Please log in to ask your sources.'),
  [pagePaths.capture]: forMembers('capture', 'Please log in to summarize this page.'),
  [pagePaths.login]: forVisitors('login', pagePaths.home),
  [pagePaths.register]: forVisitors('register', pagePaths.dashboard),
  [pagePaths.sharedSummary]: show('sharedSummary'),
  [pagePaths.examples]: show('examples'),
  [pagePaths.exampleVideo]: show('exampleVideo'),
  [pagePaths.exampleReport]: show('exampleReport'),
  [pagePaths.exampleBook]: show('exampleBook'),
  [pagePaths.forgotPassword]: show('forgotPassword'),
  [pagePaths.resetPassword]: show('resetPassword'),
  [pagePaths.verifyEmail]: show('verifyEmail'),
  [pagePaths.privacyPolicy]: show('privacyPolicy'),
  [pagePaths.termsOfUse]: show('termsOfUse'),
  [pagePaths.subscribe]: sells ? <Plans /> : null,
}
const existing = Object.entries(pages).filter(([, page]) => page !== null)

function AppRoutes() {
  const { user, isLoading } = useAuth()
  const [path] = useLocation()
  usePlanNews()
  const isMember = user !== null
  useEffect(() => {
    if (isMember) void preloadMemberScripts()
  }, [isMember])
  // Runs after the effects of the screens, which read the earlier path.
  useEffect(() => {
    if (isMember) lastMemberPath = path
    else if (lastMemberPath !== path) lastMemberPath = null
  }, [isMember, path])
  const isReady = useDeferredValue(!isLoading, false)
  if (!isReady) return <PageSpinner />
  return (
    <>
      <SignInNotices />
      <SessionExpiry />
      {sells ? <PaymentReturnLoader /> : null}
      <Shell>
        <Switch>
          {existing.map(([path, page]) => (
            <Route key={path} path={path}>
              {page}
            </Route>
          ))}
          <Route component={notFound.Screen} />
        </Switch>
      </Shell>
    </>
  )
}

/** The query of the URL, encoded twice: wouter decodes it, and `URLSearchParams` decodes it again. */
const searchHook: typeof useBrowserSearch = (options) => useBrowserSearch(options).replaceAll('%', '%25')

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
