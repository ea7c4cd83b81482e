/**
 * Name, addresses and marketing copy. This is the one file an operator edits to make the product theirs; the claims and
 * figures in it are the operator's to stand behind.
 */
export const content = {
  productName: 'Precis',
  supportEmail: 'support@precis.example',
  operator: { name: 'Precis', address: '1 Example Street, Example City' },
  tagline: 'Read the one page that matters.',
  description:
    'Precis turns YouTube videos, articles, pasted text, documents and e-books into summaries with key takeaways, and every line shows you where it comes from.',
  hero: {
    before: 'Read the',
    underlined: 'one page',
    after: 'that matters.',
    lead: 'Paste a video, an article or a text, or drop a document or an e-book. A summary with its key takeaways is ready in about 30 seconds, and every line of it shows you where it comes from.',
    assurances: ['Free plan', 'Cancel anytime', '30-day money-back guarantee'],
  },
  features: [
    {
      title: 'Smart Summaries',
      text: 'The argument of a two-hour talk or a long report on a single page, set to be read and in the language of its source.',
    },
    {
      title: 'Smart Insights',
      text: 'Numbered takeaways, each ending in the minute, page or paragraph it rests on. One click opens the source right there.',
    },
    {
      title: 'Easy Export',
      text: 'Take a summary with you as PDF or Markdown, with its source, its places and a note on how it was read.',
    },
  ],
  statistics: {
    title: 'Time back, every week',
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
        text: 'I open the summary first, then the two pages of the report that matter. The places take me straight there.',
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
    contentTypes: ['YouTube videos', 'Articles', 'Pasted text', 'Documents', 'E-books'],
  },
  pricing: {
    title: 'Plans for every reading list',
    lead: 'Start free. Change or cancel anytime, with no long-term contract and a 30-day money-back guarantee.',
  },
} as const
