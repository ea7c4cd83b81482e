import { createHash } from 'node:crypto'
import type { ExtractedDocument } from '../shared/document.ts'
import { truncate } from '../shared/text/format.ts'

/**
 * A document in the form that crosses threads and is stored: its blocks stay packed on the main thread, which
 * deserializing or hashing those of a long book would block.
 */
export interface PackedDocument extends Omit<ExtractedDocument, 'blocks'> {
  /** Hash of all that a summary is made of and points at. */
  contentHash: string
  /** The whole document as JSON in UTF-8, in shared memory where it came from a thread. */
  json: Uint8Array
}

/** Longest JSON of a document, in bytes: the text of the longest books, many times over. */
const MAX_JSON_BYTES = 64 * 1024 * 1024

/**
 * Hashes the blocks with their places, and the URL that links to them lead to. Titles and dates are left out: pages
 * change them without changing a word.
 */
export function hashOfDocument({ kind, url, blocks }: Pick<ExtractedDocument, 'kind' | 'url' | 'blocks'>): string {
  const hash = createHash('sha256').update(JSON.stringify([kind, url]))
  for (const { type, level, text, location } of blocks)
    hash.update(JSON.stringify([type, level ?? null, text, location]))
  return hash.digest('base64url')
}

/** Longest title, author, and site, in characters: every row, list, and event repeats them. */
const MAX_FACT_CHARACTERS = 1000
/** Longest URL of a picture; a longer one is left out. */
const MAX_URL_CHARACTERS = 4000

function boundFacts(document: ExtractedDocument): Omit<ExtractedDocument, 'blocks'> {
  const { blocks: _, ...facts } = document
  const bounded = (text: string | null): string | null => text && truncate(text, MAX_FACT_CHARACTERS)
  return {
    ...facts,
    title: truncate(facts.title, MAX_FACT_CHARACTERS),
    author: bounded(facts.author),
    site: bounded(facts.site),
    thumbnailUrl: (facts.thumbnailUrl?.length ?? 0) > MAX_URL_CHARACTERS ? null : facts.thumbnailUrl,
  }
}

/**
 * Packs a document. Headings are repeated with every block below them, so the JSON can be far larger than its source.
 *
 * @throws RangeError when the JSON exceeds its limit
 */
export function packDocument(document: ExtractedDocument): PackedDocument {
  const { blocks } = document
  const facts = boundFacts(document)
  const parts = [`${JSON.stringify(facts).slice(0, -1)},"blocks":[`]
  let bytes = Buffer.byteLength(parts[0] ?? '')
  for (const [at, block] of blocks.entries()) {
    const part = `${at === 0 ? '' : ','}${JSON.stringify(block)}`
    bytes += Buffer.byteLength(part)
    if (bytes > MAX_JSON_BYTES) throw new RangeError('The document is too long.')
    parts.push(part)
  }
  parts.push(']}')
  const json = Buffer.from(new SharedArrayBuffer(bytes + 2))
  let written = 0
  for (const part of parts) written += json.write(part, written)
  return { ...facts, contentHash: hashOfDocument(document), json }
}

export function unpackDocument({ json }: Pick<PackedDocument, 'json'>): ExtractedDocument {
  const document: ExtractedDocument = JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString())
  return document
}
