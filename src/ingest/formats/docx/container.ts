import type { Piece } from '../../document.ts'
import { Fields } from '../word/fields.ts'
import type { Paragraph } from './paragraph.ts'
import type { TableReader } from './table-reader.ts'

/** Where paragraphs go: the story itself, a cell, a text box. */
export interface Container {
  pieces: Piece[]
  paragraphs: Paragraph[]
  tables: TableReader[]
  fields: Fields
  /** Text of paragraphs whose end was deleted. */
  held: string
}

export const newContainer = (): Container => ({
  pieces: [],
  paragraphs: [],
  tables: [],
  fields: new Fields(),
  held: '',
})
