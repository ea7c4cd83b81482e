import { authorOf } from '../author.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { damaged } from '../refusals.ts'
import { isGarbled } from '../word/garbled.ts'
import { settleHeadings, titleOf } from '../word/headings.ts'
import type { WordPiece } from '../word/paragraphs.ts'
import type { Properties } from './properties.ts'

/**
 * Makes the document of either form of Word's XML, from its text, properties and styles.
 *
 * @throws AppError source_damaged where the text is garbage
 */
export function wordDocument(
  pieces: readonly WordPiece[],
  properties: Properties,
  languageOfStyles: string | null,
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
    sourceInfo: { readAs: 'Word document' },
  }
}
