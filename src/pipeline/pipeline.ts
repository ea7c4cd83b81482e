import {
  createIngest,
  createParserPool,
  fileFacts,
  type Ingest,
  type IngestConfig,
  type LanguageDataSettings,
  type ParserPool,
  type ReadOptions,
  type SourceInput,
  type SpeechSettings,
} from '../ingest/index.ts'
import { AppError } from '../shared/errors.ts'
import { iterateReports } from '../shared/report-iterator.ts'
import { addUsage } from '../shared/summary/add-usage.ts'
import type { PartialPage } from '../shared/summary/partial-page.ts'
import type { ModelUsage, Progress, SummaryResult } from '../shared/summary/summary.ts'
import {
  type Answerer,
  createModels,
  createPageReader,
  createServiceTranscriber,
  createThreadedAnswerer,
  createThreadedSummarizer,
  type ModelLog,
  type ModelSettings,
  type SummarizeOptions,
  type Summarizer,
  type TranscriptionSettings,
} from '../summarizer/index.ts'
import type { PackedDocument } from '../threads/packed-document.ts'
import { createThreadPool, type ThreadPool } from '../threads/thread-pool.ts'

/** Settings for reading and summarizing. */
export interface PipelineConfig {
  outbound: { allowPrivateAddresses: boolean; proxyUrl: string | null }
  youtube: IngestConfig['youtube']
  /** How the text of scans and pictures is recognized; null if it isn't. */
  recognition: LanguageDataSettings | null
  /** Whether language models read the pages that recognition can't make out. */
  modelsReadPages: boolean
  /** How recordings are transcribed; null if they aren't. */
  transcription: (Omit<SpeechSettings, 'transcriber'> & { service: TranscriptionSettings | null }) | null
  ai: Omit<ModelSettings, 'models'> & {
    /** In the order in which they are tried; none for the built-in engine. */
    models: readonly ModelSettings['models'][number][]
    /** Whether `models` is to be found first, see `withLocalModel`. */
    isAuto: boolean
    /** Maximum concurrent calls of one summary. */
    parallelCalls: number
    /** Whether a second call checks the statements of a summary. */
    secondRead: boolean
  }
}

/** Reads sources, summarizes them, and answers questions about them, for the server and the command. */
export interface Pipeline {
  ingest: Ingest
  summarizer: Summarizer<PackedDocument>
  answerer: Answerer<PackedDocument>
  /** Closes connections and ends the threads; what runs fails as canceled. */
  close(): Promise<void>
}

/** @throws AppError `language_unavailable` if the summarizer can only write in the language of the source */
export function requireLanguage({ translates }: Pick<Summarizer, 'translates'>, language: string | undefined): void {
  if (language === undefined || translates) return
  throw new AppError(
    'language_unavailable',
    'Summaries here are made of the source’s own sentences, so they’re in its language. Choose “Same as source”.',
  )
}

type SourceEvent =
  | { type: 'progress'; progress: Progress }
  | { type: 'document'; document: PackedDocument }
  | { type: 'partial'; page: PartialPage }
  | { type: 'done'; result: SummaryResult }

/** Reads a source and yields its progress. */
export async function* readSource(
  pipeline: Pick<Pipeline, 'ingest'>,
  input: SourceInput,
  options: Pick<ReadOptions, 'signal' | 'userId' | 'onMinutes' | 'onModelUsage'>,
): AsyncGenerator<Progress, PackedDocument> {
  return yield* iterateReports<Progress, PackedDocument>(async (report) =>
    pipeline.ingest.read(input, {
      ...options,
      onProgress: ({ stage, ...facts }) => report({ stage, done: 0, total: 1, ...facts }),
    }),
  )
}

export async function* summarizeDocument(
  summarizer: Summarizer<PackedDocument>,
  document: PackedDocument,
  options: SummarizeOptions,
): AsyncGenerator<SourceEvent> {
  requireLanguage(summarizer, options.language)
  const { bytes, pages } = document.sourceInfo
  // Repeated in every later progress event, so that each is a full state.
  const facts = {
    title: document.title,
    words: document.words,
    ...(bytes === undefined ? {} : { bytes }),
    ...(pages === undefined ? {} : { pages }),
  }
  yield { type: 'document', document }
  for await (const event of summarizer.summarize(document, options)) {
    if (event.type === 'progress') yield { type: 'progress', progress: { ...facts, ...event.progress } }
    else yield event
  }
}

/** Reads a source and summarizes it. The last event is `done`. */
export async function* summarizeSource(
  pipeline: Pipeline,
  input: SourceInput,
  options: SummarizeOptions,
): AsyncGenerator<SourceEvent> {
  requireLanguage(pipeline.summarizer, options.language)
  const { signal, onUsage } = options
  let readUsage: readonly ModelUsage[] = []
  const reading = readSource(pipeline, input, {
    signal,
    onModelUsage: (usage) => {
      readUsage = usage
      onUsage?.([...usage])
    },
  })
  let step = await reading.next()
  while (step.done !== true) {
    yield { type: 'progress', progress: step.value }
    step = await reading.next()
  }
  const events = summarizeDocument(pipeline.summarizer, step.value, {
    ...options,
    onUsage: (usage) => onUsage?.(addUsage(readUsage, usage)),
  })
  for await (const event of events) {
    if (event.type !== 'done') yield event
    else yield { ...event, result: { ...event.result, usage: addUsage(readUsage, event.result.usage) } }
  }
}

/** Whether a file is a recording, which is read from its path; false if it can't be read. */
export async function isRecording(path: string): Promise<boolean> {
  const facts = await fileFacts(path).catch(() => null)
  return facts !== null && facts.mediaType !== null
}

function speechSettings({ transcription }: PipelineConfig, log?: ModelLog): SpeechSettings | undefined {
  if (transcription === null) return undefined
  const { service, ...settings } = transcription
  return {
    ...settings,
    transcriber: service === null ? undefined : createServiceTranscriber(service, log === undefined ? {} : { log }),
  }
}

/**
 * Creates the configured pipeline: language models, or else the built-in engine.
 *
 * @param log for failures of language models
 * @param threads for parsing and summarizing, closed with the pipeline
 */
export function createPipeline(
  config: PipelineConfig,
  log?: ModelLog,
  threads: ThreadPool = createThreadPool(),
  parser?: ParserPool,
): Pipeline {
  const { models: names, isAuto: _, parallelCalls, secondRead, ...settings } = config.ai
  const [first, ...others] = names
  const models = first && createModels({ ...settings, models: [first, ...others] }, log === undefined ? {} : { log })
  const parts = models ? { models, parallelCalls, secondRead } : null
  const { allowPrivateAddresses, proxyUrl: outboundProxyUrl } = config.outbound
  const ingest = createIngest(
    {
      allowPrivateAddresses,
      outboundProxyUrl,
      youtube: config.youtube,
      recordings: config.transcription?.limits ?? null,
    },
    parser ??
      createParserPool(
        {
          recognition: config.recognition ?? undefined,
          pageReader: models && config.modelsReadPages ? createPageReader(models) : undefined,
          speech: speechSettings(config, log),
        },
        threads,
      ),
  )
  return {
    ingest,
    summarizer: createThreadedSummarizer(threads, parts),
    answerer: createThreadedAnswerer(threads, parts),
    close: async () => void (await Promise.all([ingest.close(), threads.close()])),
  }
}
