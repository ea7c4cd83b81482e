export const pagePaths = {
  home: '/',
  login: '/login',
  register: '/register',
  dashboard: '/dashboard',
  summaries: '/summaries',
  summary: '/summaries/:id',
  ask: '/ask',
  sharedSummary: '/s/:token',
  examples: '/examples',
  exampleVideo: '/examples/video',
  exampleReport: '/examples/report',
  exampleBook: '/examples/book',
  capture: '/add',
  subscribe: '/subscribe',
  manageSubscription: '/manage-subscription',
  account: '/account',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  privacyPolicy: '/privacy-policy',
  termsOfUse: '/terms-of-use',
} as const

export type PageName = keyof typeof pagePaths

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}/?$`)

const isPageName = (name: string): name is PageName => Object.hasOwn(pagePaths, name)
const patterns = Object.keys(pagePaths)
  .filter(isPageName)
  .map((name) => ({ name, pattern: patternOf(pagePaths[name]) }))

const salesPages: ReadonlySet<PageName> = new Set(['subscribe', 'manageSubscription'])

/** Whether an installation has a page. @param sells whether its plan catalogue has prices */
export const hasPage = (name: PageName, sells: boolean): boolean => sells || !salesPages.has(name)

/** The page at a path; null for paths that get the not-found screen and status 404. */
export function pageAt(path: string, sells: boolean): PageName | null {
  return patterns.find(({ name, pattern }) => hasPage(name, sells) && pattern.test(path))?.name ?? null
}

export const buildSharedPath = (token: string): string => pagePaths.sharedSummary.replace(':token', token)

/** Token in the path of a shared summary; null for other paths. */
export const sharedTokenIn = (path: string): string | null => /^\/s\/([\w-]+)\/?$/.exec(path)?.[1] ?? null
