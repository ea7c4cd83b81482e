import { authorOf } from '../author.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { settleHeadings, titleOf } from '../word/headings.ts'
import type { WordPiece } from '../word/paragraphs.ts'
import type { Properties } from './properties.ts'

/** What both forms of Word's XML come to: the text, and what its properties and styles say of it. */
export function wordDocument(
  pieces: readonly WordPiece[],
  properties: Properties,
  languageOfStyles: string | null,
): ParsedDocument {
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
