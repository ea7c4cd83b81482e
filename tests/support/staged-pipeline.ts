import type { ReadProgress } from '../../src/ingest/index.ts'
import type { Pipeline } from '../../src/pipeline/pipeline.ts'
import type { Block, ExtractedDocument } from '../../src/shared/document.ts'
import type { AppError } from '../../src/shared/errors.ts'
import type { CitedText } from '../../src/shared/summary/citation.ts'
import type { SummaryResult } from '../../src/shared/summary/summary.ts'
import { countWords } from '../../src/shared/text/words.ts'
import { createThreadedAnswerer, type SummarizeOptions, type SummarizerEvent } from '../../src/summarizer/index.ts'
import { type PackedDocument, packDocument } from '../../src/threads/packed-document.ts'
import { pageOf } from './pages/page-of.ts'
import { sharedThreads } from './threads.ts'

/** A summary in progress, controlled by the test. */
export interface StagedRun {
  /** The requested source: a URL, or the beginning of a text. */
  readonly source: string
  /** Options passed to the summarizer; available once the source has been read. */
  readonly options: () => SummarizeOptions | undefined
  reading: (progress: ReadProgress) => void
  /** Reports that the source has been read. */
  hasRead: (document: ExtractedDocument) => void
  tell: (event: SummarizerEvent) => void
  fail: (error: AppError) => void
}

/** A pipeline whose every step a test controls. It supports every language. */
export interface StagedPipeline extends Pipeline {
  /** The next summary that starts. */
  next: () => Promise<StagedRun>
}

interface Step {
  document?: ExtractedDocument
  event?: SummarizerEvent
  error?: AppError
}

/** Passes values from producers to consumers. */
class Channel<T> {
  readonly #things: T[] = []
  readonly #waiting: ((thing: T) => void)[] = []

  put(thing: T): void {
    const receiver = this.#waiting.shift()
    if (receiver === undefined) this.#things.push(thing)
    else receiver(thing)
  }

  async take(): Promise<T> {
    const thing = this.#things.shift()
    return thing ?? new Promise((resolve) => this.#waiting.push(resolve))
  }
}

const stopped = async (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

/** Creates a pipeline for a test. */
export function stagedPipeline(): StagedPipeline {
  const begun = new Channel<StagedRun>()
  const stepsOf = new WeakMap<PackedDocument, (options: SummarizeOptions) => Channel<Step>>()
  return {
    next: () => begun.take(),
    ingest: {
      read: async (input, { signal, onProgress }) => {
        const steps = new Channel<Step>()
        let options: SummarizeOptions | undefined
        begun.put({
          source: input.kind === 'url' ? input.url : input.kind === 'text' ? input.content.slice(0, 40) : input.kind,
          options: () => options,
          reading: (progress) => onProgress?.(progress),
          hasRead: (document) => steps.put({ document }),
          tell: (event) => steps.put({ event }),
          fail: (error) => steps.put({ error }),
        })
        const { document, error } = await Promise.race([steps.take(), stopped(signal)])
        if (document === undefined) throw error ?? new Error('A source is read before it is summarized.')
        const packed = packDocument(document)
        stepsOf.set(packed, (asked) => {
          options = asked
          return steps
        })
        return packed
      },
      restore: async () => null,
      join: async () => new Uint8Array(),
      inspect: async () => ({ mediaType: 'audio/mpeg', seconds: 60 }),
      close: async () => {},
    },
    close: async () => {},
    answerer: createThreadedAnswerer(sharedThreads(), null),
    summarizer: {
      engine: { id: 'staged', label: 'Language model staged, each line checked against the source' },
      translates: true,
      async *summarize(document, options) {
        const steps = stepsOf.get(document)?.(options)
        for (;;) {
          const step = await Promise.race([steps?.take(), stopped(options.signal)])
          if (step?.error !== undefined) throw step.error
          if (step?.event === undefined) throw new Error('A summary is made of events.')
          yield step.event
          if (step.event.type === 'done') return
        }
      },
    },
  }
}

/** A report of chapters, each with a heading and paragraphs on one page. */
export function stagedDocument(
  title: string,
  chapters: readonly (readonly [string, ...string[]])[],
  change: Partial<ExtractedDocument> = {},
): ExtractedDocument {
  const blocks = chapters.flatMap(([heading, ...paragraphs], index): Block[] => {
    const location = { kind: 'page', page: index + 1 } as const
    const id = (line: number): string => `b${index + 1}-${line}`
    return [
      { id: id(0), type: 'heading', level: 2, text: heading, headingPath: [], location },
      ...paragraphs.map(
        (text, line): Block => ({ id: id(line + 1), type: 'paragraph', text, headingPath: [heading], location }),
      ),
    ]
  })
  return {
    kind: 'article',
    title,
    author: 'R. Aldous',
    site: 'Harbor Board',
    language: 'en',
    publishedAt: '2026-03-04',
    url: 'https://reports.example/harbor-2025.pdf',
    thumbnailUrl: null,
    words: blocks.reduce((words, { text }) => words + countWords(text), 0),
    blocks,
    sourceInfo: { readAs: 'PDF text', bytes: 2_202_009, pages: 86 },
    ...change,
  }
}

/** A text that cites blocks of a document. */
export function cited(document: ExtractedDocument, text: string, ...ids: string[]): CitedText {
  const blocks = document.blocks.filter(({ id }) => ids.includes(id))
  return {
    text,
    citations: blocks.map((block) => ({
      blockId: block.id,
      location: block.location,
      label: block.location.kind === 'page' ? `p. ${block.location.page}` : block.id,
      excerpt: block.text,
    })),
  }
}

/** The final event of a summary. */
export function stagedResult(document: ExtractedDocument, change: Partial<SummaryResult> = {}): SummarizerEvent {
  return {
    type: 'done',
    result: {
      page: pageOf({ gist: 'The harbor paid for itself.' }),
      language: document.language,
      engine: { id: 'staged', label: 'Language model staged, each line checked against the source' },
      coverage: { words: document.words, wordsRead: document.words, sections: 9, sectionsRead: 9 },
      usage: [],
      ...change,
    },
  }
}
