import { MessageChannel } from 'node:worker_threads'
import type { z } from 'zod'
import type { ModelUsage } from '../../shared/summary/summary.ts'
import { type RunTask, ThreadEnded } from '../../threads/thread-pool.ts'
import { answerSchemas } from '../llm/answers.ts'
import { ModelFailure, type ModelSession, type Models } from '../models/model.ts'
import { type Done, type SummarizeOptions, streamEvents } from '../summarizer.ts'
import {
  errorOf,
  errorOfEnd,
  type TaskAnswer,
  type ThreadMessage,
  type ThreadQuestion,
  type ThreadReply,
  type ThreadTask,
  type UnsentTask,
} from './messages.ts'

export type Threads = RunTask<ThreadTask, TaskAnswer>

/** Services of the main thread for a task. */
type Services = Pick<SummarizeOptions, 'memory' | 'onModelCall' | 'onUsage' | 'signal'>

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never

async function replyTo(
  question: ThreadQuestion,
  { memory, onModelCall, onUsage, signal }: Services,
  session: ModelSession | null,
  onPartial: (partial: unknown) => void,
): Promise<Unnumbered<ThreadReply>> {
  if (question.type === 'get') return { type: 'value', value: await memory?.get(question.key) }
  if (question.type === 'set') {
    await memory?.set(question.key, question.value)
    return { type: 'value', value: undefined }
  }
  if (session === null) throw new Error('There is no language model to call.')
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

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of what the port passes untyped
async function run<Event, Result>(
  threads: Threads,
  task: UnsentTask,
  services: Services,
  session: ModelSession | null,
  emit: (event: Event) => void,
): Promise<Result> {
  const { port1: ours, port2: port } = new MessageChannel()
  const done = Promise.withResolvers<Result>()
  const broken = Promise.withResolvers<never>()
  const send = (reply: ThreadReply): void => ours.postMessage(reply, [])
  ours.on('message', (message: ThreadMessage<Event, Result>) => {
    if (message.type === 'result') return done.resolve(message.result)
    if (message.type === 'event') return emit(message.event)
    const { id, question } = message
    replyTo(question, services, session, (partial) => send({ id, type: 'partial', partial })).then(
      (reply) => send({ id, ...reply }),
      broken.reject,
    )
  })
  try {
    const running = threads({ ...task, port }, { signal: services.signal, transfer: [port] })
    const answer = await Promise.race([running, broken.promise])
    if (answer !== 'done') throw errorOf(answer)
    return await done.promise
  } catch (error) {
    throw error instanceof ThreadEnded ? errorOfEnd(error, task.work) : error
  } finally {
    ours.close()
  }
}

/**
 * Runs a task on a thread and yields its events, the result last; the main thread, which has the keys, calls the models.
 *
 * @param models null without language models
 */
export async function* streamTask<Event extends { type: string }, Result extends { usage: ModelUsage[] }>(
  threads: Threads,
  task: UnsentTask,
  services: Services,
  models: Models | null,
): AsyncGenerator<Event | Done<Result>> {
  // Also ends the thread and its calls when the caller stops listening.
  const ended = new AbortController()
  const signal = AbortSignal.any([services.signal, ended.signal])
  const session = models?.begin() ?? null
  try {
    yield* streamEvents<Event | Done<Result>>(async (emit) => {
      const result = await run<Event, Result>(threads, task, { ...services, signal }, session, emit)
      return { type: 'done', result: session === null ? result : { ...result, usage: session.usage() } }
    })
  } finally {
    ended.abort()
  }
}
