import { threadId } from 'node:worker_threads'
import { failureIn } from './failures.ts'
import { parse } from './parse.ts'
import { type ParseAnswer, type ParseOrder, taskName } from './parse-task.ts'

/** What a thread does with each order it gets. */
export default async function work({ task, beginning }: ParseOrder): Promise<ParseAnswer> {
  Atomics.store(beginning, 0, threadId)
  try {
    return { document: await parse(task) }
  } catch (error) {
    return { failure: failureIn(error, taskName(task)) }
  }
}
