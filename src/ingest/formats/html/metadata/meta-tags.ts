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
    .replace(/\s*:\s*/gu, ':')
    .trim()
    .split(/\s+/u)
    .map((name) => name.replace(/^(dc|dcterms?|og|twitter|article|parsely)\./u, '$1:'))
    .filter((name) => name !== '')
}

/** Reads the meta elements. Properties (RDFa) take precedence over names, since the vocabularies are defined for them. */
export function readMetaTags(document: DomDocument): MetaTags {
  const properties = new Map<string, string>()
  const names = new Map<string, string>()
  for (const element of findElements(document.documentElement, hasName('meta'))) {
    const content = foldText(decodeHTMLStrict(element.getAttribute('content') ?? ''))
    if (content === '') continue
    for (const key of keysOf(element.getAttribute('property'))) if (!properties.has(key)) properties.set(key, content)
    for (const attribute of ['name', 'itemprop']) {
      for (const key of keysOf(element.getAttribute(attribute))) if (!names.has(key)) names.set(key, content)
    }
  }
  return new Map([...names, ...properties])
}

/** All values of some meta elements, in page order; values of properties replace those of names. */
export function readAllValues(document: DomDocument, names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const wanted = new Set(names)
  const found = { property: new Map<string, string[]>(), name: new Map<string, string[]>() }
  for (const element of findElements(document.documentElement, hasName('meta'))) {
    const content = foldText(decodeHTMLStrict(element.getAttribute('content') ?? ''))
    if (content === '') continue
    for (const attribute of ['property', 'name', 'itemprop']) {
      const values = attribute === 'property' ? found.property : found.name
      for (const key of keysOf(element.getAttribute(attribute))) {
        if (wanted.has(key)) values.set(key, [...(values.get(key) ?? []), content])
      }
    }
  }
  return new Map([...found.name, ...found.property])
}

/** The value of the first of several names that has one. */
export function firstTag(tags: MetaTags, ...names: string[]): string | null {
  for (const name of names) {
    const value = tags.get(name)
    if (value !== undefined) return value
  }
  return null
}
