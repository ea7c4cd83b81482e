import { content } from './content.ts'
import { examples } from './examples.ts'
import type { PageName } from './paths.ts'

const [video, report, book] = examples

/** Default titles of pages. The landing page uses the product's name. */
export const pageTitles = {
  home: null,
  login: 'Log in',
  register: 'Create an account',
  dashboard: 'Dashboard',
  summaries: 'Summaries',
  summary: 'Summaries',
  ask: 'Ask all your sources',
  sharedSummary: 'Shared summary',
  examples: 'Examples',
  exampleVideo: `Example: ${video.title}`,
  exampleReport: `Example: ${report.title}`,
  exampleBook: `Example: ${book.title}`,
  capture: 'Read it from your browser',
  subscribe: 'Pricing',
  manageSubscription: 'Manage Subscription',
  account: 'Account',
  forgotPassword: 'Forgot password',
  resetPassword: 'Reset password',
  verifyEmail: 'Confirm your email address',
  privacyPolicy: 'Privacy Policy',
  termsOfUse: 'Terms of Use',
} as const satisfies Record<PageName, string | null>

/** Name of the meta element by which the web app learns that nothing is sold. */
export const noPricesMeta = 'prices'

/** Name of the meta element by which the web app learns that a new account needs an invitation. */
export const closedMeta = 'registration'

/** Name of the meta element by which the web app learns which language models write summaries; absent without any. */
export const modelsMeta = 'language-models'

/** Name of the meta element with the largest recording, in bytes; absent where recordings are not transcribed. */
export const recordingsMeta = 'recordings'

export const notFoundTitle = 'Page not found'

/** Names a page in a browser's tab: "Summaries · Precis". Without a title: the product and its tagline. */
export function documentTitle(title: string | null): string {
  return title === null ? `${content.productName}: ${content.tagline}` : `${title} · ${content.productName}`
}

/** The picture that other sites show with a link to the product. `scripts/social-image.mjs` draws it into `public`. */
export const socialImage = {
  file: 'social.png',
  /** In pixels. */
  width: 1200,
  height: 630,
  line: 'Summaries with key takeaways, and every line shows you where it comes from.',
  alt: `${content.productName}: ${content.tagline}`,
}

/** Query parameters of the dashboard for a URL or text to summarize, from a bookmark, a link or a phone's share menu. */
export const sharedNames = ['url', 'text', 'title'] as const
