import type { ParsedDocument } from '../parsed-document.ts'
import { damaged, encrypted } from '../refusals.ts'
import { Budget } from '../word/pieces.ts'
import { readProperties, wordDocument } from '../word/word-document.ts'
import { eachElement, readInside } from '../word/xml.ts'
import { openArchive } from '../zip/open-archive.ts'
import { BodyReader } from './body-reader.ts'
import { Styles } from './styles.ts'

/**
 * Reads an OpenDocument text (.odt, .ott; ISO/IEC 26300): headings, lists and tables, footnotes and text boxes after
 * their paragraph, endnotes after the text. Deleted and hidden text, comments, headers and footers are left out.
 *
 * @throws AppError source_damaged, source_encrypted, source_too_complex
 */
export async function parseOdt(bytes: Uint8Array): Promise<ParsedDocument> {
  const archive = await openArchive(bytes)
  const part = (name: string): Uint8Array | null => (archive.has(name) ? archive.read(name) : null)
  eachElement(part('META-INF/manifest.xml'), 'manifest:encryption-data', () => {
    throw encrypted('document')
  })
  const content = part('content.xml')
  if (content === null) throw damaged('document')
  const styles = new Styles()
  for (const source of [part('styles.xml'), content]) if (source !== null) styles.read(source)
  const reader = new BodyReader(styles, new Budget())
  if (!readInside(content, 'office:text', reader)) throw damaged('document')
  const properties = readProperties(part('meta.xml'))
  const broken = archive.isCut || archive.broken.has('content.xml')
  return wordDocument(reader.finish(), properties, styles.language, { readAs: 'OpenDocument text', broken })
}
