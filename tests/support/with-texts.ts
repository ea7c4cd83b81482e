import { pageAsTexts } from '../../src/shared/summary/partial-page.ts'
import type { SummaryResult } from '../../src/shared/summary/summary.ts'

/** A result with its page's texts beside it, and its takeaways and quotes under the API's names. */
export const withTexts = (result: SummaryResult) => ({
  ...result,
  ...pageAsTexts(result.page),
  keyTakeaways: result.page.takeaways,
  notableQuotes: result.page.quotes,
})
export type ResultWithTexts = ReturnType<typeof withTexts>
