import type { ParsedDocument } from '../parsed-document.ts'
import { damaged } from '../refusals.ts'
import { Budget } from '../word/budget.ts'
import { readProperties } from '../word/properties.ts'
import { wordDocument } from '../word/word-document.ts'
import { readBody } from './parts.ts'
import { type References, StoryReader } from './story.ts'
import { type Numbering, readStyles } from './styles.ts'

/** Notes stand where they are cited, and nothing else is referred to. */
const noReferences: References = { cite() {}, afterBlock: () => [], embedded: () => [] }

/** Whether a file begins as one of Word 2003's XML. */
export function isWordXml(start: string): boolean {
  return /<\?mso-application\s+progid="Word\.Document"|<(?:\w{1,20}:)?wordDocument[\s>]/u.test(start)
}

/**
 * Reads a document in the XML of Word 2003 ("WordprocessingML Reference Schema"), which programs like to write under
 * the name of .doc. Styles and properties stand in the same file as the text.
 *
 * @throws AppError source_damaged, source_too_complex
 */
export function parseWordXml(bytes: Uint8Array): ParsedDocument {
  const styles = readStyles(bytes)
  const numbering: Numbering = (id) => id !== '0' && id !== ''
  const reader = new StoryReader({ styles, numbering, budget: new Budget() }, noReferences)
  const pieces = readBody(bytes, reader)
  if (pieces === null) {
    throw damaged('Word document')
  }
  return wordDocument(pieces, readProperties(bytes), styles.language)
}
