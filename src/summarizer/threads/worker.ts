import { unpackDocument } from '../../threads/packed-document.ts'
import { threadWork } from '../../threads/thread-work.ts'
import type { Summarizer, WorkMemory } from '../summarizer.ts'
import { failureOf } from './failures.ts'
import type { ModelFacts, SummarizeAnswer, SummarizeTask, ThreadMessage } from './messages.ts'
import { Questions, remoteMemory, remoteModels } from './questions.ts'

async function loadEngine(models: ModelFacts | null, questions: Questions): Promise<Summarizer> {
  if (models === null) {
    const { createExtractiveSummarizer } = await import('../engines/extractive/engine.ts')
    return createExtractiveSummarizer()
  }
  const { createModelSummarizer } = await import('../engines/model/engine.ts')
  return createModelSummarizer({ models: remoteModels(models, questions), parallelCalls: models.parallelCalls })
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

/** Summarizes one document. */
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
