import type { SummarizerFacts } from '../../../../shared/api/calls.ts'
import type { Plan } from '../../../../shared/plans/catalogue.ts'
import { isShortSource } from '../../../../shared/summary/short-source.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { sourceLanguage } from '../../../../shared/text/languages.ts'
import { languageInForce, languageOptions } from '../language/summary-language.tsx'

export type RedoWay = 'advanced' | 'language' | 'fresh'

type Redone = Pick<
  Summary,
  'isProContent' | 'notableQuotes' | 'page' | 'coverage' | 'hasSource' | 'originalUrl' | 'language' | 'sourceInfo'
>

/** Whether an advanced summary would add something, on a plan that includes it. */
const lacksAdvanced = ({ isProContent, notableQuotes, page }: Redone): boolean =>
  !isProContent && notableQuotes.length === 0 && page?.notices.includes('advanced_missing') !== true

/** Whether to offer an advanced summary on the page itself. A short source would only get quotes. */
export const offersAdvanced = (summary: Redone, plan: Plan | undefined): boolean =>
  plan?.advanced === true && lacksAdvanced(summary) && !isShortSource(summary) && canRedo(summary)

/** Whether the source can be read again at all. */
export const canRedo = ({ hasSource, originalUrl }: Redone): boolean => hasSource || originalUrl !== null

/** The ways to redo a summary on a server that sells an advanced plan or none. */
export function redoWays(summary: Redone, isAdvancedSold: boolean, { languages }: SummarizerFacts): RedoWay[] {
  if (!canRedo(summary)) return []
  const ways: (RedoWay | false)[] = [
    isAdvancedSold && lacksAdvanced(summary) && 'advanced',
    languages.length > 0 && 'language',
    summary.originalUrl !== null && 'fresh',
  ]
  return ways.filter((way) => way !== false)
}

export const advancedWords = (summary: Redone): string =>
  isShortSource(summary)
    ? 'Adds notable quotes. The source is too short for a longer summary.'
    : 'About 5x longer, with notable quotes.'

/** Languages other than that of the summary, and the one to suggest: the user's last choice, if possible. */
export function otherLanguages({ language, sourceInfo }: Redone, facts: SummarizerFacts) {
  const isTranslated = sourceInfo?.language !== undefined && sourceInfo.language !== language
  const options = languageOptions(facts.languages).filter(
    ({ value }) => value !== language && (isTranslated || value !== sourceLanguage),
  )
  const wanted = [languageInForce(facts, null), sourceLanguage, 'en', 'es'] as const
  const suggested = wanted.find((one) => options.some(({ value }) => value === one))
  return { options, suggested: suggested ?? sourceLanguage }
}
