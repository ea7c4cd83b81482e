import { Suspense, useState } from 'react'
import { Redirect, Route, Switch, useSearch } from 'wouter'
import { isArrival } from '../../shared/arrivals.ts'
import { type PageName, pageAt, pagePaths } from '../../shared/paths.ts'
import { isPaidReturn } from '../../shared/payment-return.ts'
import { type LazyComponent, lazyComponent } from '../components/lazy-component.tsx'
import { PageSpinner } from '../components/spinner.tsx'
import { useAuth } from '../lib/auth/auth-context.tsx'
import { usePlanNews } from '../lib/plan-refresh.ts'
import { MemberPlaces, RequireUser, VisitorsOnly } from './guards.tsx'
import { MemberShell, Shell } from './shell/shell.tsx'

const LandingPage = lazyComponent(async () => import('../features/landing/landing-page.tsx'))
const LoginPage = lazyComponent(async () => import('../features/auth/login-page.tsx'))
const RegisterPage = lazyComponent(async () => import('../features/auth/register-page.tsx'))
const ForgotPasswordPage = lazyComponent(async () => import('../features/auth/forgot-password-page.tsx'))
const ResetPasswordPage = lazyComponent(async () => import('../features/auth/reset-password-page.tsx'))
const VerifyEmailPage = lazyComponent(async () => import('../features/auth/verify-email-page.tsx'))
const PricingPage = lazyComponent(async () => import('../features/pricing/pricing-page.tsx'), { preload: true })
const AccountPage = lazyComponent(async () => import('../features/account/account-page.tsx'), { preload: true })
const PrivacyPage = lazyComponent(async () => import('../features/legal/privacy-page.tsx'))
const TermsPage = lazyComponent(async () => import('../features/legal/terms-page.tsx'))
const ManagePage = lazyComponent(async () => import('../features/subscription/manage-page.tsx'), { preload: true })
const DashboardScreen = lazyComponent(async () => import('./dashboard-screen.tsx'), { preload: true })
const SummariesScreen = lazyComponent(async () => import('./summaries-screen.tsx'), { preload: true })

const NotFoundPage = lazyComponent(async () => import('./not-found-page.tsx'))
const Arrivals = lazyComponent(async () => import('./arrivals.tsx'))

const screens: Record<PageName, LazyComponent> = {
  home: LandingPage,
  login: LoginPage,
  register: RegisterPage,
  dashboard: DashboardScreen,
  summaries: SummariesScreen,
  summary: SummariesScreen,
  subscribe: PricingPage,
  manageSubscription: ManagePage,
  account: AccountPage,
  forgotPassword: ForgotPasswordPage,
  resetPassword: ResetPasswordPage,
  verifyEmail: VerifyEmailPage,
  privacyPolicy: PrivacyPage,
  termsOfUse: TermsPage,
}

/** Loads what is to be shown at an address ahead, with what stands around it for those who are signed in. */
export async function loadScreen(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  isMember: boolean,
): Promise<void> {
  const page = pageAt(pathname)
  const screen = page === null ? NotFoundPage : screens[page]
  const parts = [screen, ...(isMember ? [MemberShell] : []), ...(isArrival(search) ? [Arrivals] : [])]
  await Promise.all(parts.map(async (part) => part.load()))
}

/** Takes note of arrivals, from the first one on: a payment is followed wherever one goes meanwhile. */
function Arrived() {
  usePlanNews()
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
  const { isLoading } = useAuth()
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
              <SummariesScreen />
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
