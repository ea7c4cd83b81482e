import type { Summary } from '../../src/shared/summary/summary.ts'
import type { StoredSummary } from '../support/stored-summaries.ts'

/** The stored fields of a summary that its page shows, for `addSummaries`. */
export const rowOf = (summary: Summary): Omit<StoredSummary, 'userId'> => ({
  title: summary.title,
  source: {
    title: summary.sourceTitle,
    originalUrl: summary.originalUrl,
    contentType: summary.contentType,
    site: summary.site,
    author: summary.author,
    publishedAt: summary.publishedAt,
    info: summary.sourceInfo,
  },
  language: summary.language,
  coverage: summary.coverage,
  engine: summary.engine,
  page: summary.page,
})
