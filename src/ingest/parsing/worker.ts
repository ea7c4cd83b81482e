import { threadId } from 'node:worker_threads'
import { detectLanguage, loadDetector } from '../language.ts'
import { failureIn } from './failures.ts'
import { parse } from './parse.ts'
import { type ParseAnswer, type ParseOrder, taskName } from './parse-task.ts'
import { tidyUp } from './tidy.ts'

async function answer({ task }: ParseOrder): Promise<ParseAnswer> {
  switch (task.kind) {
    case 'captions': {
      const { parseCaptions } = await import('../sources/youtube/captions/parse-captions.ts')
      return { cues: parseCaptions(task.text) }
    }
    case 'language':
      await loadDetector()
      return { language: detectLanguage(task.text) }
    case 'text':
    case 'html':
    case 'file':
      return { document: await parse(task) }
  }
}

/** What a thread does with each order it gets. */
export default async function work(order: ParseOrder): Promise<ParseAnswer> {
  Atomics.store(order.beginning, 0, threadId)
  try {
    return await answer(order)
  } catch (error) {
    return { failure: failureIn(error, taskName(order.task)) }
  } finally {
    tidyUp()
  }
}
