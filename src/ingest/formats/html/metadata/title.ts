import { foldText } from '../../clean-text.ts'
import { type DomDocument, findElement, findElements, hasName } from '../dom.ts'
import type { LinkedArticle } from './json-ld.ts'
import { firstTag, type MetaTags, unescapeTwice } from './meta-tags.ts'

const hierarchical = / [\\/>»] /u

const wordCount = (text: string): number => text.split(/\s+/u).length

const tokens = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Words that two titles share, by the length of the words (0 to 1, after Readability's textSimilarity). */
function similarity(one: string, other: string): number {
  const known = new Set(tokens(one))
  const against = tokens(other)
  if (known.size === 0 || against.length === 0) return 0
  const strange = against.filter((word) => !known.has(word)).join(' ').length
  return 1 - strange / against.join(' ').length
}

/**
 * The `<title>` without the site's name: what stands before the last separator, or after the first one when that is too
 * short; after the last colon when no heading has the whole; the method is Readability's.
 */
function titleOfDocument(document: DomDocument): string {
  const original = foldText(findElement(document.documentElement, hasName('title'))?.textContent ?? '')
  const headings = findElements(document.body, hasName('h1', 'h2')).map((heading) => ({
    level: heading.localName,
    text: foldText(heading.textContent ?? ''),
  }))
  let title = original
  const plain = / [|\-–—\\/>»] /u
  if (plain.test(original)) {
    const last = [...original.matchAll(/ [|\-–—\\/>»] /gu)].at(-1)
    title = original.slice(0, last?.index ?? original.length)
    if (wordCount(title) < 3) title = original.replace(/^[^|\-–—\\/>»]*[|\-–—\\/>»]/u, '')
  } else if (original.includes(': ')) {
    if (!headings.some((heading) => heading.text === original)) {
      title = original.slice(original.lastIndexOf(':') + 1)
      const head = original.slice(0, original.indexOf(':'))
      if (wordCount(title) < 3) title = original.slice(original.indexOf(':') + 1)
      else if (wordCount(head) > 5) title = original
    }
  } else if (original.length > 150 || original.length < 15) {
    const first = headings.filter((heading) => heading.level === 'h1')
    if (first.length === 1 && first[0] !== undefined && first[0].text !== '') title = first[0].text
  }
  title = foldText(title)
  const whole = wordCount(original.replace(/[|\-–—\\/>»]+/gu, ''))
  if (wordCount(title) <= 4 && !(hierarchical.test(original) && wordCount(title) === whole - 1)) return original
  return title
}

/** Longer ones are no titles, and not worth taking apart. */
const MAX_TITLE_CHARACTERS = 400

/**
 * A title less a site's name at its end: "Deep sea | The Paper" with site "The Paper" is "Deep sea". Dashes are left
 * alone: in a title that the page declares they are more often the author's.
 */
export function withoutSite(title: string, site: string | null): string {
  if (site === null || title.length > MAX_TITLE_CHARACTERS) return title
  const [whole, head, tail] = /^(.{8,}?)\s+(?:[|»·•]|::)\s+([^|»·•]+)$/u.exec(title) ?? []
  if (whole === undefined || head === undefined || tail === undefined) return title
  return tail.trim().toLowerCase() === site.toLowerCase() ? head.trim() : title
}

function linkedTitle(linked: LinkedArticle | null, document: DomDocument): string | null {
  if (linked === null) return null
  const { name, headline } = linked
  if (name === null || headline === null || name === headline) return name ?? headline
  const title = titleOfDocument(document)
  return similarity(headline, title) > 0.75 && similarity(name, title) <= 0.75 ? headline : name
}

/** A page's title as the page gives it, best source first; empty when it gives none. */
export function readTitle(document: DomDocument, tags: MetaTags, linked: LinkedArticle | null): string {
  const given =
    linkedTitle(linked, document) ??
    firstTag(
      tags,
      'dc:title',
      'dcterm:title',
      'dcterms:title',
      'og:title',
      'weibo:article:title',
      'weibo:webpage:title',
      'title',
      'twitter:title',
      'parsely-title',
    )
  return foldText(unescapeTwice(given ?? titleOfDocument(document)))
}
