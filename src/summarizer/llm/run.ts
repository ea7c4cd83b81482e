import { randomBytes } from 'node:crypto'
import type { LimitFunction } from 'p-limit'
import type { z } from 'zod'
import type { ExtractedDocument } from '../../shared/document.ts'
import { jsonSchemaOf, withSchemaInWords } from '../models/dialect.ts'
import type { ModelAnswer, ModelFailure, ModelSession } from '../models/model.ts'
import { type SummarizerEvent, throwIfCancelled, type WorkMemory } from '../summarizer.ts'
import { words } from '../text/tokens.ts'
import type { SourceText } from '../verification/source-text.ts'
import type { OutputLanguage } from './output-language.ts'
import { factsOf, type Marker, type SourceFacts } from './prompts.ts'

/** So many words of the instructions in a row are no accident. */
const LONG_RUN = 8
/** A sentence is the instructions' own when this share of its short runs of words is. */
const SHORT_RUN = 4
const OWN_SHARE = 0.6
const LEAST_RUNS = 2

function runs(list: readonly string[], length: number): string[] {
  return list.slice(0, Math.max(0, list.length - length + 1)).map((_, at) => list.slice(at, at + length).join(' '))
}

/**
 * Tells sentences that give away how the answer was made: the marker of a call, tags of the fence or of chat
 * templates, or the words of the instructions.
 *
 * @param secrets instructions and other words of the product's own
 * @param markers of the calls so far; may grow
 */
export function leakFinder(secrets: readonly string[], markers: readonly string[]): (sentence: string) => boolean {
  const lists = secrets.map(words)
  const short = new Set(lists.flatMap((list) => runs(list, SHORT_RUN)))
  const long = new Set(lists.flatMap((list) => runs(list, LONG_RUN)))
  return (sentence) => {
    const lower = sentence.toLowerCase()
    if (markers.some((marker) => lower.includes(marker))) return true
    if (/<\/?(?:source|notes|statements)-|<\||\|>|\[\/?inst\]|<<sys>>|<(?:start|end)_of_turn>/u.test(lower)) return true
    const list = words(sentence)
    if (runs(list, LONG_RUN).some((run) => long.has(run))) return true
    const own = runs(list, SHORT_RUN)
    const told = own.filter((run) => short.has(run)).length
    return told >= LEAST_RUNS && told >= own.length * OWN_SHARE
  }
}

/** One call of a model; its prompt is built once its marker is known. */
interface Question<T> {
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

/** State that all steps of one summary share. */
export interface Run {
  readonly document: ExtractedDocument
  /** Facts about the document that prompts show. */
  readonly facts: SourceFacts
  readonly writing: OutputLanguage
  /** Whether the user chose the language. */
  readonly asked: boolean
  readonly advanced: boolean
  readonly maxWords: number | undefined
  /** Whether statements are read again beside their passages. */
  readonly secondRead: boolean
  /** The indexed document, for verification: prepared while the first call is pending. */
  readonly source: () => Promise<SourceText>
  readonly memory: WorkMemory | undefined
  /** Names of the models that wrote something. */
  readonly used: Set<string>
  readonly emit: (event: SummarizerEvent) => void
  /** Asks the models, as soon as fewer calls than allowed are under way. */
  ask<T>(question: Question<T>): Promise<ModelAnswer<T>>
  /** Whether a sentence gives away how it was asked for. */
  readonly leaks: (sentence: string) => boolean
}

interface RunParts
  extends Pick<
    Run,
    'document' | 'writing' | 'asked' | 'advanced' | 'maxWords' | 'secondRead' | 'source' | 'memory' | 'emit'
  > {
  session: ModelSession
  limit: LimitFunction
  signal: AbortSignal
  /** Called whenever a call has ended, however it did. */
  onCallEnd: () => void
  randomMarker: () => Marker
}

/** Sixteen hexadecimal digits from the system's source of randomness. */
export function newMarker(): Marker {
  return randomBytes(8).toString('hex')
}

/** Begins a run. */
export function startRun({
  session,
  limit,
  signal,
  onCallEnd,
  randomMarker,
  source: prepare,
  ...parts
}: RunParts): Run {
  const markers: Marker[] = []
  /** By the instructions: all that models may be told with them. */
  const secrets = new Map<string, string>()
  let leaks = leakFinder([], markers)
  const used = new Set<string>()
  let prepared: Promise<SourceText> | null = null
  const source = (): Promise<SourceText> => {
    prepared ??= prepare()
    return prepared
  }
  return {
    ...parts,
    facts: factsOf(parts.document),
    used,
    source,
    leaks: (sentence) => leaks(sentence),
    ask: async ({ prompt, unless, ...question }) =>
      limit(async () => {
        throwIfCancelled(signal)
        const reason = unless?.() ?? null
        if (reason !== null) throw reason
        const marker = randomMarker()
        markers.push(marker)
        if (!secrets.has(question.instructions)) {
          secrets.set(question.instructions, withSchemaInWords(question.instructions, jsonSchemaOf(question.schema)))
          leaks = leakFinder([...secrets.values()], markers)
        }
        try {
          const pending = session.call({ ...question, prompt: prompt(marker), signal })
          // Heard of again by whoever needs it; until then a failure is no unhandled one.
          source().catch(() => {})
          const answer = await pending
          if (question.isCheck !== true) used.add(answer.model)
          return answer
        } catch (error) {
          throwIfCancelled(signal)
          throw error
        } finally {
          onCallEnd()
        }
      }),
  }
}
