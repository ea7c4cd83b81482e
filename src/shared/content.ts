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
} as const
