import type { ComponentType } from 'react'
import { type PageName, pageAt } from '../../shared/paths.ts'
import { lazyScript } from '../components/error-boundary.tsx'
import { whenIdle } from '../lib/page/idle.ts'
import { sells } from '../lib/site.ts'
import { allowsFunctional } from '../lib/stores/consent.ts'

/** Keeps the first moments free for the user's own requests. */
const PRELOAD_DELAY_MS = 2000

type Load = () => Promise<{ default: ComponentType }>

/** A screen whose script loads when it is first shown, or is preloaded. */
const screen = (load: Load) => ({ load, Screen: lazyScript(load) })

const summaries = screen(async () => import('../features/summaries/list/summaries-page.tsx'))

const example = screen(async () => import('../features/summaries/examples/example-page.tsx'))

/** Every screen except the dashboard, which is part of the app's main script. */
export const screens = {
  home: screen(async () => import('../features/landing/landing-page.tsx')),
  login: screen(async () => import('../features/auth/login-page.tsx')),
  register: screen(async () => import('../features/auth/register-page.tsx')),
  summaries,
  summary: summaries,
  ask: screen(async () => import('../features/library/ask-page.tsx')),
  sharedSummary: screen(async () => import('../features/summaries/share/shared-page.tsx')),
  examples: screen(async () => import('../features/summaries/examples/examples-page.tsx')),
  exampleVideo: example,
  exampleReport: example,
  exampleBook: example,
  capture: screen(async () => import('../features/summaries/capture/capture-page.tsx')),
  subscribe: screen(async () => import('../features/pricing/pricing-page.tsx')),
  manageSubscription: screen(async () => import('../features/subscription/manage-page.tsx')),
  account: screen(async () => import('../features/account/account-page.tsx')),
  forgotPassword: screen(async () => import('../features/auth/forgot-password-page.tsx')),
  resetPassword: screen(async () => import('../features/auth/reset-password-page.tsx')),
  verifyEmail: screen(async () => import('../features/auth/verify-email-page.tsx')),
  privacyPolicy: screen(async () => import('../features/legal/privacy-page.tsx')),
  termsOfUse: screen(async () => import('../features/legal/terms-page.tsx')),
} satisfies Record<Exclude<PageName, 'dashboard'>, unknown>

export const notFound = screen(async () => import('./not-found-page.tsx'))
export const PaymentReturn = lazyScript(async () => import('../features/payments/payment-return.tsx'))

/** Preloads a script. Failures are ignored: rendering loads it again, and reports them. */
async function preload(load: () => Promise<unknown>): Promise<void> {
  await load().catch(() => {})
}

/** Starts loading the screen at a path while the app waits for its first responses. */
export function preloadScreen(pathname: string): void {
  const page = pageAt(pathname, sells)
  if (page !== 'dashboard') void preload((page === null ? notFound : screens[page]).load)
}

/**
 * Loads the scripts that signed-in users may need next, so that they also open without a connection. They run only when
 * they are needed. The build lists them in the page.
 */
export async function preloadMemberScripts(): Promise<void> {
  await whenIdle(PRELOAD_DELAY_MS)
  const later = document.querySelector<HTMLTemplateElement>('#later')
  if (later !== null) document.head.append(later.content)
  // Browsers have none over plain HTTP.
  if (allowsFunctional()) await navigator.serviceWorker?.register('/offline.js').catch(() => {})
}
