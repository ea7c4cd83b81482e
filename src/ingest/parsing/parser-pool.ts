import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../shared/errors.ts'
import type { PageReader } from '../../shared/page-reader.ts'
import { formatBytes } from '../../shared/text/format.ts'
import type { OnMinutes } from '../../shared/transcriber.ts'
import type { PackedDocument } from '../../threads/packed-document.ts'
import {
  computingThreads,
  createThreadPool,
  mebibytes,
  ThreadEnded,
  type ThreadPool,
} from '../../threads/thread-pool.ts'
import { recordingType } from '../formats/audio/signatures.ts'
import type { JpegPage } from '../recognition/join-pages.ts'
import type { LanguageDataSettings } from '../recognition/language-data.ts'
import type { Recognizer } from '../recognition/recognizer.ts'
import { fileFacts } from '../speech/file-facts.ts'
import { STALL_MS } from '../speech/listen.ts'
import { openSpeech, type Speech, type SpeechSettings } from '../speech/open-speech.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import {
  errorOfEnd,
  type FileTask,
  type ParseAnswer,
  type Parser,
  ReaderBreakdown,
  type ReadSettings,
  type ThreadAnswer,
  type ThreadTask,
  taskBytes,
  taskName,
} from './parse-task.ts'

/** 30 s, and a second for each MiB: 55 s for the largest document that can be uploaded, 80 s for the largest e-book. */
const DEFAULT_LIMITS = {
  baseMs: 30_000,
  /** Additional time for each MiB of the source. */
  perMiBMs: 1000,
  /** Heap and array buffers of the thread, without the memory of WebAssembly modules, which limit it themselves. */
  memoryBytes: mebibytes(384),
}

interface ParserPoolOptions {
  /** Where data of further languages is installed; null to install none, absent if scans and pictures are not read. */
  recognition?: LanguageDataSettings | null | undefined
  /** Reads pages that recognition can't make out; absent if nothing does. */
  pageReader?: PageReader | undefined
  /** How recordings are transcribed; absent if they aren't. */
  speech?: SpeechSettings | undefined
  limits?: Partial<typeof DEFAULT_LIMITS>
  /** Module that the threads run, a handler of `ParseTask`. */
  script?: string
  threads?: number
}

/** A picture file that is one page of a document. */
interface PictureFile {
  bytes: Uint8Array
  /** For error messages. */
  fileName: string
}

/** A recording on disk. */
export interface RecordingInput extends ReadSettings {
  path: string
  /** Without folders; null if the file has no name. */
  fileName: string | null
  /** Its URL; null for an upload. */
  url: string | null
  title?: string | null | undefined
}

export interface ParserPool extends Parser {
  /**
   * Joins picture files into one file, whose pages they are, in order.
   *
   * @param files read one after the other, since together they may have hundreds of megabytes
   * @throws AppError source_type_unsupported (not a picture), source_damaged, source_too_complex, cancelled
   */
  join(
    files: AsyncIterable<PictureFile> | Iterable<PictureFile>,
    signal: AbortSignal,
    userId?: string,
  ): Promise<Uint8Array>
  /**
   * Returns the type of a recording, and the length that its file declares, without transcribing it.
   *
   * @throws AppError those of `inspectRecording`; source_too_large; cancelled
   */
  inspect(path: string, signal: AbortSignal, userId?: string): Promise<{ mediaType: string; seconds: number }>
  /** Transcribes a recording. @throws AppError those of `readRecording`; source_too_large; cancelled */
  listen(recording: RecordingInput, signal: AbortSignal, onMinutes?: OnMinutes): Promise<PackedDocument>
  /** Ends all threads; running parses fail. */
  close(): Promise<void>
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))

/** Copies a view of shared memory, since posting it would post all of that memory. */
const ownMemory = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)

const notPicture = (fileName: string): AppError =>
  new AppError(
    'source_type_unsupported',
    `${fileName} isn’t a picture. Pictures can be the pages of one document; send other files one at a time.`,
  )

const tooLarge = (maxBytes: number): AppError =>
  new AppError('source_too_large', `This recording is larger than ${formatBytes(maxBytes)}. Upload a part of it.`)

const transcriptionOff = (): AppError =>
  new AppError(
    'transcription_unavailable',
    'Recordings aren’t transcribed here. Upload a transcript or subtitles instead.',
  )

function documentIn(answer: ThreadAnswer): PackedDocument {
  if ('document' in answer) return answer.document
  throw new Error('A reader has answered without a document.')
}

function portable(task: ThreadTask): ThreadTask {
  if ('bytes' in task) return { ...task, bytes: ownMemory(task.bytes) }
  if (task.kind === 'html' && typeof task.html !== 'string') return { ...task, html: ownMemory(task.html) }
  return task
}

/** Loaded with the first scan: Tesseract.js and sharp take 80 ms and 26 MB. */
const openRecognizer = async (settings: LanguageDataSettings | null, threads: number): Promise<Recognizer> => {
  const { openLanguageData } = await import('../recognition/language-data.ts')
  return (await import('../recognition/recognizer.ts')).createRecognizer(openLanguageData(settings), threads)
}

/** Writes the bytes of a recording to a file while it is read: decoders seek in it. */
const withFile = async <Result>({ bytes }: FileTask, use: (path: string) => Promise<Result>): Promise<Result> =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, 'recording')
    await writeFile(path, bytes)
    return use(path)
  })

/** @param pool threads that the parser closes */
export function createParserPool(options: ParserPoolOptions = {}, pool: ThreadPool = createThreadPool()): ParserPool {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const threads = options.threads ?? computingThreads()
  const run = pool.openKind<ThreadTask, ParseAnswer>({
    script: options.script ?? WORKER,
    threads,
    memoryBytes: limits.memoryBytes,
  })
  const { recognition, pageReader, speech } = options
  let recognizer: Promise<Recognizer> | undefined
  const transcribing = speech === undefined ? null : openSpeech(speech, pool, threads)

  async function answerTo(task: ThreadTask, signal: AbortSignal): Promise<ThreadAnswer> {
    const timeMs = limits.baseMs + Math.ceil(taskBytes(task) / mebibytes(1)) * limits.perMiBMs
    const answer = await run(portable(task), { signal, timeMs, userId: task.userId }).catch((error: unknown) => {
      throw error instanceof ThreadEnded ? errorOfEnd(error, taskName(task), timeMs) : error
    })
    if (!('failure' in answer)) return answer
    const { code, message, detail } = answer.failure
    throw new AppError(code, message, detail === null ? {} : { cause: new ReaderBreakdown(detail) })
  }

  /** Runs work of threads on a recording of an allowed size. */
  async function onRecording<Result>(
    path: string,
    work: (speech: Speech, facts: { mediaType: string; bytes: number }) => Promise<Result>,
  ): Promise<Result> {
    if (speech === undefined || transcribing === null) throw transcriptionOff()
    const { mediaType, bytes } = await fileFacts(path)
    if (bytes > speech.limits.maxBytes) throw tooLarge(speech.limits.maxBytes)
    return work(transcribing, { mediaType: mediaType ?? 'application/octet-stream', bytes }).catch((error: unknown) => {
      throw error instanceof ThreadEnded ? errorOfEnd(error, 'file', STALL_MS) : error
    })
  }

  const inspect: ParserPool['inspect'] = async (path, signal, userId) =>
    onRecording(path, async (opened, { mediaType }) => {
      const seconds = await opened.inspect(path, { signal, userId })
      return { mediaType, seconds }
    })

  const listen: ParserPool['listen'] = async (recording, signal, onMinutes) =>
    onRecording(recording.path, async (opened, { mediaType, bytes }) => {
      const { path, fileName, url, title, userId, minWords, isCheck } = recording
      const transcript = await opened.transcribe(path, { userId, signal, onMinutes, isCheck })
      const file = { fileName, url, title, mediaType, bytes }
      return documentIn(await answerTo({ kind: 'transcript', ...transcript, file, userId, minWords }, signal))
    })

  return {
    inspect,
    listen,
    async parse(task, signal, onPart, onMinutes, onModelUsage) {
      if (task.kind !== 'file') return documentIn(await answerTo(task, signal))
      // A recording is too large to be posted for its type alone.
      if (recordingType(task.bytes) !== null)
        return withFile(task, async (path) => listen({ ...task, path }, signal, onMinutes))
      const answer = await answerTo(recognition === undefined ? task : { ...task, recognition: 'wanted' }, signal)
      if ('recording' in answer) return withFile(task, async (path) => listen({ ...task, path }, signal, onMinutes))
      if (!('scanned' in answer) || recognition === undefined) return documentIn(answer)
      recognizer ??= openRecognizer(recognition, threads)
      const { readScanned } = await import('../recognition/read-scanned.ts')
      const reader = { recognizer: await recognizer, answerTo, pageReader }
      return documentIn(await readScanned(reader, task, answer.scanned, { signal, onPage: onPart, onModelUsage }))
    },
    async join(files, signal, userId) {
      const { isImage } = await import('../formats/image/signatures.ts')
      const pages: JpegPage[] = []
      for await (const { bytes, fileName } of files) {
        if (!isImage(bytes)) throw notPicture(fileName)
        try {
          const answer = await answerTo({ kind: 'picture', bytes, userId }, signal)
          if (!('page' in answer)) throw new Error('A picture was answered without its page.')
          pages.push(answer.page)
        } catch (error) {
          if (!(error instanceof AppError) || error.code === 'cancelled') throw error
          throw new AppError(error.code, `${fileName}: ${error.message}`, { cause: error })
        }
      }
      return (await import('../recognition/join-pages.ts')).joinPages(pages)
    },
    close: async () =>
      void (await Promise.all([
        pool.close(),
        recognizer?.then(async (opened) => opened.close()),
        transcribing?.close(),
      ])),
  }
}
