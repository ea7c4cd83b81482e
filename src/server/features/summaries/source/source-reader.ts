import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import type { SourceQuery } from '../../../../shared/api/contract.ts'
import type { SourceMatches, SourcePage } from '../../../../shared/document.ts'
import { AppError } from '../../../../shared/errors.ts'
import { createThreadPool, mebibytes, ThreadEnded } from '../../../../threads/thread-pool.ts'
import type { Db } from '../../../db/database.ts'
import { sourceNotKeptToRead } from '../read.ts'
import { findDocumentVersion, findPackedDocument, MAX_DOCUMENT_BYTES } from '../source-repo.ts'
import type { SourceAnswer, SourceRequest, SourceTask } from './source-thread.ts'

const WORKER = fileURLToPath(new URL('./source-thread.ts', import.meta.url))
const TIME_MS = 15_000
/** Requests that are served at a time, each with up to a whole source in memory, and that wait. */
const CONCURRENCY = 2
const MAX_WAITING = 100

export interface SourceReader {
  /**
   * A page of a source that the caller may read.
   *
   * @throws AppError `source_not_kept`; `unavailable`
   */
  page(sourceId: string, query: SourceQuery): Promise<SourcePage>
  /** Occurrences of a text in such a source, as typed: any case, white space and quotation marks. */
  find(sourceId: string, text: string): Promise<SourceMatches>
  close(): Promise<void>
}

const busy = (cause?: unknown): AppError =>
  new AppError('unavailable', 'This source can’t be opened right now. Please try again in a moment.', {
    retryAfterSeconds: 5,
    cause,
  })

/** Opens, pages and searches sources in a thread, which keeps the ones that were opened last. */
export function createSourceReader(db: Db): SourceReader {
  const pool = createThreadPool<SourceTask, SourceAnswer>({ script: WORKER, threads: 1, memoryBytes: mebibytes(768) })
  const turns = pLimit(CONCURRENCY)
  const run = async (task: Omit<SourceTask, 'maxBytes'>): Promise<SourceAnswer> => {
    try {
      return await pool.run(
        { ...task, maxBytes: MAX_DOCUMENT_BYTES },
        { signal: new AbortController().signal, timeMs: TIME_MS },
      )
    } catch (error) {
      throw error instanceof ThreadEnded ? busy(error) : error
    }
  }
  const read = async (sourceId: string, request: SourceRequest): Promise<NonNullable<SourceAnswer>> => {
    if (turns.pendingCount >= MAX_WAITING) throw busy()
    return turns(async () => {
      const version = await findDocumentVersion(db, sourceId)
      if (version === null) throw sourceNotKeptToRead()
      const key = `${sourceId} ${version}`
      const known = await run({ key, stored: null, request })
      if (known !== null) return known
      const stored = await findPackedDocument(db, sourceId)
      const answer = stored === null ? null : await run({ key, stored, request })
      if (answer === null) throw sourceNotKeptToRead()
      return answer
    })
  }
  return {
    page: async (sourceId, query) => {
      const answer = await read(sourceId, { page: query })
      if (!('blocks' in answer)) throw busy()
      return answer
    },
    find: async (sourceId, text) => {
      const answer = await read(sourceId, { find: text })
      if (!('matches' in answer)) throw busy()
      return answer
    },
    close: async () => pool.close(),
  }
}
