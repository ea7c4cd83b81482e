import { Suspense, useEffect, useState } from 'react'
import { Redirect, Route, Switch, useSearch } from 'wouter'
import { pagePaths } from '../../shared/paths.ts'
import { isArrival, isPaidReturn } from '../../shared/redirect-params.ts'
import { PageSpinner } from '../components/spinner.tsx'
import { useAuth } from '../lib/auth/auth-context.tsx'
import { usePlanNews } from '../lib/plan-refresh.ts'
import { DashboardScreen } from './dashboard-screen.tsx'
import { MemberPlaces, RequireUser, VisitorsOnly } from './guards.tsx'
import {
  AccountPage,
  Arrivals,
  ForgotPasswordPage,
  LandingPage,
  LoginPage,
  ManagePage,
  NotFoundPage,
  PricingPage,
  PrivacyPage,
  preloadMemberScreens,
  RegisterPage,
  ResetPasswordPage,
  SummariesPage,
  TermsPage,
  VerifyEmailPage,
} from './screens.ts'
import { Shell } from './shell/shell.tsx'

/** Loads what handles arrivals with the first one, and keeps it: a payment is followed on every screen. */
function Arrived() {
  const search = useSearch()
  const [hasArrived, setArrived] = useState(false)
  if (!hasArrived && isArrival(search)) setArrived(true)
  return hasArrived ? (
    <Suspense>
      <Arrivals />
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
      <Arrived />
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
