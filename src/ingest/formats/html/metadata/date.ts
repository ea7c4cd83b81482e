import { type DomDocument, type DomElement, findElement, hasToken, isInside } from '../dom.ts'
import type { LinkedArticle } from './json-ld.ts'
import { firstTag, type MetaTags } from './meta-tags.ts'

const isoDate = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/iu

const inRange = (year: number): boolean => year >= 1400 && year <= 2200

/**
 * A date as pages write it, as ISO 8601: ISO input keeps its own precision and offset; other forms (RFC 2822, "May 4,
 * 2024", 20240504) become a date, or a UTC time when they name a zone. Null for anything else.
 */
export function toIsoDate(written: string): string | null {
  const text = written.trim()
  if (text.length > 80) return null
  const iso = isoDate.exec(text)
  if (iso !== null) {
    if (!inRange(Number(iso[1])) || Number.isNaN(Date.parse(`${iso[1]}-${iso[2]}-${iso[3]}`))) return null
    return text
      .replace(' ', 'T')
      .replace(/\s+(?=[Z+-])/u, '')
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

/** When a page was published, by its structured data, meta elements, marked-up times or address. */
export function readPublished(
  document: DomDocument,
  tags: MetaTags,
  linked: LinkedArticle | null,
  url: string | null,
): string | null {
  const marked = findElement(document.documentElement, marksDate)
  const path =
    url === null
      ? null
      : /\/(20\d{2}|19\d{2})[/-](0[1-9]|1[0-2])[/-](0[1-9]|[12]\d|3[01])(?:\/|$|-)/u.exec(new URL(url).pathname)
  const sources = [
    linked?.datePublished,
    firstTag(tags, 'article:published_time', 'og:published_time', 'parsely-pub-date', 'datepublished'),
    firstTag(
      tags,
      'date',
      'dc:date',
      'dcterms:date',
      'dc:date.issued',
      'dcterms:created',
      'pubdate',
      'publishdate',
      'publish-date',
      'publish_date',
      'sailthru.date',
      'article:published',
      'citation_publication_date',
      'timestamp',
    ),
    marked?.getAttribute('content') ?? marked?.getAttribute('datetime') ?? marked?.textContent,
    path === null ? null : `${path[1]}-${path[2]}-${path[3]}`,
  ]
  for (const source of sources) {
    const date = source === null || source === undefined ? null : toIsoDate(source)
    if (date !== null) return date
  }
  return null
}
