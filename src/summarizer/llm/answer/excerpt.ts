import type { Block, ExtractedDocument } from '../../../shared/document.ts'
import type { IndexedPassage } from '../../retrieval/rank-passages.ts'
import type { Piece } from '../../retrieval/split-passages.ts'

/** A block of an excerpt as its source has it. */
interface Origin {
  /** Index of the source. */
  source: number
  block: Block
}

/** Blocks of one or more sources as one document, for prompts and verification. */
export interface Excerpt {
  document: ExtractedDocument
  /** By the ids of the document's blocks; titles of sources have none. */
  origins: ReadonlyMap<string, Origin>
}

const wholeOf = (block: Block): Piece => ({ block, start: 0, end: block.text.length })

/**
 * Makes one document of passages, in the order of the sources, with ids of its own. Several sources begin with their
 * titles, which are in the path of their headings, too.
 *
 * @param passages null for all blocks
 */
export function excerptOf(
  documents: readonly ExtractedDocument[],
  passages: readonly IndexedPassage[] | null,
): Excerpt {
  const origins = new Map<string, Origin>()
  const blocks: Block[] = []
  const hasSeveral = documents.length > 1
  for (const [source, document] of documents.entries()) {
    const positions = new Map(document.blocks.map((block, at) => [block, at]))
    const own = passages?.filter((passage) => passage.document === source) ?? []
    const pieces = passages === null ? document.blocks.map(wholeOf) : own.flatMap((passage) => passage.pieces)
    const positionOf = ({ block }: Piece): number => positions.get(block) ?? 0
    if (hasSeveral && pieces.length > 0) {
      const location = { kind: 'paragraph' as const, paragraph: 1 }
      const title = document.title || document.url || `Source ${source + 1}`
      blocks.push({ id: `b${blocks.length + 1}`, type: 'heading', level: 1, text: title, headingPath: [], location })
    }
    for (const piece of pieces.toSorted(
      (one, other) => positionOf(one) - positionOf(other) || one.start - other.start,
    )) {
      const { block, start, end } = piece
      const id = `b${blocks.length + 1}`
      const headingPath = hasSeveral ? [document.title, ...block.headingPath] : block.headingPath
      blocks.push({ ...block, id, text: block.text.slice(start, end), headingPath })
      origins.set(id, { source, block })
    }
  }
  const [first, ...others] = documents
  const isSameLanguage = others.every(({ language }) => language === first?.language)
  const facts = { title: '', author: null, site: null, publishedAt: null, url: null, thumbnailUrl: null }
  const single =
    hasSeveral || first === undefined ? { kind: 'text' as const, ...facts, sourceInfo: { readAs: 'text' } } : first
  const language = isSameLanguage ? (first?.language ?? null) : null
  return { document: { ...single, words: 0, language, blocks }, origins }
}
