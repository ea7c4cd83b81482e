/** Keys of the shared queries; the first segment of each is the path it loads. */
export const queryKeys = {
  user: ['/api/auth/user'],
  account: ['/api/account'],
  sessions: ['/api/account/sessions'],
  plans: ['/api/plans'],
  signInOptions: ['/api/auth/options'],
  subscriptionStatus: ['/api/subscription/status'],
  subscriptionDetails: ['/api/subscription/details'],
  stats: ['/api/stats'],
  summarizer: ['/api/summarizer'],
  recentSummaries: ['/api/summaries', 'recent'],
  newestSummaries: ['/api/summaries', 'newest'],
  summaryLists: ['/api/summaries', 'list'],
  summary: (id: string) => ['/api/summaries', id],
} as const
