import type { Piece } from '../../document.ts'
import { paragraphPiece } from '../word/paragraphs.ts'
import { readXml } from '../word/xml.ts'
import type { Definitions } from './blocks.ts'
import { type References, StoryReader } from './story.ts'

/** Reads the body of a document's main part; null where there is none. */
export function readBody(bytes: Uint8Array, reader: StoryReader): Piece[] | null {
  let found = false
  let inside = false
  readXml(bytes, {
    open(name, attributes) {
      if (inside) return reader.open(name, attributes)
      inside = name === 'w:body'
      found ||= inside
      return undefined
    },
    close(name) {
      if (name === 'w:body') inside = false
      else if (inside) reader.close(name)
    },
    text(text) {
      if (inside) reader.text(text)
    },
  })
  return found ? reader.finish() : null
}

/** Notes cite nothing and embed nothing that would be read. */
const noReferences: References = { cite() {}, afterBlock: () => [], embedded: () => [] }

/** Notes by id. Separators, which Word keeps among the notes, are none. */
export function readNotes(
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
      return undefined
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

/** The texts of a diagram's boxes (SmartArt; ISO/IEC 29500-1, 21.4), in the order of its data. */
export function readDiagram(bytes: Uint8Array): Piece[] {
  const pieces: Piece[] = []
  let text = ''
  let inText = false
  readXml(bytes, {
    open(name) {
      if (name === 'a:t') inText = true
      else if (name === 'a:br') text += '\n'
      return undefined
    },
    close(name) {
      if (name === 'a:t') inText = false
      if (name !== 'a:p') return
      const piece = paragraphPiece(text, { type: 'list-item' })
      if (piece !== null) pieces.push(piece)
      text = ''
    },
    text(found) {
      if (inText) text += found
    },
  })
  return pieces
}
