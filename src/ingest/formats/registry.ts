import { type UploadType, uploadTypes } from '../../shared/formats.ts'
import type { Recognition, ScannedPages } from '../recognition/recognized-page.ts'
import { recordingType } from './audio/signatures.ts'
import { mayBeWord97 } from './doc/compound-file.ts'
import { isImage } from './image/signatures.ts'
import type { ParsedDocument } from './parsed-document.ts'

/** Readers look for the header in the first KiB (PDF 1.7, annex H.3, note 13). */
const HEADER_BYTES = 1024
/** Maximum distance from a late header to the first object. */
const BODY_BYTES = 4096

/** Whether bytes are a PDF, also behind the junk that mail and web servers leave before its header. */
function hasPdfHeader(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEADER_BYTES + BODY_BYTES)).toString('latin1')
  const at = head.indexOf('%PDF-')
  if (at === -1 || at > HEADER_BYTES) return false
  // A text about PDF files may contain the header alone; in a file, objects follow it.
  return at === 0 || /\b\d{1,10}\s+\d{1,5}\s+obj\b/u.test(head.slice(at))
}

/** Whether bytes are an OpenDocument text in one XML file (OpenDocument 1.3, part 3, 3.1.2). */
function isFlatText(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEADER_BYTES + BODY_BYTES)).toString('latin1')
  return (
    /^(?:\u00ef\u00bb\u00bf)?\s{0,20}</u.test(head) &&
    /<office:document\s/u.test(head) &&
    /office:mimetype=["']application\/vnd\.oasis\.opendocument\.text(?:-template)?["']/u.test(head)
  )
}

/** How to recognize a format that is a ZIP archive, besides the media type that the archive may contain. */
interface ArchiveSigns {
  /** The content type of the main part, in Office files (ISO/IEC 29500-2). */
  contentType?: RegExp
  /** Names of files that identify the format. */
  fileName?: RegExp
}

/** A file whose text has to be recognized, or transcribed, first. */
export type Unread = { scanned: ScannedPages } | { recording: true }

/** How a format is recognized and parsed. */
interface FormatParser {
  /** Tests for the format's signature, if it has one. */
  matches?: (bytes: Uint8Array) => boolean
  archive?: ArchiveSigns
  /**
   * @param recognition absent if scanned pages are not recognized
   * @throws AppError of the `source_*` family
   */
  parse: (bytes: Uint8Array, recognition?: Recognition) => Promise<ParsedDocument | Unread>
}

/** Formats without a signature; src/ingest/sources reads them as it reads web pages and pasted texts. */
type TextType = 'html' | 'text'

type FileType = Exclude<UploadType, TextType>

export const isFileType = (type: UploadType): type is FileType => type !== 'html' && type !== 'text'

export const fileTypes: readonly FileType[] = uploadTypes.filter(isFileType)

/** The parsers of all formats that have a signature. Each is loaded with its first file. */
export const formatParsers: Readonly<Record<FileType, FormatParser>> = {
  pdf: {
    matches: hasPdfHeader,
    parse: async (bytes, recognition) => (await import('./pdf/parse-pdf.ts')).parsePdf(bytes, recognition),
  },
  image: {
    matches: isImage,
    parse: async (bytes, recognition) => (await import('./image/parse-image.ts')).parseImage(bytes, recognition),
  },
  audio: {
    matches: (bytes) => recordingType(bytes) !== null,
    parse: async () => ({ recording: true }),
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
    matches: isFlatText,
    parse: async (bytes) => (await import('./odt/parse-odt.ts')).parseOdt(bytes),
  },
  pptx: {
    archive: {
      contentType: /(?:presentationml|ms-powerpoint)\.(?:presentation|slideshow|template)[\w.]{0,40}main\+xml/iu,
      fileName: /^ppt\/presentation\.xml$/iu,
    },
    parse: async (bytes) => (await import('./pptx/parse-pptx.ts')).parsePptx(bytes),
  },
}
