import type { UploadType } from '../../shared/formats.ts'
import { mayBeWord97 } from './doc/compound-file.ts'
import type { ParsedDocument } from './parsed-document.ts'
import { hasPdfHeader } from './pdf/pdf-header.ts'

/** How to recognize a format that is a ZIP archive, besides the media type that the archive may contain. */
export interface ArchiveSigns {
  /** The content type of the main part, in Office files (ISO/IEC 29500-2). */
  contentType?: RegExp
  /** Names of files that identify the format. */
  fileName?: RegExp
}

/** How a format is recognized and parsed. */
export interface FormatParser {
  /** Tests for the format's signature, if it has one. */
  matches?: (bytes: Uint8Array) => boolean
  archive?: ArchiveSigns
  /** @throws AppError of the `source_*` family */
  parse: (bytes: Uint8Array) => Promise<ParsedDocument>
}

/** The parsers of all formats that can be uploaded. Each is loaded with its first file. */
export const formatParsers: Readonly<Record<UploadType, FormatParser>> = {
  pdf: {
    matches: hasPdfHeader,
    parse: async (bytes) => (await import('./pdf/parse-pdf.ts')).parsePdf(bytes),
  },
  docx: {
    archive: {
      contentType: /(?:wordprocessingml|ms-word)\.(?:document|template)[\w.]{0,40}\+xml/iu,
      fileName: /^word\/[^/]*\.xml$/iu,
    },
    parse: async (bytes) => (await import('./docx/parse-docx.ts')).parseDocx(bytes),
  },
  doc: {
    matches: mayBeWord97,
    parse: async (bytes) => (await import('./doc/parse-doc.ts')).parseDoc(bytes),
  },
  epub: {
    archive: { fileName: /^META-INF\/container\.xml$|\.opf$/iu },
    parse: async (bytes) => (await import('./epub/parse-epub.ts')).parseEpub(bytes),
  },
  odt: {
    archive: {},
    parse: async (bytes) => (await import('./odt/parse-odt.ts')).parseOdt(bytes),
  },
}
