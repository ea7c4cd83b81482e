import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { type PageName, pagePaths } from '../../shared/paths.ts'
import { isPaidReturn, ownPath, readReturn } from '../../shared/redirect-params.ts'
import { PageSpinner } from '../components/button.tsx'
import { toast } from '../components/toast.tsx'
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx'
import { useAuth } from '../lib/auth/auth-context.tsx'
import { sells } from '../lib/site.ts'
import { usePlanNews } from '../lib/subscription.ts'
import { notFound, PaymentReturn, preloadMemberScreens, screens } from './screens.ts'
import { Shell } from './shell/shell.tsx'
import { SessionExpiry, SignInNotices } from './sign-in-notices.ts'

/** Login URL that leads back to a page, unless it is one click away and no other window waits for it. */
function loginPath(path: string, search: string): string {
  if (search === '' && path.lastIndexOf('/') === 0 && path !== pagePaths.handOver) return '/login'
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

/** Screens of signed-in users, with the message for visitors. */
const memberScreens = [
  // One route with and without an id, so that the list stays while a summary opens over it.
  { path: `${pagePaths.summary}?`, ...screens.summaries, message: 'Please log in to see your summaries.' },
  ...(sells
    ? [
        {
          path: pagePaths.manageSubscription,
          ...screens.manageSubscription,
          message: 'Please log in to manage your subscription.',
        },
      ]
    : []),
  { path: pagePaths.account, ...screens.account, message: 'Please log in to see your account.' },
  { path: pagePaths.handOver, ...screens.handOver, message: 'Please log in to summarize this page.' },
]
const visitorScreens = [
  { path: pagePaths.login, ...screens.login, home: pagePaths.home },
  { path: pagePaths.register, ...screens.register, home: pagePaths.dashboard },
]
const shownAt = (name: Exclude<PageName, 'dashboard'>) => ({ path: pagePaths[name], Screen: screens[name].Screen })

type OtherPage =
  | 'home'
  | 'dashboard'
  | 'handOver'
  | 'subscribe'
  | 'manageSubscription'
  | 'account'
  | 'login'
  | 'register'
/** Screens for everyone. The compiler asks for each page that has no other route. */
const publicScreens: Readonly<
  Record<Exclude<PageName, OtherPage | 'summary' | 'summaries'>, ReturnType<typeof shownAt>>
> = {
  sharedSummary: shownAt('sharedSummary'),
  exampleVideo: shownAt('exampleVideo'),
  exampleReport: shownAt('exampleReport'),
  exampleBook: shownAt('exampleBook'),
  forgotPassword: shownAt('forgotPassword'),
  resetPassword: shownAt('resetPassword'),
  verifyEmail: shownAt('verifyEmail'),
  privacyPolicy: shownAt('privacyPolicy'),
  termsOfUse: shownAt('termsOfUse'),
}

export function AppRoutes() {
  const { user, isLoading } = useAuth()
  const [path] = useLocation()
  const isPaid = isPaidReturn(useSearch())
  usePlanNews()
  const isMember = user !== null
  useEffect(() => {
    if (isMember) void preloadMemberScreens()
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
          <Route path={pagePaths.home} component={Home} />
          <Route path={pagePaths.dashboard}>
            <RequireUser message={`Please log in to ${isPaid ? 'confirm your payment' : 'see your dashboard'}.`}>
              <DashboardPage />
            </RequireUser>
          </Route>
          {memberScreens.map(({ path, message, Screen }) => (
            <Route key={path} path={path}>
              <RequireUser message={message}>
                <Screen />
              </RequireUser>
            </Route>
          ))}
          {visitorScreens.map(({ path, home, Screen }) => (
            <Route key={path} path={path}>
              <VisitorsOnly home={home}>
                <Screen />
              </VisitorsOnly>
            </Route>
          ))}
          {Object.values(publicScreens).map(({ path, Screen }) => (
            <Route key={path} path={path} component={Screen} />
          ))}
          {sells ? <Route path={pagePaths.subscribe} component={Plans} /> : null}
          <Route component={notFound.Screen} />
        </Switch>
      </Shell>
    </>
  )
}
