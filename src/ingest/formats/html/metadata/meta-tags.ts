import { decodeHTMLStrict } from 'entities'
import { foldText } from '../../clean-text.ts'
import { type DomDocument, findElements, hasName } from '../dom.ts'

/** Content of a page's meta elements by lower-case name or property; a name's first value counts. */
export type MetaTags = ReadonlyMap<string, string>

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

/** All values of the meta elements in page order; those of properties (RDFa), the defined form, replace those of names. */
export function readAllValues(document: DomDocument): ReadonlyMap<string, readonly string[]> {
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

export const readMetaTags = (document: DomDocument): MetaTags =>
  new Map([...readAllValues(document)].map(([key, [first = '']]) => [key, first]))

/** The value of the first of several names that has one. */
export function firstTag(tags: MetaTags, ...names: string[]): string | null {
  return names.map((name) => tags.get(name)).find((value) => value !== undefined) ?? null
}
