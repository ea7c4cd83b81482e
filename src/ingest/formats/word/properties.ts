import { foldText } from '../clean-text.ts'
import { readXml } from './xml.ts'

/** A document's facts about itself. */
export interface Properties {
  title: string | null
  author: string | null
  language: string | null
  /** ISO 8601. */
  publishedAt: string | null
}

/** Only of what is asked for: keywords and comments can be long. */
const MAX_CHARACTERS = 500

/** Elements by the field they fill; the earlier goes before the later. */
const fields: readonly (readonly [string, keyof Properties])[] = [
  ['dc:title', 'title'],
  ['o:Title', 'title'],
  ['meta:initial-creator', 'author'],
  ['dc:creator', 'author'],
  ['o:Author', 'author'],
  ['dc:language', 'language'],
  ['dcterms:modified', 'publishedAt'],
  ['o:LastSaved', 'publishedAt'],
  ['dc:date', 'publishedAt'],
  ['dcterms:created', 'publishedAt'],
  ['o:Created', 'publishedAt'],
  ['meta:creation-date', 'publishedAt'],
]

/** A date as files write it, in ISO 8601; null for what is none, or lies outside of what a file can know. */
export function isoDate(written: string | number): string | null {
  const date = new Date(written)
  const year = date.getUTCFullYear()
  return Number.isNaN(year) || year < 1980 || year > 2100 ? null : date.toISOString()
}

/**
 * Reads a document's properties: docProps/core.xml (ISO/IEC 29500-2, 8.3), o:DocumentProperties in Word 2003's XML, or
 * meta.xml of OpenDocument. The date is that of the last change, since files are begun from old ones.
 */
export function readProperties(bytes: Uint8Array | null): Properties {
  const found = new Map<string, string>()
  let open: string | null = null
  if (bytes !== null) {
    readXml(bytes, {
      open(name) {
        if (name === 'w:body') return 'skip'
        open = fields.some(([element]) => element === name) ? name : null
        return undefined
      },
      close() {
        open = null
      },
      text(text) {
        if (open !== null) found.set(open, `${found.get(open) ?? ''}${text}`.slice(0, MAX_CHARACTERS))
      },
    })
  }
  const first = (field: keyof Properties): string | null =>
    fields
      .filter(([, filled]) => filled === field)
      .map(([element]) => foldText(found.get(element) ?? ''))
      .find((text) => text !== '') ?? null
  const date = first('publishedAt')
  return {
    title: first('title'),
    author: first('author'),
    language: first('language'),
    publishedAt: date === null ? null : isoDate(date),
  }
}
