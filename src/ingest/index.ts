import { AppError } from '../shared/errors.ts'
import type { OnModelUsage } from '../shared/page-reader.ts'
import { isVideoUrl, parseSourceUrl } from '../shared/source-url.ts'
import type { OnMinutes, RecordingLimits } from '../shared/transcriber.ts'
import type { PackedDocument } from '../threads/packed-document.ts'
import { canceled } from './canceled.ts'
import type { FetchConfig } from './net/dispatcher.ts'
import { createPageFetcher } from './net/fetch-page.ts'
import { type Parser, type ReadSettings, withSettings } from './parsing/parse-task.ts'
import { createParserPool, type ParserPool, type RecordingInput } from './parsing/parser-pool.ts'
import type { LanguageDataSettings } from './recognition/language-data.ts'
import type { FileInput } from './sources/file.ts'
import { readLink } from './sources/link.ts'
import type { RecordingReader } from './sources/recording.ts'
import { openYouTube, type YouTubeConfig } from './sources/youtube/read-video.ts'
import type { SpeechSettings } from './speech/open-speech.ts'

export { baseName } from './formats/parsed-document.ts'
export { fileFacts } from './speech/file-facts.ts'
export { inTemporaryFolder } from './temporary-folder.ts'
export { createParserPool, type LanguageDataSettings, type ParserPool, type SpeechSettings }

export interface IngestConfig extends Pick<FetchConfig, 'allowPrivateAddresses' | 'outboundProxyUrl' | 'resolve'> {
  /** Defaults to YouTube itself. */
  youtube?: YouTubeConfig
  /** Limits of recordings; null or absent if they aren't transcribed. */
  recordings?: RecordingLimits | null
}

export type SourceInput =
  | { kind: 'url'; url: string }
  | { kind: 'text'; content: string; title?: string | null }
  /** A file of any type. */
  | ({ kind: 'file' } & FileInput)
  /** A recording on disk. */
  | ({ kind: 'recording' } & Pick<RecordingInput, 'path' | 'fileName' | 'url' | 'title'>)
  /** A saved page. */
  | { kind: 'html'; html: string | Uint8Array; url: string | null; charset?: string | null }

export interface ReadProgress {
  stage: 'fetching' | 'listening' | 'reading'
  bytes?: number
  title?: string
  words?: number
  /** Scanned pages that were recognized, or minutes of a recording that were transcribed, of all. */
  done?: number
  total?: number
}

export interface ReadOptions extends ReadSettings {
  signal: AbortSignal
  onProgress?: (progress: ReadProgress) => void
  /** Called as a recording is transcribed. */
  onMinutes?: OnMinutes | undefined
  /** Called as a language model reads pages. */
  onModelUsage?: OnModelUsage | undefined
}

export interface Ingest {
  /** Reads a source. Throws AppError with a code of the `url_*` and `source_*` families, or `cancelled`. */
  read(input: SourceInput, options: ReadOptions): Promise<PackedDocument>
  /**
   * Restores a document from the JSON of a packed one.
   *
   * @param userId as in `read`
   * @returns null if the JSON is damaged or of another version
   * @throws AppError `cancelled`
   */
  restore(json: Uint8Array, signal: AbortSignal, userId?: string): Promise<PackedDocument | null>
  /** As of the parser. */
  join: ParserPool['join']
  inspect: ParserPool['inspect']
  /** Closes connections and ends the parsing threads; running reads fail. */
  close(): Promise<void>
}

/**
 * Creates the reader of URLs, texts and files.
 *
 * @param parser closed together with the reader
 */
export function createIngest(config: IngestConfig, parser: ParserPool = createParserPool()): Ingest {
  const { recordings = null, ...fetching } = config
  const fetcher = createPageFetcher({
    ...fetching,
    ...(recordings === null ? {} : { limits: { maxRecordingBytes: recordings.maxBytes } }),
  })
  const youtube = openYouTube(config, parser)

  /** Reports the minutes of a recording. */
  const minutesFor =
    ({ onProgress, onMinutes }: ReadOptions): OnMinutes =>
    async (done, total) => {
      const facts = { done: Math.floor(done), total: total === null ? 0 : Math.ceil(Math.max(done, total)) }
      onProgress?.({ stage: 'listening', ...facts })
      await onMinutes?.(done, total)
    }

  const listen = async (recording: RecordingInput, options: ReadOptions): Promise<PackedDocument> => {
    const { minWords, isCheck, userId, signal } = options
    return parser.listen({ ...recording, minWords, isCheck, userId }, signal, minutesFor(options))
  }

  /** The parser with the settings of a source, for recordings that are found by their bytes, too. */
  function parserFor(options: ReadOptions): Parser {
    const own = withSettings(parser, options)
    return {
      parse: (task, signal, onPart) => own.parse(task, signal, onPart, minutesFor(options), options.onModelUsage),
    }
  }

  const readerFor = (options: ReadOptions): RecordingReader | null =>
    recordings && {
      limits: recordings,
      listen: async (recording) => listen(recording, options),
      onBytes: (bytes) => options.onProgress?.({ stage: 'fetching', bytes }),
    }

  async function readInput(input: SourceInput, options: ReadOptions): Promise<PackedDocument> {
    const { signal, onProgress } = options
    switch (input.kind) {
      case 'url': {
        onProgress?.({ stage: 'fetching', bytes: 0 })
        const url = parseSourceUrl(input.url)
        if (isVideoUrl(url)) return await youtube.read(url, options, readerFor(options))
        const deps = { fetcher, parser: parserFor(options), recordings: readerFor(options) }
        return await readLink(deps, input.url, {
          signal,
          onBytes: (bytes) => onProgress?.({ stage: 'fetching', bytes }),
        })
      }
      case 'recording':
        return await listen(input, options)
      case 'text':
      case 'file':
      case 'html':
        return await parserFor(options).parse(input, signal, (done, total) =>
          onProgress?.({ stage: 'reading', done, total }),
        )
    }
  }

  return {
    async read(input, options) {
      const { signal, onProgress } = options
      if (signal.aborted) throw canceled()
      let heard: ReadProgress | undefined
      const report = (progress: ReadProgress): void => {
        if (progress.stage === 'listening') heard = progress
        onProgress?.(progress)
      }
      const document = await readInput(input, { ...options, onProgress: report })
      const { title, words } = document
      onProgress?.({ ...(heard ?? { stage: 'reading' }), title, words })
      return document
    },
    async restore(json, signal, userId) {
      try {
        return await parser.parse({ kind: 'stored', json, userId }, signal)
      } catch (error) {
        if (error instanceof AppError && error.code !== 'cancelled') return null
        throw error
      }
    },
    join: async (...args) => parser.join(...args),
    inspect: async (...args) => parser.inspect(...args),
    async close() {
      await Promise.all([fetcher.close(), youtube.close(), parser.close()])
    },
  }
}
