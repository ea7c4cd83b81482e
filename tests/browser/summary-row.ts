import type { summaries } from '../../src/server/db/schema/index.ts'
import type { Summary } from '../../src/shared/summary/summary.ts'

/** The stored fields of a summary that its page shows, for `addSummaries`. */
export const rowOf = (summary: Summary): Partial<typeof summaries.$inferInsert> => ({
  title: summary.title,
  originalUrl: summary.originalUrl,
  contentType: summary.contentType,
  site: summary.site,
  author: summary.author,
  publishedAt: summary.publishedAt,
  language: summary.language,
  sourceInfo: summary.sourceInfo,
  coverage: summary.coverage,
  engine: summary.engine,
  basicSummary: summary.basicSummary,
  advancedSummary: summary.advancedSummary,
  page: summary.page,
  keyTakeaways: summary.keyTakeaways,
  takeawayPlaces: summary.takeawayPlaces,
  notableQuotes: summary.notableQuotes,
  quotePlaces: summary.quotePlaces,
})
