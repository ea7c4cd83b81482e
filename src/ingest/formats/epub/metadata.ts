import { canonicalLanguage } from '../../language.ts'
import { toIsoDate } from '../html/metadata/metadata.ts'
import { attributeOf, findAll, textOf, type XmlElement } from './xml.ts'

/** A book's own facts, null where it doesn't tell. */
export interface BookMetadata {
  title: string | null
  author: string | null
  site: string | null
  language: string | null
  publishedAt: string | null
}

const MAX_CHARACTERS = 500
const MAX_CREATORS = 20
const MAX_TITLES = 5

/** What a `meta` element says about an element, by its id (EPUB 3, "refines"). */
function refinement(root: XmlElement, element: XmlElement, property: string): string | null {
  const id = attributeOf(element, 'id')
  if (id === null) return null
  const found = findAll(root, 'meta').find(
    (meta) => attributeOf(meta, 'refines') === `#${id}` && attributeOf(meta, 'property') === property,
  )
  return found === undefined ? null : textOf(found)
}

const said = (element: XmlElement | undefined): string | null => {
  const text = element === undefined ? '' : textOf(element).slice(0, MAX_CHARACTERS)
  return text === '' ? null : text
}

/** Elements of Dublin Core have the same local names as others, so only those of the metadata section count. */
function dublinCore(metadata: XmlElement, name: string): XmlElement[] {
  return findAll(metadata, name).filter((element) => textOf(element) !== '')
}

function titleOf(root: XmlElement, metadata: XmlElement): string | null {
  const titles = dublinCore(metadata, 'title').slice(0, MAX_TITLES)
  return said(titles.find((title) => refinement(root, title, 'title-type') === 'main') ?? titles[0])
}

function authorsOf(metadata: XmlElement): string | null {
  const names = dublinCore(metadata, 'creator').slice(0, MAX_CREATORS).map(textOf)
  return names.length === 0 ? null : [...new Set(names)].join(', ').slice(0, MAX_CHARACTERS)
}

/** A year or a month alone is a date as well (ISO 8601, reduced precision). */
function dateOf(metadata: XmlElement): string | null {
  const dates = dublinCore(metadata, 'date').slice(0, MAX_TITLES)
  const event = (date: XmlElement): string => attributeOf(date, 'event')?.toLowerCase() ?? ''
  const published =
    dates.find((date) => /publication|published/u.test(event(date))) ?? dates.find((date) => event(date) === '')
  const written = said(published)
  if (written === null) return null
  return /^1[4-9]\d\d(?:-(?:0[1-9]|1[0-2]))?$|^2[01]\d\d(?:-(?:0[1-9]|1[0-2]))?$/u.test(written)
    ? written
    : toIsoDate(written)
}

/** Reads the metadata of a package document (EPUB 2 and 3: Dublin Core). */
export function readMetadata(root: XmlElement): BookMetadata {
  const metadata = findAll(root, 'metadata')[0] ?? { name: '', attributes: {}, nodes: [] }
  return {
    title: titleOf(root, metadata),
    author: authorsOf(metadata),
    site: said(dublinCore(metadata, 'publisher')[0]),
    language: canonicalLanguage(said(dublinCore(metadata, 'language')[0])),
    publishedAt: dateOf(metadata),
  }
}
