import type { SummarizerFacts } from '../../../../shared/api/calls.ts'
import { firstPlanWith, type Plan } from '../../../../shared/plans/catalogue.ts'
import { isShortSource } from '../../../../shared/summary/short-source.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import type { PageNotice } from '../../../../shared/summary/summary-page.ts'
import { sourceLanguage } from '../../../../shared/text/languages.ts'
import { languageInForce, languageOptions } from '../language/summary-language.tsx'

export type RedoWay = 'advanced' | 'language' | 'fresh' | 'focus' | 'whole'

type Redone = Pick<
  Summary,
  | 'contentType'
  | 'isProContent'
  | 'notableQuotes'
  | 'page'
  | 'coverage'
  | 'hasSource'
  | 'originalUrl'
  | 'language'
  | 'sourceInfo'
  | 'focus'
>

/** Notices of pages for which an advanced summary was asked for. */
const advancedNotices: ReadonlySet<PageNotice> = new Set<PageNotice>([
  'short_source',
  'advanced_missing',
  'too_few_sentences',
  'no_quotes',
  'no_notable_quotes',
])

/** Whether an advanced summary would add something: none was made, and none was asked for without success. */
const lacksAdvanced = ({ isProContent, notableQuotes, page }: Redone): boolean =>
  !isProContent && notableQuotes.length === 0 && page?.notices.some((notice) => advancedNotices.has(notice)) !== true

/** Whether to offer an advanced summary on the page itself. A short source would only get quotes. */
export const offersAdvanced = (summary: Redone, plan: Plan | undefined): boolean =>
  plan?.advanced === true && lacksAdvanced(summary) && !isShortSource(summary) && canRedo(summary)

/** Whether the source can be read again at all. */
export const canRedo = ({ hasSource, originalUrl }: Redone): boolean => hasSource || originalUrl !== null

export interface RedoOffer {
  /** Ways that work on the user's plan. */
  possible: RedoWay[]
  /** The plan to upgrade to for an advanced summary; null if that is possible, or adds nothing. */
  advancedPlan: Plan | null
}

/** How a user can redo a summary: what the server would refuse, or answer with the same summary, is left out. */
export function redoOffer(
  summary: Redone,
  { plan, plans, facts }: { plan: Plan; plans: readonly Plan[]; facts: SummarizerFacts },
  tried: RedoWay | null = null,
): RedoOffer {
  // A plan that ended may have included e-books.
  const isAllowed = canRedo(summary) && (summary.contentType !== 'epub' || plan.ebooks)
  if (!isAllowed) return { possible: [], advancedPlan: null }
  const addsAdvanced = lacksAdvanced(summary)
  const ways: (RedoWay | false)[] = [
    addsAdvanced && plan.advanced && 'advanced',
    otherLanguages(summary, facts).options.length > 0 && 'language',
    summary.originalUrl !== null && 'fresh',
    'focus',
    summary.focus !== undefined && 'whole',
  ]
  return {
    possible: ways.filter((way) => way !== false).filter((way) => way !== tried),
    advancedPlan: addsAdvanced && !plan.advanced ? firstPlanWith(plans, 'advanced') : null,
  }
}

export const advancedWords = (summary: Redone): string =>
  isShortSource(summary)
    ? 'Adds notable quotes. The source is too short for a longer summary.'
    : 'About 5x longer, with notable quotes.'

/** Languages other than that of the summary, and the one to suggest: the user's last choice, if possible. */
export function otherLanguages({ language, sourceInfo }: Redone, facts: SummarizerFacts) {
  const isTranslated = sourceInfo?.language !== undefined && sourceInfo.language !== language
  // An engine that doesn't translate has no choice.
  const known = facts.languages.length === 0 ? [] : languageOptions(facts.languages)
  const options = known.filter(({ value }) => value !== language && (isTranslated || value !== sourceLanguage))
  const wanted = [languageInForce(facts, null), sourceLanguage, 'en', 'es'] as const
  const suggested = wanted.find((one) => options.some(({ value }) => value === one))
  return { options, suggested: suggested ?? sourceLanguage }
}
