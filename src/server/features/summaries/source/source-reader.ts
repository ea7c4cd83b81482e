import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import type { SourceQuery } from '../../../../shared/api/contract.ts'
import type { SourceMatches, SourcePage } from '../../../../shared/document.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { SourceMap } from '../../../../shared/source-map.ts'
import type { PackedDocument } from '../../../../threads/packed-document.ts'
import { createThreadPool, mebibytes, ThreadEnded } from '../../../../threads/thread-pool.ts'
import type { Db } from '../../../db/database.ts'
import type { SourcePassage } from '../search/marks.ts'
import { MAX_PARTS, type SourceNames, type SourcePosition, type SourceWords } from '../search/source-words.ts'
import type { Search } from '../search/words.ts'
import {
  type DocumentVersion,
  findDocumentVersion,
  findPackedDocument,
  MAX_DOCUMENT_BYTES,
  sourceNotKeptToRead,
} from '../source-repo.ts'
import type { Excerpt, FoundPart, SourceAnswer, SourceRequest, SourceTask } from './source-thread.ts'

const WORKER = fileURLToPath(new URL('./source-thread.ts', import.meta.url))
const TIME_MS = 15_000
/** Requests that are served at a time, each with up to a whole source in memory, and that wait. */
const CONCURRENCY = 2
const MAX_WAITING = 100
/** Waiting requests beyond which searches go without passages, so that readers don't wait for those of many searches. */
const MAX_WAITING_FOR_SEARCH = 20

export interface SourceReader {
  /** A page of a source that the caller may read. @throws AppError `source_not_kept`; `unavailable` */
  page(sourceId: string, query: SourceQuery): Promise<SourcePage>
  /** The outline of such a source. */
  map(sourceId: string): Promise<SourceMap>
  /** Occurrences of a text in such a source, as typed: any case, white space and quotation marks. */
  find(sourceId: string, text: string): Promise<SourceMatches>
  /**
   * The passages of such sources that match a search best, in the order of the sources. Null where the part has none, and
   * for the rest once one search has opened enough sources, or while too many requests wait.
   */
  passages(parts: readonly (FoundPart & { sourceId: string })[], search: Search): Promise<(SourcePassage | null)[]>
  /**
   * The words by which a source is found, of its beginning if it is far longer than books.
   * @param stored deflated JSON, as it will be stored
   * @throws AppError `unavailable`
   */
  words(
    source: { sourceId: string; contentHash: string; stored: Uint8Array },
    names: SourceNames,
  ): Promise<SourceWords[]>
  /**
   * Parts of a source as a document of their own.
   * @throws AppError `source_not_kept`; `unavailable`
   */
  excerpt(sourceId: string, excerpt: Excerpt): Promise<PackedDocument>
  close(): Promise<void>
}

/** Deflated bytes after which a search opens no further source: about 300 articles, or two books. */
const MAX_OPENED_BYTES = 4 * 1024 * 1024

const busy = (cause?: unknown): AppError =>
  new AppError('unavailable', 'This source can’t be opened right now. Please try again in a moment.', {
    retryAfterSeconds: 5,
    cause,
  })

const keyOf = (sourceId: string, { contentHash, bytes }: DocumentVersion): string =>
  `${sourceId} ${contentHash} ${bytes}`

/** Opens, pages and searches sources in a thread, which keeps the ones that were opened last. */
export function createSourceReader(db: Db): SourceReader {
  // A pool of its own, so that the thread keeps the sources that it has opened.
  const pool = createThreadPool()
  const runTask = pool.openKind<SourceTask, SourceAnswer>({ script: WORKER, threads: 1, memoryBytes: mebibytes(768) })
  const turns = pLimit(CONCURRENCY)
  const run = async (task: Omit<SourceTask, 'maxBytes'>): Promise<SourceAnswer> => {
    try {
      return await runTask(
        { ...task, maxBytes: MAX_DOCUMENT_BYTES },
        { signal: new AbortController().signal, timeMs: TIME_MS },
      )
    } catch (error) {
      throw error instanceof ThreadEnded ? busy(error) : error
    }
  }
  /** Answers a request; `onOpen` is called with the bytes of a source that had to be opened. */
  const answerNow = async (
    sourceId: string,
    request: SourceRequest,
    onOpen: (bytes: number) => void = () => undefined,
  ): Promise<NonNullable<SourceAnswer>> => {
    const version = await findDocumentVersion(db, sourceId)
    if (version === null) throw sourceNotKeptToRead()
    const key = keyOf(sourceId, version)
    const known = await run({ key, stored: null, request })
    if (known !== null) return known
    const stored = await findPackedDocument(db, sourceId)
    onOpen(stored?.length ?? 0)
    const answer = stored === null ? null : await run({ key, stored, request })
    if (answer === null) throw sourceNotKeptToRead()
    return answer
  }
  const read = async (sourceId: string, request: SourceRequest): Promise<NonNullable<SourceAnswer>> => {
    if (turns.pendingCount >= MAX_WAITING) throw busy()
    return turns(async () => answerNow(sourceId, request))
  }
  const readPassages: SourceReader['passages'] = async (parts, search) => {
    const passages: (SourcePassage | null)[] = parts.map(() => null)
    let opened = 0
    for (const [index, { sourceId, ...part }] of parts.entries()) {
      if (opened >= MAX_OPENED_BYTES) break
      try {
        const answer = await answerNow(sourceId, { search, part }, (bytes) => {
          opened += bytes
        })
        passages[index] = 'passage' in answer ? answer.passage : null
      } catch (error) {
        // A source may be deleted meanwhile; the summaries are shown all the same.
        if (!(error instanceof AppError)) throw error
        if (error.code === 'unavailable') break
      }
    }
    return passages
  }
  return {
    page: async (sourceId, query) => {
      const answer = await read(sourceId, { page: query })
      if (!('blocks' in answer)) throw busy()
      return answer
    },
    map: async (sourceId) => {
      const answer = await read(sourceId, { map: true })
      if (!('lengths' in answer)) throw busy()
      return answer
    },
    find: async (sourceId, text) => {
      const answer = await read(sourceId, { find: text })
      if (!('matches' in answer)) throw busy()
      return answer
    },
    passages: async (parts, search) =>
      parts.length === 0 || turns.pendingCount >= MAX_WAITING_FOR_SEARCH
        ? parts.map(() => null)
        : turns(async () => readPassages(parts, search)),
    words: async ({ sourceId, contentHash, stored }, names) => {
      const key = keyOf(sourceId, { contentHash, bytes: stored.length })
      const words: SourceWords[] = []
      // One part at a time, so that readers don't wait for a long book.
      for (let from: SourcePosition | null = { block: 0, character: 0 }; from !== null && words.length < MAX_PARTS; ) {
        const request: SourceRequest = { wordsFrom: from, names }
        const answer: SourceAnswer =
          (from.block === 0 && from.character === 0 ? null : await run({ key, stored: null, request })) ??
          (await run({ key, stored, request }))
        if (answer === null || !('part' in answer)) throw busy()
        words.push(answer.part)
        from = answer.next
      }
      return words
    },
    excerpt: async (sourceId, excerpt) => {
      const answer = await read(sourceId, { excerpt })
      if (!('document' in answer)) throw busy()
      return answer.document
    },
    close: async () => pool.close(),
  }
}
