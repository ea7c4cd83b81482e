import type { ComponentType } from 'react'
import { type PageName, pageAt } from '../../shared/paths.ts'
import { lazyScript } from '../components/error-boundary.tsx'
import { whenIdle } from '../lib/idle.ts'

/** Leaves the first moments to what the user does on the page. */
const PRELOAD_DELAY_MS = 2000

const loadNotFound = async () => import('./not-found-page.tsx')
const loadSummaries = async () => import('../features/summaries/list/summaries-page.tsx')

const loaders: Record<Exclude<PageName, 'dashboard'>, () => Promise<{ default: ComponentType }>> = {
  home: async () => import('../features/landing/landing-page.tsx'),
  login: async () => import('../features/auth/login-page.tsx'),
  register: async () => import('../features/auth/register-page.tsx'),
  summaries: loadSummaries,
  summary: loadSummaries,
  subscribe: async () => import('../features/pricing/pricing-page.tsx'),
  manageSubscription: async () => import('../features/subscription/manage-page.tsx'),
  account: async () => import('../features/account/account-page.tsx'),
  forgotPassword: async () => import('../features/auth/forgot-password-page.tsx'),
  resetPassword: async () => import('../features/auth/reset-password-page.tsx'),
  verifyEmail: async () => import('../features/auth/verify-email-page.tsx'),
  privacyPolicy: async () => import('../features/legal/privacy-page.tsx'),
  termsOfUse: async () => import('../features/legal/terms-page.tsx'),
}

export const PaymentReturn = lazyScript(async () => import('../features/payments/payment-return.tsx'))
export const NotFoundPage = lazyScript(loadNotFound)
export const LandingPage = lazyScript(loaders.home)
export const LoginPage = lazyScript(loaders.login)
export const RegisterPage = lazyScript(loaders.register)
export const SummariesPage = lazyScript(loadSummaries)
export const PricingPage = lazyScript(loaders.subscribe)
export const ManagePage = lazyScript(loaders.manageSubscription)
export const AccountPage = lazyScript(loaders.account)
export const ForgotPasswordPage = lazyScript(loaders.forgotPassword)
export const ResetPasswordPage = lazyScript(loaders.resetPassword)
export const VerifyEmailPage = lazyScript(loaders.verifyEmail)
export const PrivacyPage = lazyScript(loaders.privacyPolicy)
export const TermsPage = lazyScript(loaders.termsOfUse)

/** Loads scripts ahead of their rendering, which loads them again and reports a failure. */
async function preload(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  await Promise.allSettled(loads.map(async (load) => load()))
}

/** Starts loading the screen at a path while the app itself still waits for its first answers. */
export function preloadScreen(pathname: string): void {
  const page = pageAt(pathname)
  if (page !== 'dashboard') void preload([page === null ? loadNotFound : loaders[page]])
}

/** Loads what signed-in users may need next while the browser is idle, so that it also opens without a connection. */
export async function preloadMemberScreens(): Promise<void> {
  const loads = [
    async () => import('../features/summaries/detail/summary-dialog.tsx'),
    async () => import('../features/uploads/upload-panel.tsx'),
    async () => import('../features/subscription/cancel-dialog.tsx'),
    loadSummaries,
    loaders.account,
    loaders.manageSubscription,
    loaders.subscribe,
  ]
  for (const load of loads) {
    await whenIdle(PRELOAD_DELAY_MS)
    await preload([load])
  }
}
