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

interface Pending {
  resolve: (reply: Final) => void
  onPartial: ((partial: unknown) => void) | undefined
}

/** Asks the main thread over a port. */
class Questions {
  readonly #port: MessagePort
  readonly #pending = new Map<number, Pending>()
  #asked = 0

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', (reply: ThreadReply) => this.#receive(reply))
  }

  async ask(question: ThreadQuestion, onPartial?: (partial: unknown) => void): Promise<Final> {
    const id = (this.#asked += 1)
    this.#port.postMessage({ type: 'question', id, question } satisfies ThreadMessage, [])
    return new Promise((resolve) => {
      this.#pending.set(id, { resolve, onPartial })
    })
  }

  #receive(reply: ThreadReply): void {
    const pending = this.#pending.get(reply.id)
    if (reply.type === 'partial') return pending?.onPartial?.(reply.partial)
    this.#pending.delete(reply.id)
    pending?.resolve(reply)
  }
}

/** The work memory of the main thread. */
function remoteMemory(questions: Questions): WorkMemory {
  return {
    get: async (key) => {
      const reply = await questions.ask({ type: 'get', key })
      return reply.type === 'value' ? reply.value : undefined
    },
    set: async (key, value) => {
      await questions.ask({ type: 'set', key, value })
    },
  }
}

/** The language models of the main thread, which also counts what they cost. */
function remoteModels({ names, contextTokens }: ModelFacts, questions: Questions): Models {
  return {
    names,
    contextTokens,
    begin: () => ({
      usage: () => [],
      call: async ({ instructions, prompt, schema, schemaName, maxOutputTokens, isCheck = false, onPartial }) => {
        if (!isSchemaName(schemaName)) throw new Error(`The main thread has no schema "${schemaName}".`)
        const call = { instructions, prompt, schemaName, maxOutputTokens, isCheck, partials: onPartial !== undefined }
        const reply = await questions.ask({ type: 'call', call }, onPartial)
        if (reply.type === 'failure') throw new ModelFailure(reply.kind, reply.message)
        if (reply.type !== 'answer') throw new Error('The main thread answered another question.')
        return { model: reply.answer.model, value: schema.parse(reply.answer.value) }
      },
    }),
  }
}

async function loadEngine(models: ModelFacts | null, questions: Questions): Promise<Summarizer> {
  if (models === null) {
    const { createExtractiveSummarizer } = await import('../extractive/engine.ts')
    return createExtractiveSummarizer()
  }
  const { createModelSummarizer } = await import('../llm/engine.ts')
  const { parallelCalls, secondRead } = models
  return createModelSummarizer({ models: remoteModels(models, questions), parallelCalls, secondRead })
}

async function summarize({ json, options, models, port }: SummarizeTask): Promise<void> {
  const questions = new Questions(port)
  const engine = await loadEngine(models, questions)
  // The main thread cancels a task by ending its thread.
  const { signal } = new AbortController()
  const memory: WorkMemory = remoteMemory(questions)
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
