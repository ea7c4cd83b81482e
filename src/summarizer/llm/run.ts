import { randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import type { z } from 'zod'
import type { ExtractedDocument } from '../../shared/document.ts'
import { jsonSchemaOf, withSchemaInWords } from '../models/dialect.ts'
import type { ModelAnswer, ModelFailure, ModelSession } from '../models/model.ts'
import { type SummarizeOptions, type SummarizerEvent, throwIfCancelled } from '../summarizer.ts'
import { words } from '../text/tokens.ts'
import { namesOf } from '../verification/source-names.ts'
import { numbersOf } from '../verification/source-numbers.ts'
import { prepareSource, type SourceText } from '../verification/source-text.ts'
import { mattersByKind, ownPartsByKind } from './kind-rules.ts'
import { type OutputLanguage, outputLanguageOf } from './output-language.ts'
import { factsOf, type Marker, type SourceFacts } from './prompts.ts'

/** Consecutive words of the instructions that can't be a coincidence. */
const LONG_RUN = 8
/** A sentence repeats the instructions if this share of its short runs of words does. */
const SHORT_RUN = 4
const OWN_SHARE = 0.6
const MIN_RUNS = 2

function runs(list: readonly string[], length: number): string[] {
  return list.slice(0, Math.max(0, list.length - length + 1)).map((_, at) => list.slice(at, at + length).join(' '))
}

/**
 * Recognizes sentences that reveal the instructions: the marker of a call, tags of the fence or of chat templates, or
 * words of the instructions.
 *
 * @param secrets instructions and the product's other texts
 * @param markers of the calls so far; may grow
 */
export function leakFinder(secrets: readonly string[], markers: readonly string[]): (sentence: string) => boolean {
  const lists = secrets.map(words)
  const short = new Set(lists.flatMap((list) => runs(list, SHORT_RUN)))
  const long = new Set(lists.flatMap((list) => runs(list, LONG_RUN)))
  return (sentence) => {
    const lower = sentence.toLowerCase()
    if (markers.some((marker) => lower.includes(marker))) return true
    if (/<\/?(?:source|notes|statements|question)-|<\||\|>|\[\/?inst\]|<<sys>>|<(?:start|end)_of_turn>/u.test(lower))
      return true
    const list = words(sentence)
    if (runs(list, LONG_RUN).some((run) => long.has(run))) return true
    const own = runs(list, SHORT_RUN)
    const told = own.filter((run) => short.has(run)).length
    return told >= MIN_RUNS && told >= own.length * OWN_SHARE
  }
}

/** One call of a model; its prompt is built once its marker is known. */
export interface Question<T> {
  instructions: string
  prompt: (marker: Marker) => string
  schema: z.ZodType<T>
  schemaName: string
  maxOutputTokens: number
  isCheck?: boolean
  onPartial?: (partial: unknown) => void
  /** A reason to skip the call, checked when its turn comes. */
  unless?: () => ModelFailure | null
}

/** Indexes a document with its names and numbers, so that verification need not wait for them. */
async function indexSource(document: ExtractedDocument): Promise<SourceText> {
  const source = prepareSource(document)
  namesOf(source)
  numbersOf(source)
  return source
}

/** State that all steps of one summary share. */
export interface Run {
  readonly document: ExtractedDocument
  readonly options: SummarizeOptions
  /** Facts about the document that prompts show. */
  readonly facts: SourceFacts
  readonly writing: OutputLanguage
  /** Whether a second call reads each statement again beside its passages. */
  readonly secondRead: boolean
  /** Returns the indexed document, for verification; indexed while the first call is pending. */
  readonly source: () => Promise<SourceText>
  /** Names of the models that wrote something. */
  readonly used: Set<string>
  readonly emit: (event: SummarizerEvent) => void
  /** Asks the models, once fewer calls than allowed are running. */
  ask<T>(question: Question<T>): Promise<ModelAnswer<T>>
  /** Whether a sentence reveals the instructions. */
  readonly leaks: (sentence: string) => boolean
}

interface RunParts {
  session: ModelSession
  /** Maximum concurrent calls. */
  parallelCalls: number
  secondRead: boolean
  emit: (event: SummarizerEvent) => void
}

/** Begins a run. Its calls end when the signal of the options fires. */
export function startRun(
  document: ExtractedDocument,
  options: SummarizeOptions,
  { session, parallelCalls, secondRead, emit }: RunParts,
): Run {
  const { signal, onUsage } = options
  const limit = pLimit(parallelCalls)
  const markers: Marker[] = []
  /** Texts that answers must not repeat, by the instructions that they belong to. */
  const secrets = new Map<string, string>()
  let leaks = leakFinder([], markers)
  const used = new Set<string>()
  let prepared: Promise<SourceText> | null = null
  const source = async (): Promise<SourceText> => (prepared ??= indexSource(document))
  return {
    document,
    options,
    facts: factsOf(document, options.focus),
    writing: outputLanguageOf(options.language, document.language),
    secondRead,
    source,
    used,
    emit,
    leaks: (sentence) => leaks(sentence),
    ask: async ({ prompt, unless, ...question }) =>
      limit(async () => {
        throwIfCancelled(signal)
        const reason = unless?.() ?? null
        if (reason !== null) throw reason
        // Sixteen random hexadecimal digits.
        const marker = randomBytes(8).toString('hex')
        markers.push(marker)
        if (!secrets.has(question.instructions)) {
          const hidden = [...Object.values(mattersByKind), ...Object.values(ownPartsByKind)].reduce(
            (text, part) => text.replace(part, ''),
            question.instructions,
          )
          secrets.set(question.instructions, withSchemaInWords(hidden, jsonSchemaOf(question.schema)))
          leaks = leakFinder([...secrets.values()], markers)
        }
        try {
          const pending = session.call({ ...question, prompt: prompt(marker), signal })
          // Verification awaits it later and throws its failure.
          source().catch(() => {})
          const answer = await pending
          if (question.isCheck !== true) used.add(answer.model)
          return answer
        } catch (error) {
          throwIfCancelled(signal)
          throw error
        } finally {
          onUsage?.(session.usage())
        }
      }),
  }
}
