import { AppError } from '../../../shared/errors.ts'
import { authorOf } from '../author.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { copyProtected, damaged, encrypted } from '../refusals.ts'
import { localeOf } from '../word/code-pages.ts'
import { isGarbled } from '../word/garbled.ts'
import { settleHeadings, titleOf } from '../word/headings.ts'
import { createAnchors } from './anchors.ts'
import { Bytes } from './bytes.ts'
import { type Compound, isCompound, openCompound } from './compound.ts'
import { generationOf, readFib } from './fib.ts'
import { type CompoundType, typeOfCompound } from './identify.ts'
import { parseOtherForm } from './other-forms.ts'
import { readProperties } from './properties.ts'
import { readStory } from './story.ts'
import { Text } from './text.ts'

const otherTypes: Readonly<Record<Exclude<CompoundType, 'doc' | 'encrypted'>, string>> = {
  xls: 'an Excel spreadsheet',
  ppt: 'a PowerPoint presentation',
  msg: 'an Outlook message',
  unknown: 'an Office file of another kind',
}

/** Storages of files that rights management has locked ([MS-OFFCRYPTO] 2.2). */
const rightsManaged = ['\u0009DRMContent', 'DRMEncryptedDataSpace', 'DRMEncryptedTransform']

/** Refuses what is no document that can be opened. */
function assertReadable(compound: Compound): void {
  if (compound.names.length === 0) throw damaged('document')
  const type = typeOfCompound(compound)
  if (rightsManaged.some((name) => compound.contains(name))) throw copyProtected('document')
  if (type === 'encrypted') throw encrypted('document')
  if (type !== 'doc') {
    throw new AppError(
      'source_type_unsupported',
      `This file is ${otherTypes[type]}, not a Word document. Save it as .docx or .pdf and upload that.`,
    )
  }
}

function readMain(main: Uint8Array, compound: Compound | null): ParsedDocument {
  const fib = readFib(main)
  const tableStream = fib.tableStream === null ? main : (compound?.read(fib.tableStream) ?? new Uint8Array())
  const tables = new Bytes(tableStream)
  const text = new Text(fib, new Bytes(main), tables)
  const anchors = createAnchors(fib, tables, text)
  const pieces = [...readStory(text, 0, fib.stories.text, anchors), ...anchors.rest()]
  if ((pieces.length === 0 && !text.whole) || isGarbled(pieces)) throw damaged('document')
  const properties = readProperties(compound?.read('\u0005SummaryInformation') ?? null)
  return {
    kind: 'document',
    title: titleOf(pieces) ?? properties.title,
    author: authorOf(properties.author),
    site: null,
    language: localeOf(fib.lcid).language,
    publishedAt: properties.publishedAt,
    pieces: settleHeadings(pieces),
    sourceInfo: {
      readAs: 'Word document',
      ...(text.whole ? {} : { note: 'A part of this file is missing, so its text is not complete.' }),
    },
  }
}

/**
 * Reads a Word document of before 2007 (.doc): Word 97 to 2003 whole, Word 6 and 95 with their formatting, Word 2 for its
 * text. Word itself opens other formats under that name, and so are they read here: Word 2003's XML, HTML, also saved as
 * one file, and RTF.
 *
 * @throws AppError source_damaged, source_encrypted, source_protected, source_too_complex, source_type_unsupported
 */
export function parseDoc(bytes: Uint8Array): ParsedDocument {
  if (isCompound(bytes)) {
    const compound = openCompound(bytes)
    assertReadable(compound)
    return readMain(compound.read('WordDocument') ?? new Uint8Array(), compound)
  }
  return generationOf(bytes) === 2 ? readMain(bytes, null) : parseOtherForm(bytes)
}
