import { z } from 'zod'
import { locationSchema } from './summary/location.ts'

/** Kinds of source. A summary's `contentType` follows from it. */
const documentKinds = ['youtube', 'article', 'text', 'document', 'epub'] as const

const blockTypes = ['heading', 'paragraph', 'list-item', 'quote', 'code', 'table', 'caption'] as const
export type BlockType = (typeof blockTypes)[number]

/** The smallest part of a source that can be pointed at. */
const blockSchema = z.object({
  /** Unique within the document, in reading order: b1, b2, … */
  id: z.string().min(1),
  type: z.enum(blockTypes),
  /** Depth of a heading, 1 (the document's own title) to 6; absent on other types. */
  level: z.int().min(1).max(6).optional(),
  /** Number of an item in an ordered list, as the source shows it: 3. or b. Not part of the text. */
  marker: z.string().max(16).optional(),
  /** Plain text, white space folded except line breaks in code and tables. Never empty. */
  text: z.string().min(1),
  /** The headings above the block, outermost first. */
  headingPath: z.array(z.string()),
  location: locationSchema,
})

export type Block = z.infer<typeof blockSchema>

/** How a source was read: shown to the user and stored with the summary. */
export const sourceInfoSchema = z.object({
  /** Description for the user: "captions by the author", "article text", "pasted text". */
  readAs: z.string(),
  /** Address the content came from in the end, after redirects. */
  finalUrl: z.string().optional(),
  mediaType: z.string().optional(),
  /** Type that a page declares for its article, of https://schema.org: "NewsArticle". */
  declaredType: z.string().optional(),
  /** Size of what was fetched or pasted. */
  bytes: z.int().min(0).optional(),
  pages: z.int().min(0).optional(),
  durationSeconds: z.number().min(0).optional(),
  fileName: z.string().optional(),
  /** Whether the user's browser sent what it shows at the address. Precis has not opened the address itself. */
  captured: z.literal(true).optional(),
  /** Null if it could not be detected, absent if detection did not run. A summary may be in another language. */
  language: z.string().nullable().optional(),
  /** Numbers of pages whose text was recognized from a picture, so that it may have wrong letters. */
  recognizedPages: z.array(z.int().min(1)).optional(),
  /** Name of the model or service that transcribed a recording. Names in its text may be misheard. */
  transcribedBy: z.string().optional(),
  /** Note about what was not read: "The captions cover only part of this video." */
  note: z.string().optional(),
})

export type SourceInfo = z.infer<typeof sourceInfoSchema>

/**
 * Whether the date of a source is that of its file: the properties of PDF and Office files say when they were saved, not
 * when they were published.
 */
export const hasFileDate = (info: SourceInfo | null): boolean =>
  /^application\/(?:pdf|msword|vnd\.(?:openxmlformats|oasis))/u.test(info?.mediaType ?? '')

/** A source as every reader returns it and every summarizer takes it. */
export const extractedDocumentSchema = z.object({
  kind: z.enum(documentKinds),
  title: z.string(),
  /** Present and true if the source has no title, so that `title` is its first words. */
  isUntitled: z.literal(true).optional(),
  author: z.string().nullable(),
  /** Name of the site, channel or publisher. */
  site: z.string().nullable(),
  /** BCP 47 tag, lower-case primary subtag first ("en", "pt-BR"); null if unknown. */
  language: z.string().nullable(),
  /** ISO 8601 date or date-time. */
  publishedAt: z.string().nullable(),
  /** The URL given, or the canonical one that the page names; null for text and files. */
  url: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  /** Words of all blocks, as `countWords` counts. */
  words: z.int().min(0),
  blocks: z.array(blockSchema),
  sourceInfo: sourceInfoSchema,
})

export type ExtractedDocument = z.infer<typeof extractedDocumentSchema>

/** The whole text of a document: blocks in order, a blank line between them. */
export function documentText(document: Pick<ExtractedDocument, 'blocks'>): string {
  return document.blocks.map((block) => block.text).join('\n\n')
}

export const sourceBlockSchema = blockSchema.omit({ headingPath: true })
export type SourceBlock = z.infer<typeof sourceBlockSchema>

/** The blocks of a stored document as they are shown beside a summary. */
export const sourceBlocksSchema = z.object({ blocks: z.array(sourceBlockSchema) })

export const sourcePageSchema = sourceBlocksSchema.extend({ total: z.int().min(0), from: z.int().min(0) })
export type SourcePage = z.infer<typeof sourcePageSchema>

export const sourceMatchesSchema = z.object({
  /** Number of occurrences in the whole source. */
  total: z.int().min(0),
  /** The number of blocks before the one of each occurrence, in reading order; the first 1,000. */
  matches: z.array(z.int().min(0)),
})
export type SourceMatches = z.infer<typeof sourceMatchesSchema>
