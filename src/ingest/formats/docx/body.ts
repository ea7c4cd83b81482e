import type { Piece } from '../../document.ts'
import { readXml } from '../word/xml.ts'
import type { StoryReader } from './story.ts'

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
