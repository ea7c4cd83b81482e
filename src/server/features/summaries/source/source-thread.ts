import { inflateSync } from 'node:zlib'
import type { SourceQuery } from '../../../../shared/api/contract.ts'
import {
  type Block,
  type ExtractedDocument,
  type SourceBlock,
  type SourceMatches,
  type SourcePage,
  sourceBlocksSchema,
} from '../../../../shared/document.ts'
import { type SourceMap, sourceMapOf } from '../../../../shared/source-map.ts'
import { matchesIn, sourcePageOf } from '../../../../shared/source-pages.ts'
import { type PackedDocument, packDocument } from '../../../../threads/packed-document.ts'
import { threadWork } from '../../../../threads/thread-work.ts'
import { passageOf, type SourcePassage } from '../search/marks.ts'
import { type SourceNames, type SourcePosition, type SourceWords, wordsOfPart } from '../search/source-words.ts'
import type { Search } from '../search/words.ts'

/** Part of a source in which a search was found. */
export interface FoundPart extends Pick<SourceWords, 'firstBlock' | 'lastBlock'> {
  /** Language of the source. */
  language: string | null
}

/**
 * A request to a source: for a page of its blocks, its outline, the occurrences of a text, the passage that matches a search, or the
 * words of a part.
 */
export type SourceRequest =
  | { page: SourceQuery }
  | { map: true }
  | { find: string }
  | { search: Search; part: FoundPart }
  | { wordsFrom: SourcePosition; names: SourceNames }
  | { excerpt: Excerpt }

/** Consecutive blocks of a source: the indexes of the first and the last. */
export interface BlockRange {
  firstBlock: number
  lastBlock: number
}

/** Parts of a source as a document of their own. */
export interface Excerpt {
  /** Null: the whole source. */
  ranges: readonly BlockRange[] | null
  facts: Omit<ExtractedDocument, 'blocks'>
}

export interface SourceTask {
  /** Id of the source and version of its text. */
  key: string
  /** Deflated JSON, as stored. Null: as opened before. */
  stored: Uint8Array | null
  maxBytes: number
  request: SourceRequest
}

/** Null where the source has to be sent. */
export type SourceAnswer =
  | SourcePage
  | SourceMap
  | SourceMatches
  | { passage: SourcePassage | null }
  | { part: SourceWords; next: SourcePosition | null }
  | { document: PackedDocument }
  | null

/** JSON of all opened sources, in bytes; in memory they take about three times as much. */
const MAX_OPEN_BYTES = 32 * 1024 * 1024

/** Opened sources, the least recently used first. */
const opened = new Map<string, { blocks: SourceBlock[]; bytes: number }>()

function open({ key, stored, maxBytes }: SourceTask): SourceBlock[] | null {
  const found = opened.get(key)
  if (found !== undefined) {
    opened.delete(key)
    opened.set(key, found)
    return found.blocks
  }
  if (stored === null) return null
  const json = inflateSync(stored, { maxOutputLength: maxBytes })
  const { blocks } = sourceBlocksSchema.parse(JSON.parse(json.toString()))
  opened.set(key, { blocks, bytes: json.length })
  let bytes = [...opened.values()].reduce((sum, source) => sum + source.bytes, 0)
  for (const [oldest, source] of opened) {
    if (bytes <= MAX_OPEN_BYTES || oldest === key) break
    opened.delete(oldest)
    bytes -= source.bytes
  }
  return blocks
}

/** Adds the headings above each block, outermost first. */
function withHeadings(blocks: readonly SourceBlock[]): Block[] {
  const above: { level: number; text: string }[] = []
  return blocks.map((block) => {
    const level = block.type === 'heading' ? (block.level ?? 1) : null
    if (level !== null) while ((above.at(-1)?.level ?? 0) >= level) above.pop()
    const headingPath = above.map(({ text }) => text)
    if (level !== null) above.push({ level, text: block.text })
    return { ...block, headingPath }
  })
}

function excerptOf(blocks: readonly SourceBlock[], { ranges, facts }: Excerpt): PackedDocument {
  const all = withHeadings(blocks)
  const parts = ranges?.flatMap(({ firstBlock, lastBlock }) => all.slice(firstBlock, lastBlock + 1))
  return packDocument({ ...facts, blocks: parts ?? all })
}

export default threadWork(async (task: SourceTask): Promise<SourceAnswer> => {
  const blocks = open(task)
  if (blocks === null) return null
  const { request } = task
  if ('page' in request) return sourcePageOf(blocks, request.page)
  if ('map' in request) return sourceMapOf(blocks)
  if ('excerpt' in request) return { document: excerptOf(blocks, request.excerpt) }
  if ('find' in request) return matchesIn(blocks, request.find)
  if ('wordsFrom' in request) return wordsOfPart(blocks, request.wordsFrom, request.names)
  const { firstBlock, lastBlock, language } = request.part
  return { passage: passageOf(blocks.slice(firstBlock, lastBlock + 1), request.search, language) }
})
