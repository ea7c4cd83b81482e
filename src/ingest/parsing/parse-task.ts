import { AppError, type ErrorCode } from '../../shared/errors.ts'
import type { OnModelUsage } from '../../shared/page-reader.ts'
import type { OnMinutes } from '../../shared/transcriber.ts'
import type { PackedDocument } from '../../threads/packed-document.ts'
import type { ThreadEnded } from '../../threads/thread-pool.ts'
import { SAVE_PAGE, UPLOAD_TRANSCRIPT } from '../advice.ts'
import { canceled } from '../canceled.ts'
import type { TranscriptInput } from '../formats/audio/read-transcript.ts'
import type { HtmlInput } from '../formats/html/read-html.ts'
import type { JpegPage } from '../recognition/join-pages.ts'
import type { PagePicture, Recognition, ScannedPages } from '../recognition/recognized-page.ts'
import type { ArrivedFile } from '../sources/file.ts'
import type { TextInput } from '../sources/text.ts'
import type { CaptionsInput } from '../sources/youtube/read-captions.ts'

/** Names of sources in error messages. */
type Thing = 'text' | 'page' | 'file' | 'video'

/** Settings that all tasks of one source share. */
export interface ReadSettings {
  /** Rejects a source with fewer words. Defaults to what can be summarized. */
  minWords?: number | undefined
  /** Whether the file is only checked: of its scanned pages, those up to the first one with text are recognized. */
  isCheck?: boolean | undefined
  /** The user whose source it is: one user's sources take at most half of the threads at a time. */
  userId?: string | undefined
}

/** A source to read, in a form that can be sent to a thread. */
export type ParseTask = (
  | ({ kind: 'text' } & TextInput)
  | ({ kind: 'html' } & HtmlInput)
  | ({ kind: 'file' } & ArrivedFile)
  | ({ kind: 'captions' } & CaptionsInput)
  | ({ kind: 'transcript' } & TranscriptInput)
  /** A stored document: the JSON of a packed document. */
  | { kind: 'stored'; json: Uint8Array }
) &
  ReadSettings

export type FileTask = Extract<ParseTask, { kind: 'file' }>

/** A task as threads take it. */
export type ThreadTask =
  | ParseTask
  /** A file whose scanned pages are recognized. */
  | (FileTask & { recognition: Recognition })
  /** A page of a file, counted from 1, to make a picture of. */
  | ({ kind: 'page'; bytes: Uint8Array; page: number } & Pick<ReadSettings, 'userId'>)
  /** The same for a language model, turned by degrees. */
  | ({ kind: 'upright page'; bytes: Uint8Array; page: number; degrees: number } & Pick<ReadSettings, 'userId'>)
  /** A picture file to make a page of. */
  | ({ kind: 'picture'; bytes: Uint8Array } & Pick<ReadSettings, 'userId'>)

/** An error in a form that can be posted between threads, which lose the class and code of errors. */
interface ParseFailure {
  code: ErrorCode
  message: string
  /** For the log: the stack of an unexpected error. */
  detail: string | null
}

export type ThreadAnswer =
  | { document: PackedDocument }
  | { scanned: ScannedPages }
  | { picture: PagePicture }
  | { page: JpegPage }
  | { jpeg: Uint8Array }
  /** The file is a recording, which has to be transcribed. */
  | { recording: true }
export type ParseAnswer = ThreadAnswer | { failure: ParseFailure }

/** Reports scanned pages that were recognized, of all. */
export type OnPart = (done: number, total: number) => void

export interface Parser {
  /**
   * Reads one source.
   *
   * @throws AppError those of the readers; source_too_complex beyond the limits of time and memory; source_damaged where
   * a reader broke down; cancelled
   */
  parse(
    task: ParseTask,
    signal: AbortSignal,
    onPart?: OnPart,
    onMinutes?: OnMinutes,
    onModelUsage?: OnModelUsage,
  ): Promise<PackedDocument>
}

/** Returns a parser that applies settings to all its tasks. */
export const withSettings = (parser: Parser, { minWords, isCheck, userId }: ReadSettings): Parser => ({
  parse: (task, ...rest) => parser.parse({ ...task, minWords, isCheck, userId }, ...rest),
})

/** Approximate size of a task in bytes. */
export function taskBytes(task: ThreadTask): number {
  if (task.kind === 'text') return task.content.length
  if (task.kind === 'html') return task.html.length
  if (task.kind === 'transcript') return task.segments.length * 1000
  return (task.kind === 'stored' ? task.json : task.bytes).byteLength
}

/** The name of a task's source in error messages. */
export function taskName(task: ThreadTask): Thing {
  if (task.kind === 'captions') return 'video'
  if (task.kind === 'stored' || task.kind === 'transcript') return 'file'
  if (task.kind === 'file') return task.answered === undefined ? 'file' : 'page'
  if (task.kind === 'page' || task.kind === 'upright page' || task.kind === 'picture') return 'file'
  return task.kind === 'html' ? 'page' : 'text'
}

/** Advice for sources that are too complex, and for damaged ones. */
const advice: Readonly<Record<Thing, readonly [smaller: string, anotherCopy: string]>> = {
  text: ['Paste a shorter text.', 'Paste it again.'],
  page: [SAVE_PAGE, SAVE_PAGE],
  file: ['Try a smaller or simpler file.', 'Try another copy of it.'],
  video: [`Instead, ${UPLOAD_TRANSCRIPT}`, `Instead, ${UPLOAD_TRANSCRIPT}`],
}

const tooComplex = (thing: Thing, fact: string, cause: unknown): AppError =>
  new AppError('source_too_complex', `This ${thing} ${fact}. ${advice[thing][0]}`, { cause })

const damagedError = (thing: Thing, cause: unknown): AppError =>
  new AppError('source_damaged', `This ${thing} could not be read: it seems to be damaged. ${advice[thing][1]}`, {
    cause,
  })

/** Cause of an unexpected error in a reader; its message is the original stack. */
export class ReaderBreakdown extends Error {
  override readonly name = 'ReaderBreakdown'
}

/** Converts an error of a reader to a failure that can be posted to the main thread. */
export function failureIn(error: unknown, thing: Thing): ParseFailure {
  if (error instanceof AppError) return { code: error.code, message: error.message, detail: null }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  // Exceeded limits of the engine: the stack, the length of a string or an array.
  const isLimit = error instanceof RangeError
  const { code, message } = isLimit ? tooComplex(thing, 'is too complex to read', error) : damagedError(thing, error)
  return { code, message, detail }
}

export function errorOfEnd(ended: ThreadEnded, thing: Thing, timeMs: number): AppError {
  switch (ended.end) {
    case 'cancelled':
      return canceled(ended)
    case 'time':
      return tooComplex(thing, `takes longer to read than ${Math.ceil(timeMs / 1000)} s, so it was stopped`, ended)
    case 'memory':
      return tooComplex(thing, 'takes too much memory to read, so it was stopped', ended)
    case 'crash':
      return damagedError(thing, ended)
  }
}
