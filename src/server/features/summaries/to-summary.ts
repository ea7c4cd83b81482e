import { placeLabel } from '../../../shared/place-label.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import type { ListedSummary, PlaceRef, Summary, SummaryMatch } from '../../../shared/summary.ts'
import type { SummaryRow } from '../../db/schema/index.ts'

/** What a person's plan lets them see of a summary, and the plan that would show the rest. */
export interface Rights {
  plan: Plan
  /** Name of the cheapest plan with advanced summaries; null when the catalogue has none. */
  advancedPlanName: string | null
}

/** Derives labels from the stored places, so that older summaries follow the current rules for labels. */
const withLabels = (lines: readonly PlaceRef[][]): PlaceRef[][] =>
  lines.map((places) => places.map((reference) => ({ ...reference, label: placeLabel(reference.place) })))

/**
 * A summary as routes answer it. Advanced content leaves only for plans that include it, whatever the row holds.
 */
export function toSummary(row: SummaryRow, rights: Rights): Summary {
  const advanced = rights.plan.advanced && row.status === 'ready'
  const advancedSummary = advanced ? row.advancedSummary : null
  const quotes = advanced ? row.notableQuotes : []
  return {
    id: row.id,
    userId: row.userId,
    title: row.title,
    originalUrl: row.originalUrl,
    contentType: row.contentType,
    summary: advancedSummary ?? row.basicSummary,
    basicSummary: row.basicSummary,
    advancedSummary,
    keyTakeaways: row.keyTakeaways,
    takeawayPlaces: withLabels(row.takeawayPlaces),
    notableQuotes: quotes,
    quotePlaces: advanced ? withLabels(row.quotePlaces) : [],
    thumbnailUrl: row.thumbnailUrl,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isProContent: advancedSummary !== null || quotes.length > 0,
    previewMessage: previewMessage(row, rights),
    status: row.status,
    failureMessage: row.failureMessage,
    failureCode: row.failureCode,
    progress: row.progress,
    engine: row.engine,
    language: row.language,
    author: row.author,
    site: row.site,
    publishedAt: row.publishedAt,
    sourceInfo: row.sourceInfo,
    coverage: row.coverage,
    cached: row.cached,
  }
}

/** The same as the list answers it: with where something was found in it, where something was searched for. */
export function toListed(row: SummaryRow, rights: Rights, match: SummaryMatch | undefined): ListedSummary {
  const summary = toSummary(row, rights)
  return match === undefined ? summary : { ...summary, match }
}

function previewMessage(row: SummaryRow, { plan, advancedPlanName }: Rights): string | null {
  if (plan.advanced || advancedPlanName === null || row.status !== 'ready') return null
  return `Upgrade to ${advancedPlanName} for an advanced summary, about 5x longer, with notable quotes.`
}
