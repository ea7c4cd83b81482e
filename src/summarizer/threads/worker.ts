import type { MessagePort } from 'node:worker_threads'
import { unpackDocument } from '../../threads/packed-document.ts'
import { threadWork } from '../../threads/thread-work.ts'
import { isSchemaName } from '../llm/answers.ts'
import { ModelFailure, type Models } from '../models/model.ts'
import type { Summarizer, WorkMemory } from '../summarizer.ts'
import {
  failureOf,
  type ModelFacts,
  type SummarizeAnswer,
  type SummarizeTask,
  type ThreadMessage,
  type ThreadQuestion,
  type ThreadReply,
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
    port.postMessage({ type: 'question', id, question } satisfies ThreadMessage, [])
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

async function summarize({ json, options, models, port }: SummarizeTask): Promise<void> {
  const ask = connect(port)
  const engine = await loadEngine(models, ask)
  // The main thread cancels a task by ending its thread.
  const { signal } = new AbortController()
  const memory: WorkMemory = {
    get: async (key) => {
      const reply = await ask({ type: 'get', key })
      return reply.type === 'value' ? reply.value : undefined
    },
    set: async (key, value) => void (await ask({ type: 'set', key, value })),
  }
  for await (const event of engine.summarize(unpackDocument({ json }), { ...options, memory, signal })) {
    port.postMessage({ type: 'event', event } satisfies ThreadMessage)
  }
}

export default threadWork(async (task: SummarizeTask): Promise<SummarizeAnswer> => {
  try {
    await summarize(task)
    return 'done'
  } catch (error) {
    return failureOf(error)
  } finally {
    task.port.close()
  }
})
