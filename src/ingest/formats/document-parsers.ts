import type { ParsedDocument } from './parsed-document.ts'

/** The formats of files that bring a document of their own, not a page or a bare text. */
export type DocumentType = 'pdf' | 'docx' | 'doc' | 'epub'

type DocumentParser = (bytes: Uint8Array) => Promise<ParsedDocument>

/** Their parsers, each loaded with the first file that needs it. */
export const documentParsers: Readonly<Record<DocumentType, DocumentParser>> = {
  pdf: async (bytes) => (await import('./pdf/parse-pdf.ts')).parsePdf(bytes),
  docx: async (bytes) => (await import('./docx/parse-docx.ts')).parseDocx(bytes),
  doc: async (bytes) => (await import('./doc/parse-doc.ts')).parseDoc(bytes),
  epub: async (bytes) => (await import('./epub/parse-epub.ts')).parseEpub(bytes),
}
