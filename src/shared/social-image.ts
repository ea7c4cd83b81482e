import { content } from './content.ts'

/** The picture that other sites show with a link to the product. `scripts/social-image.mjs` draws it into `public`. */
export const socialImage = {
  file: 'social.png',
  /** In pixels, as sites that show such pictures ask for them. */
  width: 1200,
  height: 630,
  /** What stands below the headline. */
  line: 'Summaries with key takeaways, and every line shows you where it comes from.',
  alt: `${content.productName}: ${content.tagline}`,
}
