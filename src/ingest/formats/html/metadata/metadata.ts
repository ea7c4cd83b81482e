import { foldText } from '../../clean-text.ts'
import { type DomDocument, findElement, hasToken } from '../dom.ts'
import { readAuthor } from './author.ts'
import { readPublished } from './date.ts'
import { type LinkedArticle, readLinkedArticle } from './json-ld.ts'
import { firstTag, type MetaTags, readMetaTags, unescapeTwice } from './meta-tags.ts'
import { readTitle, withoutSite } from './title.ts'

/** What a page says about itself. */
export interface PageMetadata {
  title: string
  author: string | null
  site: string | null
  publishedAt: string | null
  /** As the page declares it; not checked against its text. */
  language: string | null
  /** Canonical address, or the one it was read from. */
  url: string | null
  thumbnailUrl: string | null
  tags: MetaTags
  linked: LinkedArticle | null
}

/** An http address, resolved against the page's; null when it is none. */
export function absoluteUrl(reference: string | null | undefined, base: string | null): string | null {
  if (reference === null || reference === undefined || reference.trim() === '') return null
  const target = URL.parse(reference.trim(), base ?? undefined)
  return target !== null && (target.protocol === 'http:' || target.protocol === 'https:') ? target.href : null
}

/** The registrable part of a host name, nearly: its last two labels. */
export const siteOfHost = (host: string): string => host.split('.').slice(-2).join('.')

/**
 * The address that the page names as its own, when it is believable: on the same site, and not the bare front page that
 * careless templates name on every page.
 */
function canonicalUrl(document: DomDocument, tags: MetaTags, url: string | null): string | null {
  const link = findElement(
    document.documentElement,
    (element) => element.localName === 'link' && hasToken(element, 'rel', 'canonical'),
  )?.getAttribute('href')
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
  return declared === undefined || declared === null || declared.trim() === '' ? null : declared.trim()
}

function siteOf(tags: MetaTags, linked: LinkedArticle | null, url: string | null): string | null {
  const named = linked?.publisher ?? firstTag(tags, 'og:site_name', 'application-name', 'dc:publisher')
  if (named !== null && !/^(?:https?:)?\/\//iu.test(named)) return foldText(unescapeTwice(named))
  return url === null ? null : new URL(url).hostname.replace(/^www\./u, '')
}

/** All names that the site goes by: none of them is an author. */
function siteNamesOf(site: string | null, tags: MetaTags, url: string | null): string[] {
  const host = url === null ? null : siteOfHost(new URL(url).hostname)
  return [site, firstTag(tags, 'og:site_name'), firstTag(tags, 'application-name'), host, host?.split('.')[0]].filter(
    (name) => name !== null && name !== undefined,
  )
}

/** Reads a page's title, author, site, date, language, address and picture. */
export function readMetadata(document: DomDocument, url: string | null): PageMetadata {
  const tags = readMetaTags(document)
  const linked = readLinkedArticle(document)
  const base = findElement(
    document.documentElement,
    (element) => element.localName === 'base' && element.hasAttribute('href'),
  )
  const baseUrl = absoluteUrl(base?.getAttribute('href'), url) ?? url
  const site = siteOf(tags, linked, url)
  const language = declaredLanguage(document, tags, linked)
  return {
    title: withoutSite(readTitle(document, tags, linked), site),
    author: readAuthor(document, { tags, linked, siteNames: siteNamesOf(site, tags, url), language }),
    site,
    publishedAt: readPublished(document, tags, linked, url),
    language,
    url: canonicalUrl(document, tags, url),
    thumbnailUrl: absoluteUrl(
      firstTag(tags, 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src') ?? linked?.image,
      baseUrl,
    ),
    tags,
    linked,
  }
}
