import { type SummaryLanguage, summaryLanguages } from '../text/languages.ts'
import { parseTag } from '../text/text-direction.ts'
import translations from './page-headings.json' with { type: 'json' }
import type { SourceFlag, SourceKind } from './summary-page.ts'

export interface PageHeadings {
  /** BCP 47 tag of the headings' own language. */
  language: SummaryLanguage
  summary: string
  takeaways: string
  advanced: string
  quotes: string
  /** Shown in a table cell for which the source has no value. */
  notMentioned: string
  /** Columns of a meeting's next steps: what is to be done, who does it, and when. */
  steps: readonly string[]
  kinds: Readonly<Record<SourceKind, string>>
  flags: Readonly<Record<SourceFlag, string>>
  /** Follows a label. */
  colon: string
}

/** Colons of languages that set them without a space after them, or with one before. */
const colons: Partial<Record<SummaryLanguage, string>> = { fr: '\u00a0: ', ja: '：', 'zh-Hans': '：', 'zh-Hant': '：' }

/** The language of summaries that a tag belongs to: "de-AT" is "de", "zh-TW" is "zh-Hant", "no" is "nb"; null for others. */
function summaryLanguageOf(tag: string | null): SummaryLanguage | null {
  const locale = tag === null ? null : parseTag(tag)?.maximize()
  if (!locale) return null
  const { language, script, region } = locale
  const tags = new Set([`${language}-${region}`, `${language}-${script}`, language === 'no' ? 'nb' : language])
  return summaryLanguages.find((known) => tags.has(known)) ?? null
}

/** Headings in the language of a summary, given as a BCP 47 tag; in English if there is no translation. */
export function pageHeadings(tag: string | null): PageHeadings {
  const language = summaryLanguageOf(tag) ?? 'en'
  return { language, colon: colons[language] ?? ': ', ...translations[language] }
}
