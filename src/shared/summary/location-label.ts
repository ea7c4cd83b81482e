import { parseChapterTitle } from '../text/chapter-title.ts'
import { formatClock, truncate } from '../text/format.ts'
import type { Citation } from './citation.ts'
import type { SourceLocation } from './location.ts'

/** Longest label of a chapter without a number. */
const LABEL_CHARACTERS = 24

/** A chapter title cut down to a label: its main part, without the subtitle where the whole is too long. */
function shortTitle(title: string): string {
  const whole = title.replace(/\.$/u, '')
  if (Array.from(whole).length <= LABEL_CHARACTERS) return whole
  const [main = ''] = whole.split(/(?<!\s)\s*[:;([–—]/u, 1)
  return truncate(main === '' ? whole : main, LABEL_CHARACTERS)
}

type ChapterLocation = Extract<SourceLocation, { kind: 'chapter' }>

/** The number of its own title. `chapter` counts front matter, so it labels untitled sections only. */
function chapterLabel({ chapter, title = '' }: ChapterLocation): string {
  const known = title.trim()
  if (known === '') return `sec. ${chapter}`
  const numbered = parseChapterTitle(known)
  return numbered === null ? shortTitle(known) : `ch. ${numbered.number}`
}

function chapterName({ chapter, title = '' }: ChapterLocation): string {
  const known = title.trim()
  if (known === '') return `Section ${chapter}`
  const numbered = parseChapterTitle(known)
  if (numbered === null) return known.replace(/\.$/u, '')
  return numbered.name === '' ? `Chapter ${numbered.number}` : `Chapter ${numbered.number}, ${numbered.name}`
}

function describe(
  location: SourceLocation,
  words: Record<'paragraph' | 'page' | 'slide', string>,
  describeChapter: (location: ChapterLocation) => string,
): string {
  if (location.kind === 'chapter') return describeChapter(location)
  if (location.kind === 'time') return formatClock(location.startSeconds)
  const number =
    location.kind === 'paragraph' ? location.paragraph : location.kind === 'page' ? location.page : location.slide
  return `${words[location.kind]} ${number}`
}

/** Short label of a location, as a chip shows it: ¶ 3, p. 14, ch. 3, 12:41. */
export const locationLabel = (location: SourceLocation): string =>
  describe(location, { paragraph: '¶', page: 'p.', slide: 'slide' }, chapterLabel)

const marks = {
  sure: 'recognized text',
  unsure: 'recognized text, hard to read',
  model: 'read by a language model',
}

/** "recognized text": how sure it is that a passage has these letters; empty for text that wasn't recognized. */
export const recognitionMark = (location: SourceLocation): string =>
  location.kind === 'page' && location.recognized !== undefined ? marks[location.recognized] : ''

/** Whether only a language model saw the words of a block, so that they can't be quoted. */
export const isReadByModel = ({ location }: { location: SourceLocation }): boolean =>
  location.kind === 'page' && location.recognized === 'model'

/** Name of a location, spelled out: Paragraph 3, "Page 14, recognized text", "Chapter 13, Wheelbarrow", 12:41. */
export function locationName(location: SourceLocation): string {
  const name = describe(location, { paragraph: 'Paragraph', page: 'Page', slide: 'Slide' }, chapterName)
  return [name, recognitionMark(location)].filter((part) => part !== '').join(', ')
}

/** How many words at each end of a passage name it in a text fragment. */
const FRAGMENT_WORDS = 5

/** Percent-encodes a text-directive part; the dash separates parts there, so it is encoded too. */
function encodeFragmentPart(words: readonly string[]): string {
  return encodeURIComponent(words.join(' ')).replaceAll('-', '%2D')
}

function textFragment(passage: string): string {
  const words = passage.trim().split(/\s+/u).filter(Boolean)
  // An excerpt that was cut ends in half a word.
  if (passage.endsWith('…')) return encodeFragmentPart(words.slice(0, FRAGMENT_WORDS * 2))
  if (words.length <= FRAGMENT_WORDS * 2) return encodeFragmentPart(words)
  return `${encodeFragmentPart(words.slice(0, FRAGMENT_WORDS))},${encodeFragmentPart(words.slice(-FRAGMENT_WORDS))}`
}

/**
 * Where a citation leads on the web: a text fragment (https://wicg.github.io/scroll-to-text-fragment/), a time of
 * YouTube, or a page of a PDF (RFC 8118). Null without an http URL.
 * @param url of the source
 */
export function citationLink(
  { location, excerpt }: Pick<Citation, 'location' | 'excerpt'>,
  url: string | null,
): string | null {
  if (url === null || !URL.canParse(url)) return null
  const target = new URL(url)
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return null
  if (location.kind === 'page') target.hash = `page=${location.page}`
  else if (location.kind === 'time') target.searchParams.set('t', `${Math.floor(location.startSeconds)}s`)
  else if (location.kind === 'paragraph') target.hash = excerpt.trim() === '' ? '' : `:~:text=${textFragment(excerpt)}`
  return target.href
}
