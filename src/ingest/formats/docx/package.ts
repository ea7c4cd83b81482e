import { AppError } from '../../../shared/errors.ts'
import { damaged } from '../refusals.ts'
import { eachElement } from '../word/xml.ts'
import { type Archive, joinPath } from '../zip/open-archive.ts'

/** One part's link to another (ISO/IEC 29500-2, 6.5). */
interface Relationship {
  id: string
  /** Last part of the type's URI: "officeDocument", "styles", "footnotes". */
  type: string
  /** Name of the part in the archive; null for targets outside the file. */
  target: string | null
}

const folderOf = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1)

/** Types of main parts: documents and templates, with macros and without. */
const documentType =
  /wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)\.macroEnabled(?:Template)?\.main/iu

const otherTypes: readonly (readonly [RegExp, string])[] = [
  [/^xl\//iu, 'a spreadsheet'],
  [/^ppt\//iu, 'a presentation'],
  [/^visio\//iu, 'a drawing'],
  [/^META-INF\/container\.xml$/iu, 'an e-book'],
  [/^content\.xml$/iu, 'an OpenDocument file'],
  [/^Index\/Document\.iwa$/iu, 'a Pages document'],
]

/** Folders of documents of other programs, which refer to their main part in the same way. */
const otherOffice = /^(?:xl|ppt|visio)\//iu

function notWord(names: readonly string[]): AppError {
  const found = otherTypes.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1]
  if (found === undefined && names.some((name) => /^(?:word\/|\[Content_Types\])/iu.test(name))) {
    return damaged('Word document')
  }
  return new AppError(
    'source_type_unsupported',
    `This file is ${found ?? 'an archive'}, not a Word document. Save it as .docx or .pdf and upload that.`,
  )
}

/** The parts of a Word file. */
export class WordPackage {
  /** Name of the part with the document's text. */
  readonly mainPart: string
  private readonly archive: Archive
  private readonly relationships = new Map<string, readonly Relationship[]>()

  /** @throws AppError source_type_unsupported for an archive of another kind, source_damaged */
  constructor(archive: Archive) {
    this.archive = archive
    this.mainPart = this.findMainPart()
  }

  /** A part's bytes; null if it is missing or unreadable. */
  read(part: string): Uint8Array | null {
    if (!this.archive.has(part)) return null
    try {
      return this.archive.read(part)
    } catch (error) {
      // A document is worth reading without a secondary part.
      if (part !== this.mainPart && error instanceof AppError && error.code === 'source_damaged') return null
      throw error
    }
  }

  /** Whether a part that was read is damaged. */
  isBroken(part: string): boolean {
    return this.archive.broken.has(part)
  }

  byId(from: string, id: string): string | null {
    return this.of(from).find((relationship) => relationship.id === id)?.target ?? null
  }

  byType(from: string, type: string): string | null {
    return this.of(from).find((relationship) => relationship.type === type)?.target ?? null
  }

  private of(part: string): readonly Relationship[] {
    return this.relationships.getOrInsertComputed(part, () => {
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
  private findMainPart(): string {
    const related = this.byType('', 'officeDocument')
    const candidates = [related, this.mainPartByType(), 'word/document.xml']
    const part = candidates.find((name) => name !== null && this.archive.has(name) && !otherOffice.test(name))
    if (part === undefined || part === null) throw notWord(this.archive.names)
    return part
  }

  private mainPartByType(): string | null {
    const parts: string[] = []
    eachElement(this.read('[Content_Types].xml'), 'ct:Override', (attributes) => {
      if (documentType.test(attributes('ct:ContentType') ?? ''))
        parts.push(joinPath('', attributes('ct:PartName') ?? ''))
    })
    return parts[0] ?? null
  }
}
