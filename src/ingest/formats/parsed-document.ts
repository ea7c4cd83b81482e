import type { ExtractedDocument, SourceInfo } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { countWords } from '../../shared/text/words.ts'
import { authorFromText, type Piece, titleOf, toBlocks } from '../document.ts'
import { settleLanguage } from '../language.ts'
import { noText } from './refusals.ts'

/** Minimum number of words that can be summarized. */
export const MIN_WORDS = 10

/** Result of a format's parser; metadata that the file lacks is null. */
export interface ParsedDocument {
  kind: 'document' | 'epub'
  title: string | null
  author: string | null
  /** Publisher. */
  site: string | null
  /** As declared; the text may overrule it. */
  language: string | null
  publishedAt: string | null
  /** In reading order, with their locations if the format has pages or chapters. */
  pieces: readonly Piece[]
  /** Includes `readAs`, the format as users know it: "PDF text", "Word document", "e-book". */
  sourceInfo: SourceInfo
}

/** Metadata that a file declares. */
export type FileMetadata = Pick<ParsedDocument, 'title' | 'author' | 'language' | 'publishedAt'>

/** Facts about a file that are not in it. */
interface FileFacts {
  /** Without folders; null if the file has no name. */
  fileName: string | null
  /** Its URL; null for an upload. */
  url: string | null
  /** A given title, which takes precedence over the file's own. */
  title?: string | null
  mediaType: string
  bytes: number
}

/** A file's name without its extension. */
export const baseName = (fileName: string | null): string => (fileName ?? '').replace(/\.[a-z\d]{1,5}$/iu, '').trim()

/**
 * Creates the document from the result of a format's parser.
 *
 * @param minWords rejects a document with fewer words
 * @throws AppError source_empty, source_too_short
 */
export function finishDocument(parsed: ParsedDocument, facts: FileFacts, minWords = MIN_WORDS): ExtractedDocument {
  const text = parsed.pieces.map((piece) => piece.text).join('\n')
  const words = countWords(text)
  if (words === 0) throw noText('file')
  if (words < minWords) {
    throw new AppError('source_too_short', 'There is too little text in this file to summarize.')
  }
  return {
    kind: parsed.kind,
    ...titleOf(facts.title?.trim() || parsed.title, parsed.pieces, baseName(facts.fileName)),
    author: parsed.author ?? authorFromText(parsed.pieces),
    site: parsed.site,
    language: settleLanguage(parsed.language, text),
    publishedAt: parsed.publishedAt,
    url: facts.url,
    thumbnailUrl: null,
    words,
    blocks: toBlocks(parsed.pieces),
    sourceInfo: {
      ...parsed.sourceInfo,
      mediaType: facts.mediaType,
      bytes: facts.bytes,
      ...(facts.fileName === null ? {} : { fileName: facts.fileName }),
      ...(facts.url === null ? {} : { finalUrl: facts.url }),
    },
  }
}
