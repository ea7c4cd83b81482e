import { fileURLToPath } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import type { z } from 'zod'
import type { SummaryResult } from '../../shared/summary/summary.ts'
import type { PackedDocument } from '../../threads/packed-document.ts'
import { computingThreads, mebibytes, type RunTask, ThreadEnded, type ThreadPool } from '../../threads/thread-pool.ts'
import { answerSchemas } from '../llm/answers.ts'
import type { ModelSummarizerParts } from '../llm/engine.ts'
import { ModelFailure, type ModelSession } from '../models/model.ts'
import {
  engineOf,
  extractiveEngine,
  type SummarizeOptions,
  type Summarizer,
  type SummarizerEvent,
  streamEvents,
} from '../summarizer.ts'
import {
  errorOf,
  errorOfEnd,
  type SummarizeAnswer,
  type SummarizeTask,
  type ThreadMessage,
  type ThreadQuestion,
  type ThreadReply,
} from './messages.ts'

type Threads = RunTask<SummarizeTask, SummarizeAnswer>

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))
/** Heap and array buffers that one summary may hold. */
const MEMORY_BYTES = mebibytes(512)

/**
 * Summaries that language models write in parallel. Their threads mostly wait for calls, but split a long source and check
 * its page in one go: 0.3 s and 0.5 s for 100,000 words, which would block the main thread.
 */
const MODEL_THREADS = 8

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never

async function replyTo(
  question: ThreadQuestion,
  { memory, onModelCall, onUsage, signal }: SummarizeOptions,
  session: ModelSession | null,
  onPartial: (partial: unknown) => void,
): Promise<Unnumbered<ThreadReply>> {
  if (question.type === 'get') return { type: 'value', value: await memory?.get(question.key) }
  if (question.type === 'set') {
    await memory?.set(question.key, question.value)
    return { type: 'value', value: undefined }
  }
  if (session === null) throw new Error('The built-in engine calls no language model.')
  const { partials, ...call } = question.call
  const schema: z.ZodType = answerSchemas[call.schemaName]
  await onModelCall?.()
  try {
    const answer = await session.call({ ...call, schema, signal, onPartial: partials ? onPartial : undefined })
    return { type: 'answer', answer }
  } catch (error) {
    if (error instanceof ModelFailure) return { type: 'failure', kind: error.kind, message: error.message }
    throw error
  } finally {
    onUsage?.(session.usage())
  }
}

async function run(
  threads: Threads,
  task: Omit<SummarizeTask, 'port'>,
  options: SummarizeOptions,
  session: ModelSession | null,
  emit: (event: SummarizerEvent) => void,
): Promise<SummaryResult> {
  const { port1: ours, port2: port } = new MessageChannel()
  const done = Promise.withResolvers<SummaryResult>()
  const broken = Promise.withResolvers<never>()
  const send = (reply: ThreadReply): void => ours.postMessage(reply, [])
  ours.on('message', (message: ThreadMessage) => {
    if (message.type === 'event') {
      if (message.event.type === 'done') done.resolve(message.event.result)
      else emit(message.event)
      return
    }
    const { id, question } = message
    replyTo(question, options, session, (partial) => send({ id, type: 'partial', partial })).then(
      (reply) => send({ id, ...reply }),
      broken.reject,
    )
  })
  try {
    const running = threads({ ...task, port }, { signal: options.signal, transfer: [port] })
    const answer = await Promise.race([running, broken.promise])
    if (answer !== 'done') throw errorOf(answer)
    return await done.promise
  } catch (error) {
    throw error instanceof ThreadEnded ? errorOfEnd(error) : error
  } finally {
    ours.close()
  }
}

async function* summarize(
  threads: Threads,
  parts: ModelSummarizerParts | null,
  { json }: PackedDocument,
  options: SummarizeOptions,
): AsyncGenerator<SummarizerEvent> {
  // Also ends the thread and its calls when the caller stops listening.
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const session = parts?.models.begin() ?? null
  const { maxWords, advanced, language } = options
  const models = parts && {
    names: parts.models.names,
    contextTokens: parts.models.contextTokens,
    parallelCalls: parts.parallelCalls,
    secondRead: parts.secondRead,
  }
  const task = { json, options: { maxWords, advanced, language }, models }
  try {
    yield* streamEvents(async (emit) => {
      const result = await run(threads, task, { ...options, signal }, session, emit)
      return { type: 'done', result: session === null ? result : { ...result, usage: session.usage() } }
    })
  } finally {
    ended.abort()
  }
}

/** Summarizes on threads; the main thread, which has the keys, calls the models. No parts: the built-in engine. */
export function createThreadedSummarizer(
  pool: ThreadPool,
  parts: ModelSummarizerParts | null,
  memoryBytes = MEMORY_BYTES,
): Summarizer<PackedDocument> {
  const threads: Threads = pool.openKind({
    script: WORKER,
    threads: parts === null ? computingThreads() : MODEL_THREADS,
    memoryBytes,
  })
  return {
    engine: parts === null ? extractiveEngine : engineOf(parts.models.names),
    translates: parts !== null,
    summarize: (document, options) => summarize(threads, parts, document, options),
  }
}
