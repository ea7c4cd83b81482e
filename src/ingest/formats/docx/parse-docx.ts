import type { Piece } from '../../document.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { damaged } from '../refusals.ts'
import { readChart } from '../word/chart.ts'
import { isMime, readHtmlDocument, readMimeDocument } from '../word/html.ts'
import { OfficePackage, readDiagram } from '../word/office-package.ts'
import { Budget } from '../word/pieces.ts'
import { readProperties, wordDocument } from '../word/word-document.ts'
import { readInside, readXml } from '../word/xml.ts'
import { openArchive } from '../zip/open-archive.ts'
import type { Definitions } from './blocks.ts'
import { type Numbering, readNumbering } from './numbering.ts'
import { type References, StoryReader } from './story.ts'
import { readStyles } from './styles.ts'

const main = {
  /** Documents and templates, with macros and without. */
  contentType:
    /wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)\.macroEnabled(?:Template)?\.main/iu,
  usualName: 'word/document.xml',
  foreign: /^(?:xl|ppt|visio)\//iu,
}

/** @throws AppError source_damaged if the part has no body */
function readBody(bytes: Uint8Array, reader: StoryReader): Piece[] {
  if (!readInside(bytes, 'w:body', reader)) throw damaged('Word document')
  return reader.finish()
}

/** For notes, and for Word 2003's XML, which has notes in place: no references are read. */
const noReferences: References = { cite() {}, afterBlock: () => [], embedded: () => [] }

/** Notes by id, without the separators among them. */
function readNotes(
  bytes: Uint8Array | null,
  element: 'w:footnote' | 'w:endnote',
  definitions: Definitions,
): Map<string, Piece[]> {
  const notes = new Map<string, Piece[]>()
  let reader: StoryReader | null = null
  let id = ''
  if (bytes === null) return notes
  readXml(bytes, {
    open(name, attributes) {
      if (name !== element || reader !== null) return reader?.open(name, attributes)
      if (/eparator|Notice/u.test(attributes('w:type') ?? '')) return 'skip'
      id = attributes('w:id') ?? ''
      reader = new StoryReader(definitions, noReferences)
    },
    close(name) {
      if (name === element && reader !== null) {
        notes.set(id, reader.finish())
        reader = null
      } else reader?.close(name)
    },
    text: (text) => reader?.text(text),
  })
  return notes
}

/** Reads embedded HTML, also as MHTML; other formats are left out. */
function readChunk(bytes: Uint8Array): Piece[] {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (isMime(start)) return readMimeDocument(bytes)?.pieces ?? []
  return /<(?:!doctype\s+html|html|body|p|div)[\s>]/iu.test(start) ? readHtmlDocument(bytes, null).pieces : []
}

/**
 * Collects notes as they are cited: a footnote comes after the block that cites it, endnotes come after the text. One that
 * is cited twice comes once.
 */
function notesOf(file: OfficePackage, definitions: Definitions): References & { endnotes: Piece[] } {
  const footnotes = readNotes(file.readByType(file.mainPart, 'footnotes'), 'w:footnote', definitions)
  const endnotes = readNotes(file.readByType(file.mainPart, 'endnotes'), 'w:endnote', definitions)
  const atEnd: Piece[] = []
  const embedded = new Set<string>()
  let pending: Piece[] = []
  return {
    endnotes: atEnd,
    cite(kind, id) {
      const notes = kind === 'footnote' ? footnotes : endnotes
      for (const piece of notes.get(id) ?? []) (kind === 'footnote' ? pending : atEnd).push(piece)
      notes.delete(id)
    },
    afterBlock() {
      const cited = pending
      pending = []
      return cited
    },
    embedded(kind, relationshipId) {
      const part = file.byId(file.mainPart, relationshipId)
      if (part === null || embedded.has(part)) return []
      embedded.add(part)
      const bytes = file.read(part)
      if (bytes === null) return []
      if (kind === 'chart') return readChart(bytes)
      return kind === 'diagram' ? readDiagram(bytes) : readChunk(bytes)
    },
  }
}

/**
 * Reads a Word document or template (.docx, .docm, .dotx, .dotm; ISO/IEC 29500 transitional and strict).
 *
 * Reads the printed text with all tracked changes accepted, without headers, footers and comments. Text boxes come after
 * the paragraph they are anchored in.
 *
 * @throws AppError source_damaged, source_too_complex
 */
export async function parseDocx(bytes: Uint8Array): Promise<ParsedDocument> {
  const archive = await openArchive(bytes)
  const file = new OfficePackage(archive, main, 'Word document')
  const { mainPart } = file
  const styles = readStyles(file.readByType(mainPart, 'styles'))
  const numbering = readNumbering(file.readByType(mainPart, 'numbering'))
  const definitions = { styles, numbering, budget: new Budget() }
  const notes = notesOf(file, definitions)
  const text = readBody(file.read(mainPart) ?? new Uint8Array(), new StoryReader(definitions, notes))
  const properties = readProperties(file.readByType('', 'core-properties'))
  const broken = archive.isCut || archive.broken.has(mainPart)
  return wordDocument([...text, ...notes.endnotes], properties, styles.language, { broken })
}

/** Whether a file is in Word 2003's XML, by its beginning. */
export function isWordXml(start: string): boolean {
  return /<\?mso-application\s+progid="Word\.Document"|<(?:\w{1,20}:)?wordDocument[\s>]/u.test(start)
}

/**
 * Reads a document in the XML of Word 2003 ("WordprocessingML Reference Schema"), which many programs write with the
 * extension .doc. Styles and properties are in the same file as the text.
 *
 * @throws AppError source_damaged, source_too_complex
 */
export function parseWordXml(bytes: Uint8Array): ParsedDocument {
  const styles = readStyles(bytes)
  const numbering: Numbering = {
    isMarked: (id) => id !== '0' && id !== '',
    levelOfStyle: () => undefined,
    next: () => undefined,
  }
  const reader = new StoryReader({ styles, numbering, budget: new Budget() }, noReferences)
  return wordDocument(readBody(bytes, reader), readProperties(bytes), styles.language)
}
