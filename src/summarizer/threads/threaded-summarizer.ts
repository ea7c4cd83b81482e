import { fileURLToPath } from 'node:url'
import type { AnswerResult } from '../../shared/questions/answer.ts'
import type { SummaryResult } from '../../shared/summary/summary.ts'
import type { PackedDocument } from '../../threads/packed-document.ts'
import { computingThreads, mebibytes, type ThreadPool } from '../../threads/thread-pool.ts'
import { type Answerer, type AnswerStep, passagesEngine } from '../answerer.ts'
import type { ModelSummarizerParts } from '../llm/engine.ts'
import { engineOf, extractiveEngine, type Summarizer, type SummaryStep } from '../summarizer.ts'
import { streamTask, type Threads } from './run-task.ts'

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))
/** Heap and array buffers that one task may hold. */
const MEMORY_BYTES = mebibytes(512)

/**
 * Tasks that call language models in parallel. Their threads mostly wait for calls, but split a long source and check its
 * page in one go: 0.3 s and 0.5 s for 100,000 words, which would block the main thread.
 */
const MODEL_THREADS = 8

type Parts = ModelSummarizerParts | null

const openThreads = (pool: ThreadPool, parts: Parts, memoryBytes: number): Threads =>
  pool.openKind({ script: WORKER, threads: parts === null ? computingThreads() : MODEL_THREADS, memoryBytes })

/** The models as a thread sees them. */
const factsOf = (parts: Parts) =>
  parts && {
    names: parts.models.names,
    contextTokens: parts.models.contextTokens,
    parallelCalls: parts.parallelCalls,
    secondRead: parts.secondRead,
  }

/** Summarizes on threads; the main thread, which has the keys, calls the models. No parts: the built-in engine. */
export function createThreadedSummarizer(
  pool: ThreadPool,
  parts: Parts,
  memoryBytes = MEMORY_BYTES,
): Summarizer<PackedDocument> {
  const threads = openThreads(pool, parts, memoryBytes)
  return {
    engine: parts === null ? extractiveEngine : engineOf(parts.models.names),
    translates: parts !== null,
    summarize: ({ json }, { maxWords, advanced, language, focus, ...services }) => {
      const task = { work: 'summarize', json, options: { maxWords, advanced, language, focus } } as const
      const models = parts?.models ?? null
      return streamTask<SummaryStep, SummaryResult>(threads, { ...task, models: factsOf(parts) }, services, models)
    },
  }
}

/** Answers questions in the same way, on threads of their own: a question doesn't wait for summaries. */
export function createThreadedAnswerer(
  pool: ThreadPool,
  parts: Parts,
  memoryBytes = MEMORY_BYTES,
): Answerer<PackedDocument> {
  const threads = openThreads(pool, parts, memoryBytes)
  return {
    engine: parts === null ? passagesEngine : engineOf(parts.models.names),
    answer: (documents, question, { earlier, language, withoutMatches, ...services }) => {
      const jsons = documents.map(({ json }) => json)
      const task = { work: 'answer', jsons, question, options: { earlier, language, withoutMatches } } as const
      const models = parts?.models ?? null
      return streamTask<AnswerStep, AnswerResult>(threads, { ...task, models: factsOf(parts) }, services, models)
    },
  }
}
