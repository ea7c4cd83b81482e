import { decodeHTMLStrict } from 'entities'
import { foldText } from '../../clean-text.ts'
import { type DomDocument, type DomElement, findElement, findElements, hasName, hasToken, isInside } from '../dom.ts'
import { readAuthor } from './author.ts'
import { declaredTypeOf, withoutOpinionSection } from './declared-type.ts'
import { type LinkedArticle, readLinkedArticle } from './json-ld.ts'
import fields from './meta-fields.json' with { type: 'json' }
import { firstTag, type MetaTags, readMetaTags } from './meta-tags.ts'

const hierarchical = / [\\/>»] /u

const wordCount = (text: string): number => text.split(/\s+/u).length

const MAX_TITLE_CHARACTERS = 400

/** Between the parts of a title, also after a number in brackets: "[2505.01234] High tides". */
const separator = / [|\-–—\\/>»·] |(?<=^\[[\w.:/-]{1,30}\]) /u

const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Words of three letters or more. */
const longWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []

/** The sign with which documentation links a heading to itself. */
const ownLink = / ?[¶\uf0c1]$| #$/u

function headingOf(element: DomElement) {
  const text = foldText(element.textContent)
  return {
    isMain: element.localName === 'h1',
    isInText: isInside(element, 'article', 'main') || ownLink.test(text),
    text: text.replace(ownLink, ''),
  }
}
type Heading = ReturnType<typeof headingOf>

/**
 * The heading that a `<title>` names beside the site: "High tides" of "High tides - The Paper". A `<title>` of several
 * parts that has no word in common with the article's one h1 is the site's alone. Null if neither holds.
 */
function headingInTitle(headings: readonly Heading[], title: string): string | null {
  const parts = title.split(separator)
  if (parts.length < 2) return null
  const [own, ...others] = headings.filter(({ isMain, isInText, text }) => isMain && isInText && text !== '')
  if (own !== undefined && others.length === 0) {
    const words = new Set(longWords(own.text))
    if (words.size > 0 && longWords(title).every((word) => !words.has(word))) return own.text
  }
  const named = headings.filter(
    ({ text, isMain, isInText }) =>
      (wordCount(text) > 1 || (isMain && isInText)) && parts.some((part) => sameText(part.trim(), text)),
  )
  const found = named.find(({ isInText }) => isInText) ?? (named.length === 1 ? named[0] : undefined)
  return found?.text ?? null
}

/** Whether a heading may be the title of a post; the h1 of a blog may be its name. */
const isTitle = hasName('h1', 'h2', 'h3')

/**
 * The `<title>` without the site's name, by Readability's method: the part before the last separator, or after the first
 * one if that is too short; after the last colon if no heading has the whole title, or one has what is after it.
 */
function titleOfDocument(document: DomDocument): string {
  const original = foldText(findElement(document.documentElement, hasName('title'))?.textContent ?? '')
  const headings = findElements(document.body, hasName('h1', 'h2')).map(headingOf)
  const named = original.length > MAX_TITLE_CHARACTERS ? null : headingInTitle(headings, original)
  if (named !== null) return named
  let title = original
  const last = [...original.matchAll(/ [|\-–—\\/>»] /gu)].at(-1)
  if (last !== undefined) {
    title = original.slice(0, last.index)
    if (wordCount(title) < 3) title = original.replace(/^[^|\-–—\\/>»]*[|\-–—\\/>»]/u, '')
  } else if (original.includes(': ')) {
    const end = original.slice(original.lastIndexOf(': ') + 2)
    if (findElement(document.body, (at) => isTitle(at) && headingOf(at).text === end)) return end
    if (!headings.some((heading) => heading.text === original)) {
      title = original.slice(original.lastIndexOf(':') + 1)
      const head = original.slice(0, original.indexOf(':'))
      if (wordCount(title) < 3) title = original.slice(original.indexOf(':') + 1)
      else if (wordCount(head) > 5) title = original
    }
  } else if (original.length > 150 || original.length < 15) {
    const [first, ...others] = headings.filter(({ isMain }) => isMain)
    const opening = findElement(document.body, (at) => hasName('h1', 'p')(at) && isInside(at, 'article', 'main'))
    if (first !== undefined && others.length === 0 && first.text !== '') {
      // One word is less of a title than the h1 above the article's first paragraph, however short that is: "Home".
      if (wordCount(original) === 1 && opening?.localName === 'h1') return first.text
      title = first.text
    }
  }
  title = foldText(title)
  const whole = wordCount(original.replace(/[|\-–—\\/>»]+/gu, ''))
  if (wordCount(title) <= 4 && !(hierarchical.test(original) && wordCount(title) === whole - 1)) return original
  return title
}

/** Minimum length of a title without the site's name. */
const MIN_TITLE_CHARACTERS = 8

/**
 * Removes the site's name from the end of a title: "Deep sea | The Paper" with site "The Paper" is "Deep sea". Behind a
 * long dash, or one of several dashes, it may be the author's: "Issue 85 – Nightly News".
 */
function withoutSite(title: string, site: string | null): string {
  if (site === null || title.length > MAX_TITLE_CHARACTERS) return title
  const end = Math.max(0, title.length - site.length)
  const [head = '', sign = ''] = /^.*\S(?=\s([|»·•-]|::)\s$)/u.exec(title.slice(0, end)) ?? []
  const isSite = title.slice(end).toLowerCase() === site.toLowerCase() && !(sign === '-' && / [–—-] /u.test(head))
  return isSite && head.length >= MIN_TITLE_CHARACTERS ? head : title
}

/** The text of the page's one h1; empty if it has none or several. */
function onlyHeading(document: DomDocument): string {
  const [own, ...others] = findElements(document.body, hasName('h1'))
  return own === undefined || others.length > 0 ? '' : headingOf(own).text
}

/** The page's one h1, if a title from its structured data adds the site's name to it: "Deep sea — The Paper". */
function headingOfTitle(document: DomDocument, title: string): string | null {
  const own = onlyHeading(document)
  if (wordCount(own) < 2) return null
  return / [|·—] /u.test(title.slice(own.length, own.length + 3)) && title.startsWith(own) ? own : null
}

/** Whether a declared title is the site's name, as in chapters of a manual, while the page has a heading of its own. */
function isTitleOfSite(document: DomDocument, title: string, tags: MetaTags): boolean {
  const isSite = (text: string): boolean => foldText(text).toLowerCase() === title.toLowerCase()
  if (!isSite(firstTag(tags, 'og:site_name') ?? '')) return false
  const own = onlyHeading(document)
  return wordCount(own) > 0 && !isSite(own)
}

const chapterNumber = /^(?:\p{L}+\s)?(?:\d{1,3}|[IVXLC]{1,6})[.:)]\s+\p{L}/u

/** The page's one h1, if it numbers a chapter of the book that a title names: "2. The Tide Turns". */
function headingOfChapter(document: DomDocument, title: string): string | null {
  const own = onlyHeading(document)
  const words = new Set(title.toLowerCase().match(/\p{L}{4,}/gu))
  return chapterNumber.test(own) && words.isDisjointFrom(new Set(own.toLowerCase().match(/\p{L}+/gu))) ? own : null
}

/** A page's title from its best source; empty if it has none. */
function readTitle(document: DomDocument, tags: MetaTags, linked: LinkedArticle | null): string {
  const read = (title: string): string => foldText(decodeHTMLStrict(title))
  const given = read(linked?.name ?? linked?.headline ?? firstTag(tags, ...fields.title) ?? '')
  const title = given === '' || isTitleOfSite(document, given, tags) ? read(titleOfDocument(document)) : given
  return headingOfTitle(document, title) ?? headingOfChapter(document, title) ?? title
}

const isoDate = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/iu

const inRange = (year: number): boolean => year >= 1400 && year <= 2200

/**
 * Converts a date to ISO 8601: ISO input keeps its precision and offset; other forms (RFC 2822, "May 4, 2024", 20240504)
 * become a date, or a UTC time if they have a zone. Returns null for anything else.
 */
export function toIsoDate(written: string): string | null {
  const text = written.trim()
  if (text.length > 80) return null
  const iso = isoDate.exec(text)
  if (iso !== null) {
    if (!inRange(Number(iso[1])) || Number.isNaN(Date.parse(`${iso[1]}-${iso[2]}-${iso[3]}`))) return null
    return text
      .replace(' ', 'T')
      .replace(/(?<!\s)\s+(?=[Z+-])/u, '')
      .replace(/([+-]\d{2})(\d{2})$/u, '$1:$2')
  }
  const compact = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?Z?)?$/u.exec(text)
  if (compact !== null) return toIsoDate(`${compact[1]}-${compact[2]}-${compact[3]}`)
  if (!/\d{4}/u.test(text) || !/[a-z]{3}|\//iu.test(text)) return null
  const zoned = /(?:GMT|UTC|Z|[+-]\d{4})\b/u.test(text)
  const time = Date.parse(
    zoned ? text : `${text.replace(/\b(?:at|EST|EDT|CST|CDT|PST|PDT|MST|MDT|CET|CEST|BST)\b/gu, ' ')} UTC`,
  )
  if (Number.isNaN(time)) return null
  const date = new Date(time)
  if (!inRange(date.getUTCFullYear())) return null
  return zoned ? date.toISOString() : date.toISOString().slice(0, 10)
}

function marksDate(element: DomElement): boolean {
  if (hasToken(element, 'itemprop', 'datepublished')) return true
  if (element.localName !== 'time') return false
  return element.hasAttribute('pubdate') || (element.hasAttribute('datetime') && isInside(element, 'article', 'main'))
}

/** Publication date of a page, from its structured data, meta elements, marked-up times or URL. */
function readPublished(
  document: DomDocument,
  tags: MetaTags,
  linked: LinkedArticle | null,
  url: string | null,
): string | null {
  const marked = findElement(document.documentElement, marksDate)
  const dated = /\/(20\d{2}|19\d{2})[/-](0[1-9]|1[0-2])[/-](0[1-9]|[12]\d|3[01])(?:\/|$|-)/u
  const path = url === null ? null : dated.exec(new URL(url).pathname)
  const sources = [
    linked?.datePublished,
    firstTag(tags, ...fields.publishedTime),
    firstTag(tags, ...fields.date),
    marked?.getAttribute('content') ?? marked?.getAttribute('datetime') ?? marked?.textContent,
    path === null ? null : `${path[1]}-${path[2]}-${path[3]}`,
  ]
  return sources.map((source) => toIsoDate(source ?? '')).find((date) => date !== null) ?? null
}

/** Resolves a URL against the page's; null unless it is an HTTP URL. */
function absoluteUrl(reference: string | null | undefined, base: string | null): string | null {
  const target = reference?.trim() ? URL.parse(reference.trim(), base ?? undefined) : null
  return target !== null && /^https?:$/u.test(target.protocol) ? target.href : null
}

/** Approximates the registrable domain of a host name: its last two labels. */
export const siteOfHost = (host: string): string => host.split('.').slice(-2).join('.')

/**
 * The canonical URL that the page declares, if plausible: on the same site, and not the front page that careless templates
 * declare on every page.
 */
function canonicalUrl(document: DomDocument, tags: MetaTags, url: string | null): string | null {
  const isCanonical = (element: DomElement) => element.localName === 'link' && hasToken(element, 'rel', 'canonical')
  const link = findElement(document.documentElement, isCanonical)?.getAttribute('href')
  if (url === null) return absoluteUrl(link ?? firstTag(tags, 'og:url'), null)
  const here = new URL(url)
  const named = absoluteUrl(link, url)
  if (named === null) return url
  const target = new URL(named)
  if (siteOfHost(target.hostname) !== siteOfHost(here.hostname)) return url
  if (target.pathname === '/' && target.search === '' && here.pathname !== '/') return url
  return target.href
}

function declaredLanguage(document: DomDocument, tags: MetaTags, linked: LinkedArticle | null): string | null {
  const root = document.documentElement
  const declared =
    root.getAttribute('lang') ??
    root.getAttribute('xml:lang') ??
    document.body.getAttribute('lang') ??
    firstTag(tags, 'content-language', 'og:locale', 'dc:language', 'language') ??
    linked?.language
  return declared?.trim() || null
}

function siteOf(tags: MetaTags, linked: LinkedArticle | null, url: string | null): string | null {
  const named = linked?.publisher ?? firstTag(tags, 'og:site_name', 'application-name', 'dc:publisher')
  if (named !== null && !/^(?:https?:)?\/\//iu.test(named)) return foldText(decodeHTMLStrict(named))
  return url === null ? null : new URL(url).hostname.replace(/^www\./u, '')
}

/** All names of the site, none of which is an author. */
function siteNamesOf(site: string | null, tags: MetaTags, url: string | null): string[] {
  const host = url === null ? null : siteOfHost(new URL(url).hostname)
  return [site, firstTag(tags, 'og:site_name'), firstTag(tags, 'application-name'), host, host?.split('.')[0]].filter(
    (name) => name !== null && name !== undefined,
  )
}

export type PageMetadata = ReturnType<typeof readMetadata>

/**
 * Reads a page's own metadata. The title is empty if there is none, the language is not checked against the text, and the
 * URL is the canonical one or that of the page.
 */
export function readMetadata(document: DomDocument, url: string | null) {
  const tags = readMetaTags(document)
  const linked = readLinkedArticle(document)
  const isBase = (element: DomElement): boolean => element.localName === 'base' && element.hasAttribute('href')
  const base = findElement(document.documentElement, isBase)
  const picture = firstTag(tags, 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src') ?? linked?.image
  const site = siteOf(tags, linked, url)
  const language = declaredLanguage(document, tags, linked)
  const canonical = canonicalUrl(document, tags, url)
  return {
    title: withoutOpinionSection(withoutSite(readTitle(document, tags, linked), site)),
    author: readAuthor(document, tags, linked, { siteNames: siteNamesOf(site, tags, url), language }),
    site,
    publishedAt: readPublished(document, tags, linked, url),
    language,
    url: canonical,
    declaredType: declaredTypeOf(document, { tags, linked, url: canonical }),
    thumbnailUrl: absoluteUrl(picture, absoluteUrl(base?.getAttribute('href'), url) ?? url),
    tags,
    linked,
  }
}
