import { decodeHTMLStrict } from 'entities'
import { foldText } from '../../clean-text.ts'
import { type DomDocument, findElements, hasName } from '../dom.ts'

/** Contents of a page's meta elements, in page order, by lower-case name or property. */
export type MetaTags = ReadonlyMap<string, readonly string[]>

/** Normalized names in an attribute, separated by spaces. */
function keysOf(attribute: string | null): string[] {
  if (attribute === null) return []
  return attribute
    .toLowerCase()
    .replace(/(?<!\s)\s*:\s*/gu, ':')
    .trim()
    .split(/\s+/u)
    .map((name) => name.replace(/^(dc|dcterms?|og|twitter|article|parsely)\./u, '$1:'))
    .filter((name) => name !== '')
}

/** Reads the meta elements; the values of properties (RDFa), the defined form, replace those of names. */
export function readMetaTags(document: DomDocument): MetaTags {
  const properties = new Map<string, string[]>()
  const names = new Map<string, string[]>()
  for (const element of findElements(document.documentElement, hasName('meta'))) {
    const content = foldText(decodeHTMLStrict(element.getAttribute('content') ?? ''))
    if (content === '') continue
    for (const attribute of ['property', 'name', 'itemprop']) {
      const values = attribute === 'property' ? properties : names
      for (const key of keysOf(element.getAttribute(attribute))) values.getOrInsert(key, []).push(content)
    }
  }
  return new Map([...names, ...properties])
}

/** The first value of the first of several names that has one. */
export function firstTag(tags: MetaTags, ...names: string[]): string | null {
  return names.map((name) => tags.get(name)?.[0]).find((value) => value !== undefined) ?? null
}
