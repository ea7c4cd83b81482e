import { authorOf } from '../author.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { damaged } from '../refusals.ts'
import { isGarbled } from './garbled.ts'
import { settleHeadings, titleOf } from './headings.ts'
import type { WordPiece } from './paragraphs.ts'
import type { Properties } from './properties.ts'

/**
 * Makes a document from the text, properties and styles of a word processor's file.
 *
 * @param readAs the format as users know it
 *
 * @throws AppError source_damaged where the text is garbage
 */
export function wordDocument(
  pieces: readonly WordPiece[],
  properties: Properties,
  languageOfStyles: string | null,
  readAs = 'Word document',
): ParsedDocument {
  if (isGarbled(pieces)) throw damaged('Word document')
  return {
    kind: 'document',
    title: titleOf(pieces) ?? properties.title,
    author: authorOf(properties.author),
    site: null,
    language: properties.language ?? languageOfStyles,
    publishedAt: properties.publishedAt,
    pieces: settleHeadings(pieces),
    sourceInfo: { readAs },
  }
}
