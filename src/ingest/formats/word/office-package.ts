import { AppError } from '../../../shared/errors.ts'
import type { Piece } from '../../document.ts'
import { damaged } from '../refusals.ts'
import { type Archive, joinPath } from '../zip/open-archive.ts'
import { paragraphPiece } from './pieces.ts'
import { eachElement, readXml } from './xml.ts'

/** One part's link to another (ISO/IEC 29500-2, 6.5). */
interface Relationship {
  id: string
  /** Last part of the type's URI: "officeDocument", "styles", "notesSlide". */
  type: string
  /** Name of the part in the archive; null for targets outside the file. */
  target: string | null
}

const folderOf = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1)

interface MainPart {
  contentType: RegExp
  usualName: string
  /** Main parts of other programs' files. */
  foreign: RegExp
}

/** The parts of an Office file (ISO/IEC 29500-2). */
export class OfficePackage {
  /** Name of the part with the document's text, or with the list of its slides. */
  readonly mainPart: string
  readonly #archive: Archive
  readonly #relationships = new Map<string, readonly Relationship[]>()

  /** @throws AppError source_damaged if the archive has no main part */
  constructor(archive: Archive, main: MainPart, kind: 'Word document' | 'presentation') {
    this.#archive = archive
    const part = this.#findMainPart(main)
    if (part === undefined) throw damaged(kind)
    this.mainPart = part
  }

  /** A part's bytes; null if it is missing or unreadable. */
  read(part: string): Uint8Array | null {
    if (!this.#archive.has(part)) return null
    try {
      return this.#archive.read(part)
    } catch (error) {
      // A document is worth reading without a secondary part.
      if (part !== this.mainPart && error instanceof AppError && error.code === 'source_damaged') return null
      throw error
    }
  }

  byId(from: string, id: string): string | null {
    return this.#of(from).find((relationship) => relationship.id === id)?.target ?? null
  }

  byType(from: string, type: string): string | null {
    return this.#of(from).find((relationship) => relationship.type === type)?.target ?? null
  }

  /** The bytes of the part that another refers to; null without one. */
  readByType(from: string, type: string): Uint8Array | null {
    const part = this.byType(from, type)
    return part === null ? null : this.read(part)
  }

  #of(part: string): readonly Relationship[] {
    return this.#relationships.getOrInsertComputed(part, () => {
      const found: Relationship[] = []
      const bytes = this.read(`${folderOf(part)}_rels/${part.slice(folderOf(part).length)}.rels`)
      eachElement(bytes, 'rel:Relationship', (attributes) => {
        const target = attributes('rel:Target')
        if (target === undefined) return
        found.push({
          id: attributes('rel:Id') ?? '',
          type: (attributes('rel:Type') ?? '').replace(/^.*\//u, ''),
          target: attributes('rel:TargetMode') === 'External' ? null : joinPath(part, target),
        })
      })
      return found
    })
  }

  /** Finds the main part by relationship, as specified, or else by content type or usual name. */
  #findMainPart({ contentType, usualName, foreign }: MainPart): string | undefined {
    const candidates = [this.byType('', 'officeDocument'), this.#partOfType(contentType), usualName]
    return candidates.filter((name) => name !== null).find((name) => this.#archive.has(name) && !foreign.test(name))
  }

  #partOfType(contentType: RegExp): string | null {
    const parts: string[] = []
    eachElement(this.read('[Content_Types].xml'), 'ct:Override', (attributes) => {
      if (contentType.test(attributes('ct:ContentType') ?? ''))
        parts.push(joinPath('', attributes('ct:PartName') ?? ''))
    })
    return parts[0] ?? null
  }
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
