import type { ExtractedDocument } from '../shared/document.ts'
import { AppError } from '../shared/errors.ts'
import { iterateReports } from '../shared/report-iterator.ts'
import type { PartialPage } from '../shared/summary/partial-page.ts'
import type { Engine, ModelUsage, Progress, SummaryResult } from '../shared/summary/summary.ts'

/** Checkpoints, so that a retry does not pay for a step again. Values are JSON; neither function throws. */
export interface WorkMemory {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
}

export interface SummarizeOptions {
  /** Upper bound of the basic summary, in words as `countWords` counts; unset: a length that follows the source. */
  maxWords?: number
  /** Also make the advanced summary and the notable quotes. */
  advanced: boolean
  /** BCP 47 tag of the language to write in; unset: the source's own. */
  language?: string
  /** Topic of the page; unset for the whole source. */
  focus?: string
  memory?: WorkMemory
  /** Called with the model usage so far, at least once at the end, also of a failed summary. */
  onUsage?: (usage: ModelUsage[]) => void
  /** Awaited before each request to a language model; rejects to prevent it. */
  onModelCall?: () => Promise<void>
  signal: AbortSignal
}

/** Last event of a task. */
export interface Done<Result> {
  type: 'done'
  result: Result
}

export type SummaryStep =
  | { type: 'progress'; progress: Pick<Progress, 'done' | 'total' | 'at'> & { stage: 'summarizing' | 'checking' } }
  | { type: 'partial'; page: PartialPage }

export type SummarizerEvent = SummaryStep | Done<SummaryResult>

/** Turns a document into a stream of events that ends in one `done`. */
export interface Summarizer<Document = ExtractedDocument> {
  /** How summaries are made; a result's own engine may name fewer models: those that were used. */
  readonly engine: Engine
  /** Whether it can write in another language than the source's. */
  readonly translates: boolean
  /**
   * @throws AppError `source_too_short` when nothing can be summarized, `source_too_complex` when it takes too much
   *   memory, `cancelled` when the signal fires,
   *   `language_unavailable` when it cannot write in the language, `model_unavailable` and `model_refused` when no
   *   language model gave an answer that can be used
   */
  summarize(document: Document, options: SummarizeOptions): AsyncIterable<SummarizerEvent>
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', 'This summary was canceled.', { cause: signal.reason })
}

/** Version of the engines. Raise it when summaries improve: earlier results are then not reused for new requests. */
export const summarizerVersion = 2

/** The built-in engine as summaries show it. */
export const extractiveEngine: Engine = {
  id: 'extractive',
  label: 'Passages of the source, chosen without a language model',
}

const providers: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  local: 'custom server',
}

/** Display name of a model: "gpt-… (OpenAI)" for "openai:gpt-…". */
function inWords(name: string): string {
  const colon = name.indexOf(':')
  const provider = providers[name.slice(0, colon)]
  return provider === undefined ? name : `${name.slice(colon + 1)} (${provider})`
}

export function engineOf(names: readonly string[]): Engine {
  const models = new Intl.ListFormat('en', { type: 'conjunction' }).format(names.map(inWords))
  return {
    id: names.join(','),
    label: `Language ${names.length > 1 ? 'models' : 'model'} ${models}, quotes and citations checked against the source`,
  }
}

/**
 * Turns work that reports events through a callback into a stream that ends with its result. Unread partials and progress
 * events are replaced by newer ones, since each contains the whole state.
 */
export async function* streamEvents<Event extends { type: string }>(
  work: (emit: (event: Event) => void) => Promise<Event>,
): AsyncGenerator<Event> {
  yield yield* iterateReports(work, (later, earlier) => later.type === earlier.type)
}
