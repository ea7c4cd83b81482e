import { createContext, type ReactNode, type RefObject, Suspense, use, useEffect, useRef, useState } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { pagePaths } from '../../shared/paths.ts'
import { isPaidReturn, ownPath, readReturn } from '../../shared/redirect-params.ts'
import { PageSpinner } from '../components/spinner.tsx'
import { toast } from '../components/toast/toast-store.ts'
import { useAuth } from '../lib/auth/auth-context.tsx'
import { usePlanNews } from '../lib/subscription.ts'
import { DashboardScreen } from './dashboard-screen.tsx'
import {
  AccountPage,
  ForgotPasswordPage,
  LandingPage,
  LoginPage,
  ManagePage,
  NotFoundPage,
  PaymentReturn,
  PricingPage,
  PrivacyPage,
  preloadMemberScreens,
  RegisterPage,
  ResetPasswordPage,
  SummariesPage,
  TermsPage,
  VerifyEmailPage,
} from './screens.ts'
import { SessionExpiry } from './session-expiry.ts'
import { Shell } from './shell/shell.tsx'
import { SignInNotices } from './sign-in-notices.ts'

/** Sign-in leads to the dashboard; only a deeper address is worth coming back to. */
function loginPath(path: string, search: string): string {
  if (search === '' && path.lastIndexOf('/') === 0) return '/login'
  return `/login?returnTo=${encodeURIComponent(search === '' ? path : `${path}?${search}`)}`
}

/** The path at which somebody was signed in last; null once somebody is elsewhere without being signed in. */
const LastMemberPath = createContext<RefObject<string | null>>({ current: null })

/** Remembers for the screens within where their person was: all of them are built anew once nobody is signed in. */
function MemberPlaces({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const [path] = useLocation()
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (user !== null) last.current = path
    else if (last.current !== path) last.current = null
  }, [user, path])
  return <LastMemberPath value={last}>{children}</LastMemberPath>
}

/** Shows a screen to those signed in; sends everyone else to the login page and says why. */
function RequireUser({ message, children }: { message: string; children: ReactNode }) {
  const { user } = useAuth()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const lastMemberPath = use(LastMemberPath)

  useEffect(() => {
    if (user !== null) return
    if (lastMemberPath.current === path) {
      // Who was signed in here until now has been told why the screen is gone.
      navigate('/login', { replace: true })
    } else {
      toast({ title: 'Authentication Required', description: message })
      navigate(loginPath(path, search), { replace: true })
    }
  }, [user, path, search, message, navigate, lastMemberPath])

  return user === null ? null : children
}

/** Shows a screen to visitors; sends those signed in to the `returnTo` of the address, or to `home`. */
function VisitorsOnly({ home, children }: { home: string; children: ReactNode }) {
  const { user } = useAuth()
  const search = useSearch()
  if (user === null) return children
  return <Redirect to={ownPath(new URLSearchParams(search).get('returnTo'), home)} replace />
}

/** Loads what handles the return from a payment page, and keeps it: a payment is followed on every screen. */
function Returned() {
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

/**
 * The root: the landing page, or for those signed in the dashboard, with the query that a payment page may have added.
 * Who comes back from paying without a session is led there too, which has them log in and come back.
 */
function Home() {
  const { user } = useAuth()
  const search = useSearch()
  if (user === null && !isPaidReturn(search)) return <LandingPage />
  return <Redirect to={dashboardWith(search)} replace />
}

function Dashboard() {
  const search = useSearch()
  return (
    <RequireUser
      message={isPaidReturn(search) ? 'Please log in to confirm your payment.' : 'Please log in to see your dashboard.'}
    >
      <DashboardScreen />
    </RequireUser>
  )
}

/** The plans, for everyone; who comes back from paying without a session has to log in first. */
function Plans() {
  const { user } = useAuth()
  const search = useSearch()
  if (user === null && isPaidReturn(search)) return <Redirect to={dashboardWith(search)} replace />
  return <PricingPage />
}

/** Which screen stands at which address, for visitors and for those signed in. */
export function AppRoutes() {
  const { user, isLoading } = useAuth()
  usePlanNews()
  const isMember = user !== null
  useEffect(() => {
    if (isMember) void preloadMemberScreens()
  }, [isMember])
  if (isLoading) return <PageSpinner />
  return (
    <MemberPlaces>
      <SignInNotices />
      <SessionExpiry />
      <Returned />
      <Shell>
        <Switch>
          <Route path={pagePaths.home} component={Home} />
          <Route path={pagePaths.dashboard} component={Dashboard} />
          {/* One route with and without an id, so that the list stays while a summary opens over it. */}
          <Route path={`${pagePaths.summary}?`}>
            <RequireUser message="Please log in to see your summaries.">
              <SummariesPage />
            </RequireUser>
          </Route>
          <Route path={pagePaths.manageSubscription}>
            <RequireUser message="Please log in to manage your subscription.">
              <ManagePage />
            </RequireUser>
          </Route>
          <Route path={pagePaths.account}>
            <RequireUser message="Please log in to see your account.">
              <AccountPage />
            </RequireUser>
          </Route>
          <Route path={pagePaths.login}>
            <VisitorsOnly home="/">
              <LoginPage />
            </VisitorsOnly>
          </Route>
          <Route path={pagePaths.register}>
            <VisitorsOnly home="/dashboard">
              <RegisterPage />
            </VisitorsOnly>
          </Route>
          <Route path={pagePaths.forgotPassword} component={ForgotPasswordPage} />
          <Route path={pagePaths.resetPassword} component={ResetPasswordPage} />
          <Route path={pagePaths.verifyEmail} component={VerifyEmailPage} />
          <Route path={pagePaths.subscribe} component={Plans} />
          <Route path={pagePaths.privacyPolicy} component={PrivacyPage} />
          <Route path={pagePaths.termsOfUse} component={TermsPage} />
          <Route component={NotFoundPage} />
        </Switch>
      </Shell>
    </MemberPlaces>
  )
}
