import { AppError } from '../../../shared/errors.ts'
import type { Piece } from '../../document.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { settleLevels, titleOf } from '../word/paragraphs.ts'
import { openArchive } from '../zip/open-archive.ts'
import { readDiagram } from './diagram.ts'
import { readNotes } from './notes.ts'
import { readNumbering } from './numbering.ts'
import { openPackage, type Package } from './package.ts'
import type { Definitions } from './paragraph.ts'
import { readProperties } from './properties.ts'
import { type References, StoryReader } from './story.ts'
import { readStyles } from './styles.ts'
import { readXml, type XmlHandler } from './xml.ts'

const partOf = (file: Package, type: string): Uint8Array | null => {
  const part = file.byType(file.mainPart, type)
  return part === null ? null : file.read(part)
}

/**
 * Notes as they are cited: a footnote comes after the block that cites it, where it is read on paper, endnotes come
 * after the text. One that is cited twice comes once.
 */
function notesOf(file: Package, definitions: Definitions): References & { endnotes: Piece[] } {
  const footnotes = readNotes(partOf(file, 'footnotes'), 'w:footnote', definitions)
  const endnotes = readNotes(partOf(file, 'endnotes'), 'w:endnote', definitions)
  const atEnd: Piece[] = []
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
    embedded(_, relationshipId) {
      const part = file.byId(file.mainPart, relationshipId)
      const bytes = part === null ? null : file.read(part)
      return bytes === null ? [] : readDiagram(bytes)
    },
  }
}

/** Reads the text's part and makes sure that it is one. */
function readStory(bytes: Uint8Array, reader: StoryReader): Piece[] {
  let isDocument = false
  const handler: XmlHandler = {
    open(name, attributes) {
      isDocument ||= name === 'w:body'
      return reader.open(name, attributes)
    },
    close: (name) => reader.close(name),
    text: (text) => reader.text(text),
  }
  readXml(bytes, handler)
  if (!isDocument) {
    throw new AppError('source_damaged', 'This Word document is damaged: its text cannot be found.')
  }
  return reader.finish()
}

/**
 * Reads a Word document or template (.docx, .docm, .dotx, .dotm; ISO/IEC 29500 transitional and strict).
 *
 * The text is what a reader of the printed page sees with all tracked changes accepted, without headers, footers and
 * comments. Text boxes come after the paragraph they are anchored in.
 *
 * @throws AppError source_damaged, source_too_complex, source_type_unsupported
 */
export function parseDocx(bytes: Uint8Array): ParsedDocument {
  const file = openPackage(openArchive(bytes))
  const main = file.read(file.mainPart) ?? new Uint8Array()
  const styles = readStyles(partOf(file, 'styles'))
  const definitions = { styles, numbering: readNumbering(partOf(file, 'numbering')) }
  const notes = notesOf(file, definitions)
  const pieces = [...readStory(main, new StoryReader(definitions, notes)), ...notes.endnotes]
  const core = file.byType('', 'core-properties')
  const properties = readProperties(core === null ? null : file.read(core))
  return {
    kind: 'document',
    title: titleOf(pieces) ?? properties.title,
    author: properties.author,
    site: null,
    language: properties.language ?? styles.language,
    publishedAt: properties.publishedAt,
    pieces: settleLevels(pieces),
    sourceInfo: { readAs: 'Word document' },
  }
}
