import { type SummaryLanguage, summaryLanguages } from '../../../shared/languages.ts'
import { parseTag } from '../../../shared/text-direction.ts'
import translations from './headings.json' with { type: 'json' }

/** Headings of an exported summary, in one language. */
export interface Headings {
  /** BCP 47 tag of the headings' own language. */
  language: SummaryLanguage
  summary: string
  takeaways: string
  fullSummary: string
  quotes: string
}

/** The language of summaries that a tag belongs to: "de-AT" is "de", "zh-TW" is "zh-Hant", "no" is "nb"; null for others. */
function summaryLanguageOf(tag: string | null): SummaryLanguage | null {
  const locale = tag === null ? null : parseTag(tag)?.maximize()
  if (!locale) return null
  const { language, script, region } = locale
  const tags = new Set([`${language}-${region}`, `${language}-${script}`, language === 'no' ? 'nb' : language])
  return summaryLanguages.find((known) => tags.has(known)) ?? null
}

/** Headings in the language of a summary, given as a BCP 47 tag; in English where there is no translation. */
export function headingsIn(tag: string | null): Headings {
  const language = summaryLanguageOf(tag) ?? 'en'
  const [summary = '', takeaways = '', fullSummary = '', quotes = ''] = translations[language]
  return { language, summary, takeaways, fullSummary, quotes }
}
