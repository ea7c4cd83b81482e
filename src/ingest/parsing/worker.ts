import { type ExtractedDocument, extractedDocumentSchema } from '../../shared/document.ts'
import { packDocument } from '../../threads/packed-document.ts'
import { threadWork } from '../../threads/thread-work.ts'
import { loadDetector } from '../language.ts'
import { failureIn, type ParseAnswer, type ParseTask, taskName } from './parse-task.ts'

/**
 * Reads one source. Each reader is loaded with the first source that needs it.
 *
 * @throws AppError those of the readers
 */
export async function parse(task: ParseTask): Promise<ExtractedDocument> {
  if (task.kind === 'stored') return extractedDocumentSchema.parse(JSON.parse(Buffer.from(task.json).toString()))
  await loadDetector()
  switch (task.kind) {
    case 'text':
      return (await import('../sources/text.ts')).readText(task, task.minWords)
    case 'html':
      return (await import('../formats/html/read-html.ts')).readHtml(task, task.minWords)
    case 'captions':
      return (await import('../sources/youtube/read-captions.ts')).readCaptions(task, task.minWords)
    case 'file':
      return await (await import('../sources/file.ts')).readFile(task, task.minWords)
  }
}

export default threadWork(async (task: ParseTask): Promise<ParseAnswer> => {
  try {
    return { document: packDocument(await parse(task)) }
  } catch (error) {
    return { failure: failureIn(error, taskName(task)) }
  }
})
