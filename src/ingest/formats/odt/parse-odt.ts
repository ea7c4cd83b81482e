import type { Piece } from '../../document.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { damaged, encrypted } from '../refusals.ts'
import { Budget } from '../word/budget.ts'
import { readProperties } from '../word/properties.ts'
import { wordDocument } from '../word/word-document.ts'
import { readXml } from '../word/xml.ts'
import { openArchive } from '../zip/open-archive.ts'
import { BodyReader } from './body-reader.ts'
import { Styles } from './styles.ts'

/** Reads the text of content.xml; null where it has none. */
function readBody(bytes: Uint8Array, reader: BodyReader): Piece[] | null {
  let found = false
  let inside = false
  readXml(bytes, {
    open(name, attributes) {
      if (inside) return reader.open(name, attributes)
      inside = name === 'office:text'
      found ||= inside
      return undefined
    },
    close(name) {
      if (name === 'office:text') inside = false
      else if (inside) reader.close(name)
    },
    text(text) {
      if (inside) reader.text(text)
    },
  })
  return found ? reader.finish() : null
}

function isEncrypted(manifest: Uint8Array): boolean {
  let found = false
  readXml(manifest, {
    open(name) {
      found ||= name === 'manifest:encryption-data'
      return undefined
    },
  })
  return found
}

/**
 * Reads an OpenDocument text (.odt, .ott; ISO/IEC 26300): headings, lists and tables, footnotes and text boxes after
 * their paragraph, endnotes after the text. Deleted and hidden text, comments, headers and footers are left out.
 *
 * @throws AppError source_damaged, source_encrypted, source_too_complex
 */
export async function parseOdt(bytes: Uint8Array): Promise<ParsedDocument> {
  const archive = await openArchive(bytes)
  const part = (name: string): Uint8Array | null => (archive.has(name) ? archive.read(name) : null)
  const manifest = part('META-INF/manifest.xml')
  if (manifest !== null && isEncrypted(manifest)) throw encrypted('document')
  const content = part('content.xml')
  if (content === null) throw damaged('document')
  const styles = new Styles()
  for (const source of [part('styles.xml'), content]) if (source !== null) styles.read(source)
  const pieces = readBody(content, new BodyReader(styles, new Budget()))
  if (pieces === null) throw damaged('document')
  const document = wordDocument(pieces, readProperties(part('meta.xml')), styles.language, 'OpenDocument text')
  if (!archive.broken.has('content.xml')) return document
  const note = 'This file is damaged, so its text may not be complete.'
  return { ...document, sourceInfo: { ...document.sourceInfo, note } }
}
