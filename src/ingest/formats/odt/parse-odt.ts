import { AppError } from '../../../shared/errors.ts'
import type { Piece } from '../../document.ts'
import { foldText } from '../clean-text.ts'
import { decodeXml } from '../decode-text.ts'
import { type DomElement, findElement, findElements, hasName, parseTree } from '../html/dom.ts'
import { drawnFormula } from '../html/formula-text.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { damaged, encrypted, tooComplex } from '../refusals.ts'
import { Budget, tablePieces } from '../word/pieces.ts'
import { readProperties, wordDocument } from '../word/word-document.ts'
import { eachElement, readInside } from '../word/xml.ts'
import { type Archive, joinPath, openArchive } from '../zip/open-archive.ts'
import { BodyReader, type EmbeddedObject } from './body-reader.ts'
import { Styles } from './styles.ts'

const limits = { xml: true, maxDepth: 256, maxElements: 300_000, tooComplex: () => tooComplex('document') }

/** Reads an embedded object: a formula in MathML, or a chart with its title and table of values. */
function readObject(tree: DomElement): EmbeddedObject {
  const math = findElement(tree, hasName('math'))
  if (math !== null) return { formula: drawnFormula(math), pieces: [] }
  const chart = findElement(tree, hasName('chart'))
  const text = (element: DomElement): string => foldText(element.textContent)
  if (chart === null) return { formula: '', pieces: [] }
  const title = findElement(
    chart,
    (element) => element.localName === 'title' && element.parentNode?.localName === 'chart',
  )
  const rows = findElements(chart, hasName('table-row')).map((row) =>
    findElements(row, hasName('table-cell')).map((cell): Piece[] => [{ type: 'paragraph', text: text(cell) }]),
  )
  const caption: Piece[] = title === null ? [] : [{ type: 'caption', text: text(title) }]
  return { formula: '', pieces: [...caption, ...tablePieces(rows)] }
}

/** Whether the manifest lists encrypted parts. The text can be read without a manifest, or with a damaged one. */
function isEncrypted(archive: Archive): boolean {
  let found = false
  try {
    const manifest = archive.has('META-INF/manifest.xml') ? archive.read('META-INF/manifest.xml') : null
    eachElement(manifest, 'manifest:encryption-data', () => {
      found = true
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'source_damaged') throw error
  }
  return found
}

/** The parts of a text. A flat one has all of them in one file. */
interface Parts {
  content: Uint8Array
  styles: readonly Uint8Array[]
  meta: Uint8Array | null
  object: (path: string) => Uint8Array | null
  broken: boolean
}

const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

async function openParts(bytes: Uint8Array): Promise<Parts> {
  if (!isArchive(bytes)) return { content: bytes, styles: [bytes], meta: bytes, object: () => null, broken: false }
  const archive = await openArchive(bytes)
  const part = (name: string): Uint8Array | null => (archive.has(name) ? archive.read(name) : null)
  if (isEncrypted(archive)) throw encrypted('document')
  const content = part('content.xml')
  if (content === null) throw damaged('document')
  return {
    content,
    styles: [part('styles.xml'), content].filter((source) => source !== null),
    meta: part('meta.xml'),
    object: (path) => part(joinPath('', `${path}/content.xml`)),
    broken: archive.isCut || archive.broken.has('content.xml'),
  }
}

/**
 * Reads an OpenDocument text (.odt, .ott, .fodt; ISO/IEC 26300): headings, lists and tables, footnotes and text boxes after
 * their paragraph, endnotes after the text. Deleted and hidden text, comments, headers and footers are left out.
 *
 * @throws AppError source_damaged, source_encrypted, source_too_complex
 */
export async function parseOdt(bytes: Uint8Array): Promise<ParsedDocument> {
  const parts = await openParts(bytes)
  const styles = new Styles()
  for (const source of parts.styles) styles.read(source)
  const reader = new BodyReader(styles, new Budget(), (source) => {
    if (typeof source !== 'string') return readObject(source)
    const object = parts.object(source)
    return object === null ? { formula: '', pieces: [] } : readObject(parseTree(decodeXml(object), limits))
  })
  if (!readInside(parts.content, 'office:text', reader)) throw damaged('document')
  const properties = readProperties(parts.meta)
  const { broken } = parts
  return wordDocument(reader.finish(), properties, styles.language, { readAs: 'OpenDocument text', broken })
}
