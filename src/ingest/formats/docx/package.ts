import { AppError } from '../../../shared/errors.ts'
import { damaged } from '../refusals.ts'
import { OfficePackage } from '../word/office-package.ts'
import type { Archive } from '../zip/open-archive.ts'

/** Types of main parts: documents and templates, with macros and without. */
const documentType =
  /wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)\.macroEnabled(?:Template)?\.main/iu

const otherTypes: readonly (readonly [RegExp, string])[] = [
  [/^xl\//iu, 'a spreadsheet'],
  [/^ppt\//iu, 'a presentation'],
  [/^visio\//iu, 'a drawing'],
  [/^META-INF\/container\.xml$/iu, 'an e-book'],
  [/^content\.xml$/iu, 'an OpenDocument file'],
  [/^Index\/Document\.iwa$/iu, 'a Pages document'],
]

/** Folders of documents of other programs, which refer to their main part in the same way. */
const otherOffice = /^(?:xl|ppt|visio)\//iu

function notWord(names: readonly string[]): AppError {
  const found = otherTypes.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1]
  if (found === undefined && names.some((name) => /^(?:word\/|\[Content_Types\])/iu.test(name))) {
    return damaged('Word document')
  }
  return new AppError(
    'source_type_unsupported',
    `This file is ${found ?? 'an archive'}, not a Word document. Save it as .docx or .pdf and upload that.`,
  )
}

/**
 * The parts of a Word file.
 *
 * @throws AppError source_type_unsupported for an archive of another kind, source_damaged
 */
export const openWordPackage = (archive: Archive): OfficePackage =>
  new OfficePackage(
    archive,
    { contentType: documentType, usualName: 'word/document.xml', foreign: otherOffice },
    notWord,
  )
