/** A sample article. */
export interface SampleArticle {
  slug: string
  title: string
  author: string
  section: string
  /** ISO 8601 date-time. */
  publishedAt: string
  /** One sentence below the headline, also the page's description. */
  standfirst: string
  parts: readonly {
    /** Absent in the first section. */
    heading?: string
    paragraphs: readonly string[]
  }[]
}
