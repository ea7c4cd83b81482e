import { type Plan, type PlanCatalogue, planOf } from '../../../shared/plans/catalogue.ts'
import { pageAsTexts } from '../../../shared/summary/partial-page.ts'
import { isShortSource } from '../../../shared/summary/short-source.ts'
import type { Summary } from '../../../shared/summary/summary.ts'
import type { PartialPage, SummaryPage } from '../../../shared/summary/summary-page.ts'
import { titleSourceOf } from '../../../shared/summary/summary-text.ts'
import type { SummaryRow } from '../../db/schema/index.ts'

/** A user's plan, which limits what they see of a summary, and the plan that would show more. */
export interface Rights {
  plan: Plan
  /** Name of the cheapest plan with advanced summaries; null if the catalogue has none. */
  advancedPlanName: string | null
}

export function rightsOf(catalogue: PlanCatalogue, plan: string | null): Rights {
  const advancedPlanName = catalogue.plans.find(({ advanced }) => advanced)?.name ?? null
  return { plan: planOf(catalogue, plan), advancedPlanName }
}

/** A page without what the plan does not include: the parts of the advanced summary, and the quotes. */
export const pageForPlan = <Page extends SummaryPage | PartialPage>(page: Page, { plan }: Rights): Page =>
  plan.advanced ? page : { ...page, parts: [], quotes: [] }

const noTexts = { summary: '', basicSummary: '', advancedSummary: null, keyTakeaways: [], notableQuotes: [] }

/**
 * A summary as the API returns it: the page and, projected from it, the flat fields. All routes, exports, events and
 * public links show summaries as this function and `pageForPlan` return them.
 */
export function toSummary(row: SummaryRow, rights: Rights): Summary {
  const page = row.page === null ? null : pageForPlan(row.page, rights)
  const texts = page === null ? noTexts : pageAsTexts(page)
  const focus = row.page?.focus?.text ?? row.input?.focus
  return {
    id: row.id,
    userId: row.userId,
    title: row.title,
    sourceTitle: row.sourceTitle,
    titleSource: titleSourceOf(row, row.page),
    originalUrl: row.originalUrl,
    contentType: row.contentType,
    ...texts,
    thumbnailUrl: row.thumbnailUrl,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isProContent: texts.advancedSummary !== null,
    previewMessage: previewMessage(row, rights),
    status: row.status,
    failureMessage: row.failureMessage,
    failureCode: row.failureCode,
    progress: row.progress,
    engine: row.engine,
    language: row.page === null ? row.sourceLanguage : row.language,
    ...(focus ? { focus } : {}),
    author: row.author,
    site: row.site,
    publishedAt: row.publishedAt,
    sourceInfo: row.sourceInfo,
    coverage: row.coverage,
    page,
    cached: row.cached,
    // It is kept before the summary is written, to be read meanwhile.
    hasSource: row.hasSource && (row.status === 'ready' || row.status === 'summarizing'),
  }
}

function previewMessage(row: SummaryRow, { plan, advancedPlanName }: Rights): string | null {
  if (plan.advanced || advancedPlanName === null || row.status !== 'ready') return null
  if (isShortSource(row)) return `Upgrade to ${advancedPlanName} for notable quotes.`
  return `Upgrade to ${advancedPlanName} for an advanced summary, about 5x longer, with notable quotes.`
}
