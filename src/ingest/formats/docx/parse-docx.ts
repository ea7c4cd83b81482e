import type { Piece } from '../../document.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { damaged } from '../refusals.ts'
import { Budget } from '../word/budget.ts'
import { isMime, readHtmlDocument, readMimeDocument } from '../word/html.ts'
import { readProperties } from '../word/properties.ts'
import { wordDocument } from '../word/word-document.ts'
import { openArchive } from '../zip/open-archive.ts'
import type { Definitions } from './blocks.ts'
import { openPackage, type Package } from './package.ts'
import { readBody, readDiagram, readNotes } from './parts.ts'
import { type References, StoryReader } from './story.ts'
import { readNumbering, readStyles } from './styles.ts'

const partOf = (file: Package, type: string): Uint8Array | null => {
  const part = file.byType(file.mainPart, type)
  return part === null ? null : file.read(part)
}

/** A piece of another format within the text: HTML, also saved as one file. Others are left out. */
function readChunk(bytes: Uint8Array): Piece[] {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (isMime(start)) return readMimeDocument(bytes)?.pieces ?? []
  return /<(?:!doctype\s+html|html|body|p|div)[\s>]/iu.test(start) ? readHtmlDocument(bytes, null).pieces : []
}

/**
 * Notes as they are cited: a footnote comes after the block that cites it, where it is read on paper, endnotes come
 * after the text. One that is cited twice comes once.
 */
function notesOf(file: Package, definitions: Definitions): References & { endnotes: Piece[] } {
  const footnotes = readNotes(partOf(file, 'footnotes'), 'w:footnote', definitions)
  const endnotes = readNotes(partOf(file, 'endnotes'), 'w:endnote', definitions)
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
      return kind === 'diagram' ? readDiagram(bytes) : readChunk(bytes)
    },
  }
}

/**
 * Reads a Word document or template (.docx, .docm, .dotx, .dotm; ISO/IEC 29500 transitional and strict).
 *
 * The text is what a reader of the printed page sees with all tracked changes accepted, without headers, footers and
 * comments. Text boxes come after the paragraph they are anchored in.
 *
 * @throws AppError source_damaged, source_too_complex, source_type_unsupported
 */
export async function parseDocx(bytes: Uint8Array): Promise<ParsedDocument> {
  const file = openPackage(await openArchive(bytes))
  const main = file.read(file.mainPart) ?? new Uint8Array()
  const styles = readStyles(partOf(file, 'styles'))
  const definitions = { styles, numbering: readNumbering(partOf(file, 'numbering')), budget: new Budget() }
  const notes = notesOf(file, definitions)
  const text = readBody(main, new StoryReader(definitions, notes))
  if (text === null) {
    throw damaged('Word document')
  }
  const core = file.byType('', 'core-properties')
  const properties = readProperties(core === null ? null : file.read(core))
  const document = wordDocument([...text, ...notes.endnotes], properties, styles.language)
  if (!file.isBroken(file.mainPart)) return document
  const note = 'This file is damaged, so its text may not be complete.'
  return { ...document, sourceInfo: { ...document.sourceInfo, note } }
}
