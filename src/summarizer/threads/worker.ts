import type { MessagePort } from 'node:worker_threads'
import type { ExtractedDocument } from '../../shared/document.ts'
import type { AnswerResult } from '../../shared/questions/answer.ts'
import { stripOfPage } from '../../shared/source-map.ts'
import type { SummaryResult } from '../../shared/summary/summary.ts'
import { unpackDocument } from '../../threads/packed-document.ts'
import { threadWork } from '../../threads/thread-work.ts'
import type { AnswerEvent, Answerer, AnswerStep } from '../answerer.ts'
import { isSchemaName } from '../llm/answers.ts'
import { ModelFailure, type Models } from '../models/model.ts'
import type { Summarizer, SummarizerEvent, SummaryStep, WorkMemory } from '../summarizer.ts'
import {
  failureOf,
  type ModelFacts,
  type TaskAnswer,
  type ThreadMessage,
  type ThreadQuestion,
  type ThreadReply,
  type ThreadTask,
} from './messages.ts'

type Final = Exclude<ThreadReply, { type: 'partial' }>
type OnPartial = (partial: unknown) => void
type Ask = (question: ThreadQuestion, onPartial?: OnPartial) => Promise<Final>

/** Connects to the main thread, which replies to questions. */
function connect(port: MessagePort): Ask {
  const pending = new Map<number, { resolve: (reply: Final) => void; onPartial: OnPartial | undefined }>()
  let asked = 0
  port.on('message', (reply: ThreadReply) => {
    const waiting = pending.get(reply.id)
    if (reply.type === 'partial') return waiting?.onPartial?.(reply.partial)
    pending.delete(reply.id)
    waiting?.resolve(reply)
  })
  return async (question, onPartial) => {
    const { promise, resolve } = Promise.withResolvers<Final>()
    const id = (asked += 1)
    pending.set(id, { resolve, onPartial })
    port.postMessage({ type: 'question', id, question } satisfies ThreadMessage<never, never>, [])
    return promise
  }
}

/** The language models of the main thread, which also counts what they cost. */
function remoteModels({ names, contextTokens }: ModelFacts, ask: Ask): Models {
  return {
    names,
    contextTokens,
    begin: () => ({
      usage: () => [],
      call: async ({ instructions, prompt, schema, schemaName, maxOutputTokens, isCheck = false, onPartial }) => {
        if (!isSchemaName(schemaName)) throw new Error(`The main thread has no schema "${schemaName}".`)
        const call = { instructions, prompt, schemaName, maxOutputTokens, isCheck, partials: onPartial !== undefined }
        const reply = await ask({ type: 'call', call }, onPartial)
        if (reply.type === 'failure') throw new ModelFailure(reply.kind, reply.message)
        if (reply.type !== 'answer') throw new Error('The main thread answered another question.')
        return { model: reply.answer.model, value: schema.parse(reply.answer.value) }
      },
    }),
  }
}

async function loadEngine(models: ModelFacts | null, ask: Ask): Promise<Summarizer> {
  if (models === null) {
    const { createExtractiveSummarizer } = await import('../extractive/engine.ts')
    return createExtractiveSummarizer()
  }
  const { createModelSummarizer } = await import('../llm/engine.ts')
  const { parallelCalls, secondRead } = models
  return createModelSummarizer({ models: remoteModels(models, ask), parallelCalls, secondRead })
}

async function loadAnswerer(models: ModelFacts | null, ask: Ask): Promise<Answerer> {
  if (models === null) {
    const { createPassagesAnswerer } = await import('../retrieval/answer-with-passages.ts')
    return createPassagesAnswerer()
  }
  const { createModelAnswerer } = await import('../llm/answer/model-answerer.ts')
  const { parallelCalls, secondRead } = models
  return createModelAnswerer({ models: remoteModels(models, ask), parallelCalls, secondRead })
}

/** Starts a task; its calls of models and its checkpoints are left to the main thread. */
async function start(task: ThreadTask, ask: Ask): Promise<AsyncIterable<SummarizerEvent | AnswerEvent>> {
  // The main thread cancels a task by ending its thread.
  const { signal } = new AbortController()
  if (task.work === 'answer') {
    const answerer = await loadAnswerer(task.models, ask)
    const documents = task.jsons.map((json) => unpackDocument({ json }))
    return answerer.answer(documents, task.question, { ...task.options, signal })
  }
  const engine = await loadEngine(task.models, ask)
  const memory: WorkMemory = {
    get: async (key) => {
      const reply = await ask({ type: 'get', key })
      return reply.type === 'value' ? reply.value : undefined
    },
    set: async (key, value) => void (await ask({ type: 'set', key, value })),
  }
  const document = unpackDocument(task)
  return withStrip(document, engine.summarize(document, { ...task.options, memory, signal }))
}

/** Adds the strip to a result, here, where the blocks are. */
async function* withStrip(
  { blocks }: Pick<ExtractedDocument, 'blocks'>,
  events: AsyncIterable<SummarizerEvent>,
): AsyncGenerator<SummarizerEvent> {
  for await (const event of events) {
    if (event.type !== 'done') {
      yield event
      continue
    }
    const { result } = event
    const coverage = { ...result.coverage, strip: stripOfPage(blocks, result.page) }
    yield { ...event, result: { ...result, coverage } }
  }
}

type Message = ThreadMessage<SummaryStep | AnswerStep, SummaryResult | AnswerResult>

export default threadWork(async (task: ThreadTask): Promise<TaskAnswer> => {
  const { port } = task
  const send = (message: Message): void => port.postMessage(message, [])
  try {
    for await (const event of await start(task, connect(port))) {
      send(event.type === 'done' ? { type: 'result', result: event.result } : { type: 'event', event })
    }
    return 'done'
  } catch (error) {
    return failureOf(error)
  } finally {
    port.close()
  }
})
