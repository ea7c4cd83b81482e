import { AppError } from '../../../shared/errors.ts'
import { isWordXml, parseWordXml } from '../docx/parse-docx.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { copyProtected, damaged, encrypted } from '../refusals.ts'
import { readMimeDocument } from '../word/html.ts'
import { addPiece, Budget, type Cell, paragraphPiece, tablePieces, type WordPiece } from '../word/pieces.ts'
import { wordDocument } from '../word/word-document.ts'
import { containsStream, isCompoundFile, openCompoundFile, readStream, typeOfCompoundFile } from './compound-file.ts'
import { readSummaryInformation } from './summary-information.ts'
import { CELL_END, NUMBER_END, readWordText } from './word-text.ts'

/** Storages of files that rights management has locked ([MS-OFFCRYPTO] 2.2). */
const rightsManaged = ['\u0009DRMContent', 'DRMEncryptedDataSpace', 'DRMEncryptedTransform']

/** Fields of the File Information Block ([MS-DOC] 2.5.1), with which the stream "WordDocument" begins. */
const FLAGS_AT = 0x0a
const ENCRYPTED_FLAG = 0x0100
const SECOND_TABLE_FLAG = 0x0200
/** Length of the start of a file that reveals its format. */
const START_BYTES = 4096

const unsupported = (what: string): AppError =>
  new AppError('source_type_unsupported', `This file is ${what}. Save it as .docx and try again.`)

/** @throws AppError if a compound file is not a Word document */
function assertWord(bytes: Uint8Array): void {
  if (rightsManaged.some((name) => containsStream(bytes, name))) throw copyProtected('document')
  const type = typeOfCompoundFile(bytes)
  if (type === 'encrypted') throw encrypted('document')
  if (type === null && !containsStream(bytes, 'Root Entry')) throw damaged('document')
  if (type !== 'doc') throw unsupported('an Office file of another kind, not a Word document')
}

/** A capital, perhaps behind an opening quotation mark. */
const CAPITAL = /^["'“‘«„¿¡]?\p{Lu}$/u

/** A paragraph beside a drop cap has at least two lines. */
const MIN_BESIDE_DROP_CAP = 60

/**
 * Joins drop caps, which Word keeps in separate paragraphs, to the words that they begin. A drop cap is a capital above a
 * long paragraph that begins with a small letter. Recurring capitals are labels, and one above its own letter is a heading
 * of an index.
 */
function joinDropCaps(lines: readonly string[]): string[] {
  const isCapital = (index: number): boolean => CAPITAL.test(lines[index] ?? '')
  const isDropCap = (index: number): boolean => {
    const [cap = '', text = ''] = lines.slice(index, index + 2)
    if (!isCapital(index) || isCapital(index - 2) || isCapital(index + 2)) return false
    const next = /^ ?(\p{Ll})/u.exec(text)?.[1]
    return next !== undefined && text.length >= MIN_BESIDE_DROP_CAP && !cap.toLowerCase().endsWith(next)
  }
  const joined = lines.map((line, index) => (isDropCap(index - 1) ? `${lines[index - 1]}${line}` : line))
  return joined.filter((_, index) => !isDropCap(index))
}

const numbered = new RegExp(`^([^${NUMBER_END}]*)${NUMBER_END}(\\d)`, 'u')

/** Converts a paragraph with the number before its text, or the text of a cell. */
function pieceOf(line: string, isCell = false): WordPiece | null {
  const [before = '', marker = '', level] = numbered.exec(line) ?? []
  const text = line.slice(before.length)
  if (level === undefined || isCell) return paragraphPiece(`${marker} ${text}`, { type: 'paragraph' })
  if (level === '0') return paragraphPiece(text, { type: 'list-item', marker })
  return paragraphPiece(text, { type: 'heading', level: Number(level), marker })
}

/** Splits extracted text into paragraphs and tables: a line is a paragraph, or a table row. */
function piecesOf(text: string, budget: Budget): WordPiece[] {
  const pieces: WordPiece[] = []
  let rows: Cell[][] = []
  const endTable = (): void => {
    for (const piece of tablePieces(rows)) pieces.push(piece)
    rows = []
  }
  for (const line of joinDropCaps(text.split('\n'))) {
    if (line.endsWith(CELL_END)) {
      const cells = line.slice(0, -1).split(CELL_END)
      budget.take('cells', cells.length)
      rows.push(cells.map((cell) => [pieceOf(cell, true)].filter((piece) => piece !== null)))
      continue
    }
    endTable()
    const piece = pieceOf(line.replaceAll(CELL_END, ' '))
    if (piece === null) continue
    budget.take('paragraphs')
    addPiece(pieces, piece)
  }
  endTable()
  return pieces
}

function readWord97(bytes: Uint8Array): ParsedDocument {
  assertWord(bytes)
  const budget = new Budget()
  try {
    const file = openCompoundFile(bytes)
    const main = readStream(file, 'WordDocument')
    const flags = main.readUInt16LE(FLAGS_AT)
    if ((flags & ENCRYPTED_FLAG) !== 0) throw encrypted('document')
    const tables = readStream(file, (flags & SECOND_TABLE_FLAG) === 0 ? '0Table' : '1Table')
    const pieces = readWordText(main, tables, budget).flatMap((text) => piecesOf(text, budget))
    return wordDocument(pieces, readSummaryInformation(file), null)
  } catch (cause) {
    throw cause instanceof RangeError ? damaged('document', cause) : cause
  }
}

/**
 * Reads a document of Word 97 to 2003 (.doc): paragraphs and tables, then footnotes, endnotes and text boxes, and
 * its title, author and date. Also reads Word's other formats with that extension: Word 2003's XML, and web pages saved as
 * one file.
 *
 * @throws AppError source_damaged, source_encrypted, source_protected, source_too_complex, source_type_unsupported
 */
export async function parseDoc(bytes: Uint8Array): Promise<ParsedDocument> {
  if (isCompoundFile(bytes)) return readWord97(bytes)
  const start = Buffer.from(bytes.subarray(0, START_BYTES)).toString('latin1')
  if (isWordXml(start)) return parseWordXml(bytes)
  const page = readMimeDocument(bytes)
  if (page === null) throw unsupported('not a Word document')
  return {
    kind: 'document',
    title: page.title,
    author: null,
    site: null,
    language: page.language,
    publishedAt: null,
    pieces: page.pieces,
    sourceInfo: { readAs: 'Word document' },
  }
}
