/** An article of our own making, as its author would hand it in. */
export interface SampleArticle {
  slug: string
  title: string
  author: string
  section: string
  /** ISO 8601 date-time. */
  publishedAt: string
  /** One sentence under the headline, also the page's description. */
  standfirst: string
  parts: readonly {
    /** Absent on the part that opens the article. */
    heading?: string
    paragraphs: readonly string[]
  }[]
}
