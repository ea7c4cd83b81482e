/** Addresses of the product's pages, as the browser's router and the server both know them. */
export const pagePaths = {
  home: '/',
  login: '/login',
  register: '/register',
  dashboard: '/dashboard',
  summaries: '/summaries',
  summary: '/summaries/:id',
  subscribe: '/subscribe',
  manageSubscription: '/manage-subscription',
  account: '/account',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  privacyPolicy: '/privacy-policy',
  termsOfUse: '/terms-of-use',
} as const

const patterns = Object.values(pagePaths).map((path) => new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}/?$`))

/** Whether an address is a page of the product. Everything else is answered with status 404 and the not-found screen. */
export function isPagePath(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
