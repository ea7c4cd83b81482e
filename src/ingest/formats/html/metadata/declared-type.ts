import { type DomDocument, findElement } from '../dom.ts'
import type { LinkedArticle } from './json-ld.ts'
import { firstTag, type MetaTags } from './meta-tags.ts'

/** Sections of newspapers, in their addresses and metadata, in which writers argue their own views. */
const opinionSection =
  /^(?:opinions?|op-?eds?|comment|commentary|commentisfree|columns?|columnists|editorials?|meinung|kommentare?|kolumnen?|opinie|opinioni|opinión|opiniao|opinião|tribunes?|debatt|ledare)$/iu

const isOpinionAddress = (url: string | null): boolean =>
  url !== null &&
  URL.canParse(url) &&
  new URL(url).pathname
    .split('/')
    .slice(0, -1)
    .some((part) => opinionSection.test(part))

/** The name of the section before a title: "Opinion | The bridge that no one wants". */
const sectionBefore = /^([\p{L}-]{4,16})\s?\|\s?(?=\S.{7})/u

/** Removes the name of an opinion section from the beginning of a title. */
export function withoutOpinionSection(title: string): string {
  const [whole = '', section = ''] = sectionBefore.exec(title) ?? []
  return opinionSection.test(section) ? title.slice(whole.length) : title
}

interface Declared {
  tags: MetaTags
  linked: LinkedArticle | null
  /** Absolute; null if unknown. */
  url: string | null
}

/**
 * The type of schema.org that a page declares itself to be, in JSON-LD or microdata; null for none. A news article in a
 * section of opinions is an OpinionNewsArticle, which few newspapers declare.
 */
export function declaredTypeOf(document: DomDocument, { tags, linked, url }: Declared): string | null {
  const marked = findElement(document.documentElement, (element) =>
    /\/\w*Article$/u.test(element.getAttribute('itemtype') ?? ''),
  )
  const type = linked?.type ?? marked?.getAttribute('itemtype')?.split('/').at(-1) ?? null
  const isArticle = type === null || /^(?:News)?Article$/u.test(type)
  const isOpinion = isOpinionAddress(url) || opinionSection.test(firstTag(tags, 'article:section')?.trim() ?? '')
  return isArticle && isOpinion ? 'OpinionNewsArticle' : type
}
