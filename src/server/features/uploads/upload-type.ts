import type { ExtractedDocument } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import type { UploadType } from '../../../shared/uploads.ts'
import { onlyUpload } from './upload-rules.ts'

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** Media types, as IANA lists them, of what can be uploaded: documents, templates, and either with macros. */
const types: Readonly<Record<string, UploadType>> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  [`${WORD}.document`]: 'docx',
  [`${WORD}.template`]: 'docx',
  'application/vnd.ms-word.document.macroenabled.12': 'docx',
  'application/vnd.ms-word.template.macroenabled.12': 'docx',
  // Word's own web archive goes under the name of .doc.
  'multipart/related': 'doc',
  'application/epub+zip': 'epub',
}

/**
 * The type of a file that has been read.
 *
 * @throws AppError `source_type_unsupported` for what the product reads, but takes no uploads of
 */
export function uploadTypeOf({ kind, sourceInfo }: Pick<ExtractedDocument, 'kind' | 'sourceInfo'>): UploadType {
  const type = types[sourceInfo.mediaType?.toLowerCase() ?? '']
  if (type !== undefined) return type
  const found = kind === 'article' ? 'a web page' : 'plain text'
  throw new AppError(
    'source_type_unsupported',
    `This file is ${found}. Save it as a PDF or Word file and upload that. ${onlyUpload}`,
  )
}
