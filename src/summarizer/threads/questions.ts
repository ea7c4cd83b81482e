import type { MessagePort } from 'node:worker_threads'
import { isSchemaName } from '../engines/model/answers.ts'
import { ModelFailure, type Models } from '../models/model.ts'
import type { WorkMemory } from '../summarizer.ts'
import type { ModelFacts, ThreadMessage, ThreadQuestion, ThreadReply } from './messages.ts'

type Final = Exclude<ThreadReply, { type: 'partial' }>

interface Pending {
  resolve: (reply: Final) => void
  onPartial: ((partial: unknown) => void) | undefined
}

/** Asks the main thread over a port. */
export class Questions {
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
export function remoteMemory(questions: Questions): WorkMemory {
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
export function remoteModels({ names, contextTokens }: ModelFacts, questions: Questions): Models {
  return {
    names,
    contextTokens,
    begin: () => ({
      usage: () => [],
      call: async ({ instructions, prompt, schema, schemaName, maxOutputTokens, onPartial }) => {
        if (!isSchemaName(schemaName)) throw new Error(`The main thread has no schema "${schemaName}".`)
        const call = { instructions, prompt, schemaName, maxOutputTokens, partials: onPartial !== undefined }
        const reply = await questions.ask({ type: 'call', call }, onPartial)
        if (reply.type === 'failure') throw new ModelFailure(reply.kind, reply.message)
        if (reply.type !== 'answer') throw new Error('The main thread answered another question.')
        return { model: reply.answer.model, value: schema.parse(reply.answer.value) }
      },
    }),
  }
}
