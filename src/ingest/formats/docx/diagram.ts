import type { Piece } from '../../document.ts'
import { paragraphPiece } from '../word/paragraphs.ts'
import { readXml } from '../word/xml.ts'

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
