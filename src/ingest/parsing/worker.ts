import { packDocument } from '../../threads/packed-document.ts'
import { threadWork } from '../../threads/thread-work.ts'
import { failureIn } from './failures.ts'
import { parse } from './parse.ts'
import { type ParseAnswer, type ParseTask, taskName } from './parse-task.ts'

/** Reads one source, and packs the document. */
export default threadWork(async (task: ParseTask): Promise<ParseAnswer> => {
  try {
    return { document: packDocument(await parse(task)) }
  } catch (error) {
    return { failure: failureIn(error, taskName(task)) }
  }
})
