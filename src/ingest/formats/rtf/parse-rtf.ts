import { authorOf } from '../author.ts'
import { foldText } from '../clean-text.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { localeOf } from '../word/code-pages.ts'
import { settleHeadings, titleOf } from '../word/headings.ts'
import { RtfReader } from './reader.ts'

function isoDate(date: ReadonlyMap<string, number> | undefined): string | null {
  const part = (name: string): number => date?.get(name) ?? 0
  const year = part('yr')
  if (year < 1980 || year > 2100) return null
  const time = Date.UTC(year, Math.max(0, part('mo') - 1), Math.max(1, part('dy')), part('hr'), part('min'))
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/**
 * Reads a document in the Rich Text Format (Microsoft, "RTF Specification", 1.9.1): text in all its code pages and in
 * Unicode, headings, lists, tables, notes and text boxes; deleted and hidden text, headers and footers left out.
 *
 * @throws AppError source_too_complex
 */
export function parseRtf(bytes: Uint8Array): ParsedDocument {
  const reader = new RtfReader(bytes)
  const pieces = reader.read()
  return {
    kind: 'document',
    title: titleOf(pieces) ?? (foldText(reader.info.get('title') ?? '') || null),
    author: authorOf(reader.info.get('author') ?? null),
    site: null,
    language: reader.language === null ? null : localeOf(reader.language).language,
    publishedAt: isoDate(reader.dates.get('revised')) ?? isoDate(reader.dates.get('created')),
    pieces: settleHeadings(pieces),
    sourceInfo: { readAs: 'RTF document' },
  }
}
