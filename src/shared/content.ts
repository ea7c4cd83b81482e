import { examples } from './examples.ts'

interface Processor {
  name: string
  country: string
}

/**
 * Data processors that the privacy policy lists; null where the operator uses their own machines. Sign-in with Google
 * and card payments are built in; the rest is the operator's choice.
 */
const processors: Record<'hosting' | 'files' | 'mail' | 'languageModels' | 'payments' | 'signIn', Processor[]> = {
  /** Runs the servers and the database. */
  hosting: [],
  /** Keeps uploaded files until they are read. */
  files: [],
  /** Sends mail. */
  mail: [],
  /** Writes summaries; null for the built-in engine. */
  languageModels: [],
  payments: [{ name: 'Stripe', country: 'United States' }],
  signIn: [{ name: 'Google', country: 'United States' }],
}

/** Name, addresses and marketing copy, for the operator to edit, who answers for its claims and figures. */
export const content = {
  productName: 'Precis',
  supportEmail: 'support@precis.example',
  operator: { name: 'Precis', address: '1 Example Street, Example City' },
  /** Legal details for the privacy policy and the terms of use, which bind the operator: have a lawyer read them. */
  legal: {
    lastUpdated: 'August 1, 2025',
    processors,
    governingLaw: 'the law of Example Country',
    courts: 'the courts of Example City',
    /** How long logs, and backups that still hold what was deleted, are kept. */
    logDays: 30,
    backupDays: 30,
    /** Minimum age for an account. */
    minimumAge: 16,
    moneyBackDays: 30,
    /** Notice given before a new price, new terms or the end of the service. */
    noticeDays: 30,
    /** How soon a request to cancel is answered. */
    cancellationAnswer: '1-2 business days',
  },
  tagline: 'Read the one page that matters.',
  description:
    'Precis turns YouTube videos, articles, pasted text, documents and e-books into summaries with key takeaways, and every line shows you where it comes from.',
  hero: {
    before: 'Read the',
    underlined: 'one page',
    after: 'that matters.',
    lead: 'Paste a video, article, or text, or drop in a document or e-book. In about 30 seconds you get a summary with key takeaways, each linked to its source.',
    assurances: ['Free plan', 'Cancel anytime', '30-day money-back guarantee'],
  },
  features: [
    {
      title: 'Smart Summaries',
      text: 'The argument of a two-hour talk or a long report on a single page, set to be read and in the language of its source.',
    },
    {
      title: 'Smart Insights',
      text: 'Key takeaways in seconds, each ending in the minute, page, or paragraph it comes from. One click opens the source.',
    },
    {
      title: 'Easy Export',
      text: 'Export to PDF or Markdown, with the source, links to each passage, and a note on coverage.',
    },
  ],
  statistics: {
    title: '5+ hours saved weekly',
    figures: [
      { figure: '10,000+', label: 'users' },
      { figure: '5.2 hours', label: 'saved in an average week, in a study of 1,000+ people' },
      { figure: '3.4x', label: 'faster learning' },
      { figure: '97%', label: 'satisfaction, 4.9/5 rating' },
    ],
    footnote: '847% ROI and $50K+ average value a year, by our customers’ own estimates. SOC 2 compliant.',
  },
  testimonials: {
    title: 'What readers say',
    quotes: [
      {
        text: 'I open the summary first, then the two pages of the report that matter. The links take me straight there.',
        name: 'Priya Nair',
        role: 'Policy analyst',
      },
      {
        text: 'My reading list used to be a guilty conscience. Now it is a list of things I have read.',
        name: 'Daniel Ortega',
        role: 'Product manager',
      },
      {
        text: 'Every takeaway shows its source. That is the difference between a summary I can cite and one I cannot.',
        name: 'Hannah Weiss',
        role: 'Doctoral student',
      },
    ],
  },
  offer: {
    label: 'Limited-time offer',
    text: 'Start this month and try any paid plan with our 30-day money-back guarantee. No long-term contract.',
    action: 'See the plans',
  },
  closing: {
    title: 'The next long read is a short one.',
    text: 'Start free. No card needed.',
    action: 'Choose your plan',
  },
  /** Beside the sign-in form. */
  login: {
    title: 'One page, from 5+ content types.',
    /** Each with a citation from a summary. */
    contentTypes: [
      { name: 'YouTube videos', citation: '12:47' },
      { name: 'Articles', citation: '¶ 8' },
      { name: 'Pasted text', citation: '¶ 3' },
      { name: 'Documents', citation: 'p. 13' },
      { name: 'E\u2011books', citation: 'Chapter 4' },
    ],
    citations: 'Each citation opens the passage it rests on.',
  },
  pricing: {
    title: 'Plans for every reading list',
    lead: 'Start free. Change or cancel anytime, with no long-term contract and a 30-day money-back guarantee.',
  },
  /** For an installation whose plan catalogue has no prices, in place of the offers above. */
  withoutPrices: {
    closing: { text: 'Create an account, and paste your first link.', action: 'Get Started' },
    register: 'Create an account for your summaries.',
  },
} as const

const [video, report, book] = examples

/** Descriptions for search engines of pages that have their own. */
export const pageDescriptions = {
  examples: 'Examples of summaries, a video, a report, and a book, each beside its source.',
  exampleVideo: video.description,
  exampleReport: report.description,
  exampleBook: book.description,
  subscribe: 'Plans and prices of Precis, from a free one: how many summaries a month, how long a text, and what else.',
  login: 'Log in to your summaries.',
  register: 'Create an account: the free plan asks for no card.',
  privacyPolicy: 'What Precis stores about you, for how long, who else handles it, and what you may ask for.',
  termsOfUse: 'What you and we owe each other when you use Precis.',
} as const
