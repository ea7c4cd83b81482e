/** Method and path of a call; the path has `:name` parameters. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH'
  path: string
}

/** Every call of the product, by name. The browser loads this table, and of the contracts only the types. */
export const routes = {
  currentUser: { method: 'GET', path: '/api/auth/user' },
  login: { method: 'POST', path: '/api/auth/login' },
  register: { method: 'POST', path: '/api/auth/register' },
  logout: { method: 'POST', path: '/api/auth/logout' },
  signInOptions: { method: 'GET', path: '/api/auth/options' },
  forgotPassword: { method: 'POST', path: '/api/forgot-password' },
  resetPassword: { method: 'POST', path: '/api/reset-password' },
  verifyEmail: { method: 'POST', path: '/api/auth/verify-email' },
  account: { method: 'GET', path: '/api/account' },
  sendVerification: { method: 'POST', path: '/api/account/verification' },
  changeName: { method: 'PUT', path: '/api/account/name' },
  changePassword: { method: 'PUT', path: '/api/account/password' },
  changeEmail: { method: 'POST', path: '/api/account/email' },
  cancelEmailChange: { method: 'DELETE', path: '/api/account/email' },
  listSessions: { method: 'GET', path: '/api/account/sessions' },
  endSession: { method: 'DELETE', path: '/api/account/sessions/:id' },
  endSessions: { method: 'DELETE', path: '/api/account/sessions' },
  listTokens: { method: 'GET', path: '/api/account/tokens' },
  createToken: { method: 'POST', path: '/api/account/tokens' },
  revokeToken: { method: 'DELETE', path: '/api/account/tokens/:id' },
  deleteAccount: { method: 'POST', path: '/api/account/delete' },
  signUpStarter: { method: 'POST', path: '/api/signup-starter' },
  createSubscription: { method: 'POST', path: '/api/create-subscription' },
  verifyPayment: { method: 'POST', path: '/api/verify-payment' },
  subscriptionStatus: { method: 'GET', path: '/api/subscription/status' },
  subscriptionDetails: { method: 'GET', path: '/api/subscription/details' },
  cancelRequest: { method: 'POST', path: '/api/subscription/cancel-request' },
  suggestFeature: { method: 'POST', path: '/api/feature-suggestions' },
  getShare: { method: 'GET', path: '/api/summaries/:id/share' },
  putShare: { method: 'PUT', path: '/api/summaries/:id/share' },
  deleteShare: { method: 'DELETE', path: '/api/summaries/:id/share' },
  getSharedSummary: { method: 'GET', path: '/api/shared/:token' },
  getSharedSource: { method: 'GET', path: '/api/shared/:token/source' },
  mapSharedSource: { method: 'GET', path: '/api/shared/:token/source/map' },
  findInSharedSource: { method: 'GET', path: '/api/shared/:token/source/find' },
  plans: { method: 'GET', path: '/api/plans' },
  stats: { method: 'GET', path: '/api/stats' },
  createSummary: { method: 'POST', path: '/api/summaries' },
  summarizer: { method: 'GET', path: '/api/summarizer' },
  retrySummary: { method: 'POST', path: '/api/summaries/:id/retry' },
  redoSummary: { method: 'POST', path: '/api/summaries/:id/redo' },
  createUploadUrl: { method: 'POST', path: '/api/files/upload-url' },
  processUpload: { method: 'POST', path: '/api/files/process' },
  listSummaries: { method: 'GET', path: '/api/summaries' },
  getSummary: { method: 'GET', path: '/api/summaries/:id' },
  getSource: { method: 'GET', path: '/api/summaries/:id/source' },
  mapSource: { method: 'GET', path: '/api/summaries/:id/source/map' },
  findInSource: { method: 'GET', path: '/api/summaries/:id/source/find' },
  renameSummary: { method: 'PATCH', path: '/api/summaries/:id' },
  deleteSummary: { method: 'DELETE', path: '/api/summaries/:id' },
  askSource: { method: 'POST', path: '/api/summaries/:id/questions' },
  listSourceQuestions: { method: 'GET', path: '/api/summaries/:id/questions' },
  deleteSourceQuestions: { method: 'DELETE', path: '/api/summaries/:id/questions' },
  suggestQuestions: { method: 'GET', path: '/api/summaries/:id/suggested-questions' },
  askLibrary: { method: 'POST', path: '/api/questions' },
  listQuestions: { method: 'GET', path: '/api/questions' },
  getQuestion: { method: 'GET', path: '/api/questions/:id' },
  deleteQuestion: { method: 'DELETE', path: '/api/questions/:id' },
  restoreSummary: { method: 'POST', path: '/api/summaries/:id/restore' },
} as const satisfies Record<string, Route>
export type CallName = keyof typeof routes

/** Fills the `:name` parameters of a path. */
export function buildPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** More than the dashboard shows, since failed ones don't count. */
export const RECENT_LOADED = 10

/** First requests of the dashboard: its page has browsers load them together with the app. */
export const dashboardRequests = [
  routes.plans.path,
  routes.stats.path,
  `${routes.listSummaries.path}?type=all&limit=${RECENT_LOADED}`,
]

/** Path of the download of everything stored about the user, as a zip. */
export const myDataPath = '/api/account/export'

/** Path that "Continue with Google" leads to; takes an optional `returnTo`. */
export const signInPaths = { google: '/api/auth/google', oidc: '/api/auth/oidc' } as const

export const exportFormats = ['markdown', 'pdf'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const MAX_EXPORTED = 100

export const summaryExportPath = (id: string, format: ExportFormat, withQuestions = false): string =>
  `/api/summaries/${id}/export?format=${format}${withQuestions ? '&questions=true' : ''}`

export const summariesExportPath = (ids: readonly string[], format: ExportFormat): string =>
  `/api/summaries/export?format=${format}&ids=${ids.join(',')}`

export const questionEventsPath = (id: string): string => `/api/questions/${id}/events`

export const summaryEventsPath = (id: string): string => `/api/summaries/${id}/events`
