import { type ExtractedDocument, extractedDocumentSchema } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { hasDifferentWords } from '../../shared/text/words.ts'
import { packDocument } from '../../threads/packed-document.ts'
import { threadWork } from '../../threads/thread-work.ts'
import type { Unread } from '../formats/registry.ts'
import { loadDetector } from '../language.ts'
import { failureIn, type ParseAnswer, type ParseTask, type ThreadTask, taskName } from './parse-task.ts'

type ReadTask = Exclude<ThreadTask, { kind: 'page' | 'upright page' | 'picture' }>

/** Fewer different words are no text: a filler, or a key that was held down. */
const MIN_DIFFERENT_WORDS = 5

async function read(task: Exclude<ReadTask, { kind: 'stored' }>): Promise<ExtractedDocument | Unread> {
  switch (task.kind) {
    case 'text': {
      const { decodeMail } = await import('../formats/plain-text/decode-mail.ts')
      const content = await decodeMail(task.content)
      return (await import('../sources/text.ts')).readText({ ...task, content }, task.minWords)
    }
    case 'html':
      return (await import('../formats/html/read-html.ts')).readHtml(task, task.minWords)
    case 'captions':
      return (await import('../sources/youtube/read-captions.ts')).readCaptions(task, task.minWords)
    case 'transcript':
      return (await import('../formats/audio/read-transcript.ts')).readTranscript(task, task.minWords)
    case 'file':
      return await (await import('../sources/file.ts')).readFile(
        task,
        task.minWords,
        'recognition' in task ? task.recognition : undefined,
      )
  }
}

/**
 * Reads one source. Each reader is loaded with the first source that needs it.
 *
 * @throws AppError those of the readers; source_too_short if a source repeats the same few words
 */
export async function parse(task: ParseTask & { recognition?: never }): Promise<ExtractedDocument>
export async function parse(task: ReadTask): Promise<ExtractedDocument | Unread>
export async function parse(task: ReadTask): Promise<ExtractedDocument | Unread> {
  if (task.kind === 'stored') return extractedDocumentSchema.parse(JSON.parse(Buffer.from(task.json).toString()))
  await loadDetector()
  const document = await read(task)
  if (!('blocks' in document)) return document
  const text = document.blocks.map((block) => block.text).join('\n')
  if (task.minWords === undefined && !hasDifferentWords(text, MIN_DIFFERENT_WORDS)) {
    throw new AppError(
      'source_too_short',
      `This ${taskName(task)} repeats the same few words, so there is no text to summarize.`,
    )
  }
  return document
}

export default threadWork(async (task: ThreadTask): Promise<ParseAnswer> => {
  try {
    if (task.kind === 'page') return { picture: await (await import('../recognition/page-picture.ts')).pictureOf(task) }
    if (task.kind === 'upright page') {
      return { jpeg: await (await import('../recognition/page-picture.ts')).jpegOf(task, task.degrees) }
    }
    if (task.kind === 'picture') {
      return { page: await (await import('../recognition/picture.ts')).toJpegPage(task.bytes) }
    }
    const read = await parse(task)
    return 'blocks' in read ? { document: packDocument(read) } : read
  } catch (error) {
    return { failure: failureIn(error, taskName(task)) }
  }
})
