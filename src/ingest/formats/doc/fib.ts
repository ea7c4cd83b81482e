import { damaged, encrypted } from '../refusals.ts'
import { Bytes } from './bytes.ts'

/** Generations of the format: Word 2 (without container), 6 and 95, 97 to 2003. */
export type Generation = 2 | 6 | 8

/** A range of bytes in a stream. */
export interface Place {
  at: number
  length: number
}

/** The places of tables in the table stream (Word 97 on) or the main one. */
export interface Tables {
  pieces: Place
  styles: Place
  fonts: Place
  paragraphs: Place
  characters: Place
  footnoteReferences: Place
  footnoteTexts: Place
  endnoteReferences: Place
  endnoteTexts: Place
  shapes: Place
  textBoxes: Place
}

/** Characters of each story; they follow each other in this order. */
export interface Stories {
  text: number
  footnotes: number
  headers: number
  macros: number
  comments: number
  endnotes: number
  textBoxes: number
}

/** The start of a Word file, which says where everything is ([MS-DOC] 2.5, File Information Block). */
export interface Fib {
  generation: Generation
  /** Of the language the file was made in. */
  lcid: number
  /** Name of the stream with the tables; null where they stand in the main one. */
  tableStream: '0Table' | '1Table' | null
  /** Where the text begins in files without a table of its pieces, in bytes. */
  textStart: number
  wideText: boolean
  tables: Tables
  stories: Stories
}

const nowhere: Place = { at: 0, length: 0 }

const ENCRYPTED = 0x0100
const SECOND_TABLE = 0x0200
const WIDE_TEXT = 0x1000

/** Word 95 writes 104, Word 97 193; betas lie between. */
const FIRST_VERSION_97 = 105

/** Where the pairs of place and length begin, and the numbers of the pairs, in Word 97 and later. */
function tables97(bytes: Bytes): Tables {
  const shorts = bytes.u16(32)
  const longs = bytes.u16(34 + 2 * shorts)
  const pairs = 38 + 2 * shorts + 4 * longs
  const place = (index: number): Place => ({
    at: bytes.u32(pairs + 8 * index),
    length: bytes.u32(pairs + 8 * index + 4),
  })
  return {
    styles: place(1),
    footnoteReferences: place(2),
    footnoteTexts: place(3),
    characters: place(12),
    paragraphs: place(13),
    fonts: place(15),
    pieces: place(33),
    shapes: place(40),
    endnoteReferences: place(46),
    endnoteTexts: place(47),
    textBoxes: place(56),
  }
}

/** The same in Word 6 and 95, at fixed places ("Word 6.0 Binary File Format", structure FIB). */
function tables6(bytes: Bytes): Tables {
  const place = (at: number): Place => ({ at: bytes.u32(at), length: bytes.u32(at + 4) })
  return {
    styles: place(0x60),
    footnoteReferences: place(0x68),
    footnoteTexts: place(0x70),
    characters: place(0xb8),
    paragraphs: place(0xc0),
    fonts: place(0xd0),
    pieces: place(0x160),
    shapes: nowhere,
    endnoteReferences: place(0x1d2),
    endnoteTexts: place(0x1da),
    textBoxes: nowhere,
  }
}

/** Word 2's formatting is another than its successors'; only the table of pieces is read. */
function tables2(bytes: Bytes): Tables {
  return {
    styles: nowhere,
    footnoteReferences: nowhere,
    footnoteTexts: nowhere,
    characters: nowhere,
    paragraphs: nowhere,
    fonts: nowhere,
    pieces: { at: bytes.u32(0x11e), length: bytes.u16(0x122) },
    shapes: nowhere,
    endnoteReferences: nowhere,
    endnoteTexts: nowhere,
    textBoxes: nowhere,
  }
}

function storiesAt(bytes: Bytes, at: number): Stories {
  const count = (index: number): number => bytes.u32(at + 4 * index)
  return {
    text: count(0),
    footnotes: count(1),
    headers: count(2),
    macros: count(3),
    comments: count(4),
    endnotes: count(5),
    textBoxes: count(6),
  }
}

/** The generation that a file's first bytes name; null where they are no Word file's. */
export function generationOf(bytes: Uint8Array): Generation | null {
  const start = new Bytes(bytes)
  const magic = start.u16(0)
  const version = start.u16(2)
  if (magic === 0xa5db || magic === 0xa59b || magic === 0xa59c) return 2
  // Word 6 and 97 have numbers of their own (0xA5DC, 0xA5EC), but converters mix them up.
  return (magic & 0xff00) === 0xa500 ? (version < FIRST_VERSION_97 ? 6 : 8) : null
}

/**
 * Reads the file information block.
 *
 * @throws AppError source_encrypted, source_damaged
 */
export function readFib(main: Uint8Array): Fib {
  const bytes = new Bytes(main)
  const generation = generationOf(main)
  if (generation === null) throw damaged('Word document')
  const flags = bytes.u16(0x0a)
  if ((flags & ENCRYPTED) !== 0) throw encrypted('document')
  const byGeneration = { 2: tables2, 6: tables6, 8: tables97 }
  return {
    generation,
    lcid: bytes.u16(6),
    tableStream: generation < 8 ? null : (flags & SECOND_TABLE) !== 0 ? '1Table' : '0Table',
    textStart: bytes.u32(0x18),
    wideText: generation > 2 && (flags & WIDE_TEXT) !== 0,
    tables: byGeneration[generation](bytes),
    stories: storiesAt(bytes, generation === 8 ? 0x4c : 0x34),
  }
}
