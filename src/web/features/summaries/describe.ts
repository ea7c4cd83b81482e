import { formatCount } from '../../../shared/format.ts'
import { languageName } from '../../../shared/languages.ts'
import type { ContentType, Summary } from '../../../shared/summary.ts'
import { directionOf } from '../../../shared/text-direction.ts'
import { formatDuration } from '../../lib/dates.ts'
import { type TextLanguage, textLanguage } from '../../lib/language.ts'

const typeNames: Record<ContentType, string> = {
  youtube: 'YouTube',
  article: 'Article',
  document: 'Document',
  epub: 'E\u2011book',
}

const PASTED = 'pasted text'

/** Type of a summary's source. Pasted text, which is stored as an article, is "Text". */
export function typeName(summary: Pick<Summary, 'contentType' | 'sourceInfo'>): string {
  return summary.sourceInfo?.readAs === PASTED ? 'Text' : typeNames[summary.contentType]
}

/** Type of a summary's source as the dashboard shows it: YouTube, or else an article. */
export function dashboardTypeName(summary: Pick<Summary, 'contentType'>): string {
  return summary.contentType === 'youtube' ? 'YouTube' : 'Article'
}

/** How long a source is: its running time, its pages, or its words; null while that is not known. */
export function lengthOf(summary: Pick<Summary, 'sourceInfo' | 'coverage'>): string | null {
  const { sourceInfo, coverage } = summary
  if (sourceInfo?.durationSeconds) return formatDuration(sourceInfo.durationSeconds)
  if (sourceInfo?.pages) return sourceInfo.pages === 1 ? '1 page' : `${formatCount(sourceInfo.pages)} pages`
  if (coverage && coverage.words > 0) return `${formatCount(coverage.words)} words`
  return null
}

/** Whether a summary is still being made. */
export function isUnfinished({ status }: Pick<Summary, 'status'>): boolean {
  return status !== 'ready' && status !== 'failed'
}

/** The host of an address without "www.", or null where there is none. */
export function hostOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  return new URL(url).hostname.replace(/^www\./, '')
}

/** A label with the full stop of a sentence. */
export const asSentence = (label: string): string => label.replace(/[^.]$/u, '$&.')

/** Note on a summary that an earlier version of the product copied from another one. */
export const cachedNote = 'Copied from an earlier summary of the same source. It didn’t count against your plan.'

type Languages = Pick<Summary, 'language' | 'sourceInfo'>

/** Language of the source, as a BCP 47 tag: a summary may be in another. */
function sourceTag({ language, sourceInfo }: Languages): string | null {
  return sourceInfo?.language === undefined ? language : sourceInfo.language
}

/** How a summary's own text is marked up, and how what it takes from its source is: title, quotes and passages. */
export function languagesOf(summary: Languages): { text: TextLanguage; source: TextLanguage } {
  return { text: textLanguage(summary.language), source: textLanguage(sourceTag(summary)) }
}

/** Direction of a summary's page: that of its title, which is in the language of the source. */
export const pageDirection = (summary: Languages & Pick<Summary, 'title'>): 'ltr' | 'rtl' =>
  directionOf(sourceTag(summary), summary.title)

const primary = (tag: string): string => tag.split('-', 1)[0] ?? tag

/** The language in words, and for a translation the one it is from: "German, from English". Null where it is not known. */
export function languageWords(summary: Languages): string | null {
  const { language } = summary
  const source = sourceTag(summary)
  const name = languageName(language)
  const from = languageName(source)
  const isTranslation = language !== null && source !== null && primary(language) !== primary(source)
  return name !== null && from !== null && isTranslation ? `${name}, from ${from}` : name
}
