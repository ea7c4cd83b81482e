import { content } from '../content.ts'
import { formatCount, listOf } from '../text/format.ts'
import { modelNames } from './model-names.ts'
import { pageHeadings } from './page-headings.ts'
import sentences from './page-sentences.json' with { type: 'json' }
import type { Coverage, Summary, TitleSource } from './summary.ts'
import type { SummaryPage } from './summary-page.ts'

/** Where the title of a summary is from: its source, its page, or its user. */
export function titleSourceOf(
  { title, sourceTitle }: Pick<Summary, 'title' | 'sourceTitle'>,
  page: Pick<SummaryPage, 'title'> | null,
): TitleSource {
  if (title === page?.title) return 'page'
  return sourceTitle === null || title === sourceTitle ? 'source' : 'user'
}

/** The source's own title, if the user gave the summary another; null otherwise. */
export const replacedTitle = ({
  sourceTitle,
  titleSource,
}: Pick<Summary, 'sourceTitle' | 'titleSource'>): string | null => (titleSource === 'user' ? sourceTitle : null)

/**
 * Line about a source that the owner's browser sent, with the host of its address; null for other sources. Only the owner
 * knows whether that page is at this address.
 */
export function capturedLine({ sourceInfo, originalUrl }: Pick<Summary, 'sourceInfo' | 'originalUrl'>): string | null {
  const host = originalUrl === null ? undefined : URL.parse(originalUrl)?.hostname
  return sourceInfo?.captured === undefined || host === undefined ? null : `As seen in the owner’s browser at ${host}`
}

export function isWhole({ words, wordsRead, sections, sectionsRead }: Coverage): boolean {
  return wordsRead >= words && sectionsRead >= sections
}

/** Locale of a language with the Gregorian calendar and Latin digits, which the citations have too. */
const localeOf = (tag: string | null): string => `${pageHeadings(tag).language}-u-ca-gregory-nu-latn`

/** A sentence about a summary in its language, with values in place of {0} and {1}. */
function sentence(tag: string | null, name: keyof typeof sentences.en, ...values: readonly string[]): string {
  const template = sentences[pageHeadings(tag).language][name]
  return template.replace(/\{(\d)\}/gu, (_, at) => values[Number(at)] ?? '')
}

/** A count, or a part of one: "40,000 of 42,310". */
function share(tag: string | null, part: number, whole: number): string {
  const [some, all] = [formatCount(part, localeOf(tag)), formatCount(whole, localeOf(tag))]
  return part < whole ? sentence(tag, 'of', some, all) : all
}

/** How much was read, in a language: "Read 42,310 words, 8 of 9 sections. Not read: Chapter 4." */
export function coverageLine(coverage: Coverage, tag: string | null): string {
  const { wordsRead, words, sections, sectionsRead, unread = [] } = coverage
  const read = share(tag, wordsRead, words)
  // A source in one piece has no sections to speak of.
  const count = (of: number) => formatCount(of, localeOf(tag))
  const line =
    sections > 1
      ? sentence(tag, 'readSections', read, sentence(tag, 'of', count(sectionsRead), count(sections)))
      : sentence(tag, 'read', read)
  return unread.length === 0 ? line : `${line} ${sentence(tag, 'unread', listOf(unread, localeOf(tag)))}`
}

/** Sentences about how a summary was verified. Only exact quotes ever reach one. */
export function verificationLines({ page, language }: Pick<Summary, 'page' | 'language'>): string[] {
  if (page === null) return []
  const { partlyRead: part } = page
  const checked = part && sentence(language, 'second_read_part', share(language, part.read, part.all))
  const check = checked ?? sentence(language, page.check)
  const isCovered = page.check === 'verbatim' || page.quotes.length === 0
  return isCovered ? [check] : [check, sentence(language, 'quotes')]
}

/**
 * Topic of a page, and whether the source covers it, in the language of the page; null for a page about
 * the whole source.
 */
export function focusLines({
  page,
  language,
  focus = page?.focus?.text,
}: Pick<Summary, 'focus' | 'page' | 'language'>): { focus: string; note: string | null } | null {
  if (focus === undefined) return null
  const isMissing = page?.focus?.isFound === false
  return { focus: sentence(language, 'focus', focus), note: isMissing ? sentence(language, 'focus_not_found') : null }
}

/** The note on unread parts; null without one. Sources' notes are English, so other languages have no details. */
export function unreadNote({ sourceInfo, language }: Pick<Summary, 'sourceInfo' | 'language'>): string | null {
  if (sourceInfo?.note === undefined) return null
  return pageHeadings(language).language === 'en' ? sourceInfo.note : sentence(language, 'incomplete')
}

/** Sentences a reader of a summary should know, besides the note on unread parts. */
export const noticeLines = ({ page, language }: Pick<Summary, 'page' | 'language'>): string[] =>
  (page?.notices ?? []).map((notice) => sentence(language, notice))

/** The day of a date, in UTC and in a language: "November 20, 2026". */
export const dayInWords = (date: Date, tag: string | null): string =>
  date.toLocaleDateString(localeOf(tag), { dateStyle: 'long', timeZone: 'UTC' })

/** The product and the models that wrote a summary, and the day: "Summarized with Precis (gpt-…) on May 2, 2027." */
export function creditLine({
  engine,
  page,
  updatedAt,
  language,
}: Pick<Summary, 'engine' | 'page' | 'updatedAt' | 'language'>): string {
  const models = page === null || engine === null ? null : modelNames(engine)
  const author = models === null ? content.productName : `${content.productName} (${models})`
  return sentence(language, 'credit', author, dayInWords(new Date(updatedAt), language))
}
