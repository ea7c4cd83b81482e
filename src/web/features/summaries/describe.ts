import { PASTED_TEXT, RECORDING } from '../../../shared/formats.ts'
import { isVideoUrl, readableUrl, titleFromUrl } from '../../../shared/source-url.ts'
import { readingTimes, secondsToRead } from '../../../shared/summary/reading-time.ts'
import type { ContentType, Summary, SummaryContent } from '../../../shared/summary/summary.ts'
import { formatCount, truncate } from '../../../shared/text/format.ts'
import { languageName } from '../../../shared/text/languages.ts'
import { directionOf } from '../../../shared/text/text-direction.ts'
import { formatDuration } from '../../lib/dates.ts'
import { type TextLanguage, textLanguage } from '../../lib/language.ts'
import { ofPlan } from '../../lib/site.ts'

const typeNames: Record<ContentType, string> = {
  youtube: 'YouTube',
  article: 'Article',
  document: 'Document',
  epub: 'E\u2011book',
}

type Kind = Pick<Summary, 'contentType' | 'sourceInfo'>

/** Pasted texts and recordings are stored as documents. */
const isPasted = ({ sourceInfo }: Kind): boolean => sourceInfo?.readAs === PASTED_TEXT
const isRecording = ({ contentType, sourceInfo }: Kind): boolean =>
  contentType === 'document' && sourceInfo?.readAs === RECORDING

/** Type of a summary's source. The example of a video has no URL. */
export function typeName(summary: Pick<Summary, 'contentType' | 'sourceInfo' | 'originalUrl'>): string {
  if (summary.contentType === 'youtube' && summary.originalUrl === null) return 'Video'
  if (isRecording(summary)) return 'Recording'
  return isPasted(summary) ? 'Text' : typeNames[summary.contentType]
}

export function dashboardTypeName(summary: Pick<Summary, 'contentType'>): string {
  return summary.contentType === 'youtube' ? 'YouTube' : 'Article'
}

/** Length of a source: its duration, pages or words; null if unknown. */
export function lengthOf(summary: Pick<Summary, 'sourceInfo' | 'coverage'>): string | null {
  const { sourceInfo, coverage } = summary
  if (sourceInfo?.durationSeconds) return formatDuration(sourceInfo.durationSeconds)
  if (sourceInfo?.pages) return sourceInfo.pages === 1 ? '1 page' : `${formatCount(sourceInfo.pages)} pages`
  if (coverage && coverage.words > 0) return `${formatCount(coverage.words)} words`
  return null
}

const sourceNouns: Record<ContentType, string> = {
  youtube: 'video',
  article: 'article',
  document: 'document',
  epub: 'e\u2011book',
}

/** A source in running text. */
function nounOf(summary: Kind): string {
  if (isRecording(summary)) return 'recording'
  return isPasted(summary) ? 'text' : sourceNouns[summary.contentType]
}

/** Time that a source takes and time to read its summary: "17 min video, 1 min summary". Null where none is saved. */
export function timesOf(summary: SummaryContent): string | null {
  const times = readingTimes(summary)
  if (times === null) return null
  const [source, own] = [formatDuration(times.source), formatDuration(times.summary)]
  return source === own ? null : `${source} ${nounOf(summary)}, ${own} summary`
}

/** Time that a source takes: "6 min read", "17 min video" or "17 min recording"; null if its length is unknown. */
function sourceTime(summary: Summary): string | null {
  const { sourceInfo, coverage } = summary
  if (sourceInfo?.durationSeconds) return `${formatDuration(sourceInfo.durationSeconds)} ${nounOf(summary)}`
  return coverage?.words ? `${formatDuration(secondsToRead(coverage.words))} read` : null
}

const capitalized = (word: string): string => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`

/** Kind and flags of a source in English; the table of all languages is too large for lists. */
function kindsInEnglish({ page }: Pick<Summary, 'page'>): string[] {
  if (page === null) return []
  const flags = page.flags.map((flag) => (flag === 'advert' ? 'Advertisement' : capitalized(flag)))
  return [...new Set([...(page.kind === null ? [] : [capitalized(page.kind)]), ...flags])]
}

const MAX_FOCUS_IN_ROW = 80

/** Facts that users recognize a summary by: focus, site, kind, author, and the time that its source takes. */
export function rowFacts(summary: Summary): string[] {
  const { author, contentType, originalUrl, page, focus } = summary
  const site = contentType === 'youtube' ? null : (summary.site ?? hostOf(originalUrl))
  const about = focus === undefined ? null : `Focus: ${truncate(focus, MAX_FOCUS_IN_ROW)}`
  const facts = [about, site, ...kindsInEnglish({ page }), author === site ? null : author, sourceTime(summary)]
  return facts.filter((fact): fact is string => fact !== null && fact !== '')
}

export function isUnfinished({ status }: Pick<Summary, 'status'>): boolean {
  return status !== 'ready' && status !== 'failed'
}

/** Host of a URL without "www."; null for anything else. */
export function hostOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  return new URL(url).hostname.replace(/^www\./, '')
}

/** Name of a source that hasn't been read yet: the last part of its URL in words, else the URL. */
export function nameOfUrl(url: string): string {
  if (!URL.canParse(url)) return url
  if (isVideoUrl(new URL(url))) return 'YouTube video'
  return titleFromUrl(url) ?? readableUrl(url)
}

/** Site of a source, beside a name that lacks it; null if that has it. */
export function siteBeside(name: string, { site, originalUrl }: Pick<Summary, 'site' | 'originalUrl'>): string | null {
  const host = hostOf(originalUrl)
  return host !== null && name.startsWith(host) ? null : (site ?? host)
}

/** Title of a summary, which is the URL of its source until that is read. */
export const titleOf = ({ title, originalUrl }: Pick<Summary, 'title' | 'originalUrl'>): string =>
  title === originalUrl ? nameOfUrl(title) : title

/** Name of a source that couldn't be summarized, with its site: "Annual report · harbor.example". */
export function failedName(summary: Pick<Summary, 'title' | 'site' | 'originalUrl'>): string {
  const title = titleOf(summary)
  const site = siteBeside(title, summary)
  return site === null ? title : `${title} · ${site}`
}

export const asSentence = (label: string): string => label.replace(/[^.]$/u, '$&.')

/** Note on a summary that answers a repeated request. */
export const cachedNote = `Copied from an earlier summary of the same source.${ofPlan(' It didn’t count against your plan.')}`

type Languages = Pick<Summary, 'language' | 'sourceInfo'>

/** BCP 47 tag of the source's language, which may differ from the summary's. */
function sourceTag({ language, sourceInfo }: Languages): string | null {
  return sourceInfo?.language === undefined ? language : sourceInfo.language
}

/** Language and direction of the summary's text, and of its title, quotes and passages, which come from the source. */
export function languagesOf(summary: Languages): { text: TextLanguage; source: TextLanguage } {
  return { text: textLanguage(summary.language), source: textLanguage(sourceTag(summary)) }
}

/** Direction of a summary's page, which is that of its title. */
export const pageDirection = (summary: Languages & Pick<Summary, 'title'>): 'ltr' | 'rtl' =>
  directionOf(sourceTag(summary), summary.title)

const primary = (tag: string): string => tag.split('-', 1)[0] ?? tag

/** Name of the language, and for a translation the source's: "German, from English". Null if unknown. */
export function languageWords(summary: Languages): string | null {
  const { language } = summary
  const source = sourceTag(summary)
  const name = languageName(language)
  const from = languageName(source)
  const isTranslation = language !== null && source !== null && primary(language) !== primary(source)
  return name !== null && from !== null && isTranslation ? `${name}, from ${from}` : name
}
