import type { FileTask, OnPart, ThreadAnswer, ThreadTask } from '../parsing/parse-task.ts'
import { codeOfLanguage, ENGLISH } from './language-data.ts'
import type { RecognizedPage, ScannedPages } from './recognized-page.ts'
import type { Recognizer } from './recognizer.ts'

interface Reader {
  recognizer: Recognizer
  answerTo(task: ThreadTask, signal: AbortSignal): Promise<ThreadAnswer>
}

type RecognizedIn = RecognizedPage & { language: string }

/**
 * Recognizes the scanned pages of a file and reads it with them. The first page is recognized in the language that most
 * texts in its script are in; if it turns out to be another one, once more in that.
 *
 * @throws AppError those of the readers; cancelled
 */
export async function readScanned(
  { recognizer, ...reader }: Reader,
  task: FileTask,
  { pages, language }: ScannedPages,
  { signal, onPage }: { signal: AbortSignal; onPage?: OnPart | undefined },
): Promise<ThreadAnswer> {
  const { bytes, userId } = task
  let done = 0

  async function recognize(number: number, code: string | null): Promise<RecognizedIn> {
    const answer = await reader.answerTo({ kind: 'page', bytes, page: number, userId }, signal)
    if (!('picture' in answer)) throw new Error('A page was answered without its picture.')
    return recognizer.recognize(answer.picture, { number, language: code, signal })
  }

  /** The language that text seems to be in; null if the recognition needs none or can't use it. */
  async function languageSeen(page: RecognizedIn): Promise<string | null> {
    if (page.language !== ENGLISH || page.lines.length === 0) return null
    const answer = await reader.answerTo({ ...task, recognition: [page], minWords: 0 }, signal).catch(() => null)
    const tag = answer !== null && 'document' in answer ? answer.document.language : null
    const code = tag === null ? null : codeOfLanguage(tag)
    return code === ENGLISH ? null : code
  }

  const readWith = async (some: readonly RecognizedPage[]): Promise<ThreadAnswer> => {
    const recognition = some.toSorted((one, other) => one.number - other.number)
    // A title page alone would be too short.
    const minWords = task.isCheck === true ? 1 : task.minWords
    return reader.answerTo({ ...task, minWords, recognition }, signal)
  }

  let code = language === null ? null : codeOfLanguage(language)
  const recognized: RecognizedPage[] = []
  const waiting = [...pages]
  const counted = (page: RecognizedPage): void => {
    recognized.push(page)
    done += 1
    onPage?.(done, pages.length)
  }
  onPage?.(0, pages.length)
  while (code === null && waiting.length > 0) {
    const number = waiting.shift() ?? 1
    const page = await recognize(number, null)
    const other = await languageSeen(page)
    counted(other === null ? page : await recognize(number, other))
    // A page without text shows no language.
    if (page.lines.length > 0) code = other ?? page.language
  }
  if (task.isCheck === true) {
    const answer = await readWith(recognized)
    if (!('document' in answer)) return answer
    const { sourceInfo, ...document } = answer.document
    const note = `Scanned pages, whose text will be recognized: ${pages.length}.`
    return { document: { ...document, sourceInfo: { ...sourceInfo, note } } }
  }
  const work = async (): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift())
      counted(await recognize(number, code))
  }
  await Promise.all(Array.from({ length: recognizer.threads }, work))
  return readWith(recognized)
}
