import type { Piece } from '../../document.ts'
import { readXml } from '../word/xml.ts'
import type { Definitions } from './paragraph.ts'
import { type References, StoryReader } from './story.ts'

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
