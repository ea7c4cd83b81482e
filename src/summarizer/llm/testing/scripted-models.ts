import type { ModelUsage } from '../../../shared/summary.ts'
import { type ModelCall, ModelFailure, type ModelFailureKind, type Models } from '../../models/model.ts'

/** A request as a scripted model sees it. */
export interface Request {
  schemaName: string
  instructions: string
  prompt: string
  signal: AbortSignal
  onPartial?: (partial: unknown) => void
  /** How many requests came before it, in all and of its kind. */
  index: number
  indexOfKind: number
}

/** Answers a request: with a value of its schema, or by throwing. */
export type Script = (request: Request) => unknown

export interface ScriptedModels extends Models {
  readonly requests: Request[]
}

/** Models that answer as a script says, and remember what they were asked. */
export function scriptedModels(script: Script, contextTokens = 128_000, name = 'openai:gpt-test'): ScriptedModels {
  const requests: Request[] = []
  return {
    requests,
    names: [name],
    contextTokens,
    begin() {
      let calls = 0
      return {
        async call<T>({ schema, ...call }: ModelCall<T>) {
          const earlier = requests.filter(({ schemaName }) => schemaName === call.schemaName)
          const request = { ...call, index: requests.length, indexOfKind: earlier.length }
          requests.push(request)
          calls += 1
          const answer: unknown = await script(request)
          call.signal.throwIfAborted()
          return { value: schema.parse(answer), model: name }
        },
        usage: (): ModelUsage[] => [{ model: name, calls, inputTokens: 0, outputTokens: 0, costUsd: null }],
      }
    },
  }
}

export function failWith(kind: ModelFailureKind): never {
  throw new ModelFailure(kind, `scripted: ${kind}`)
}

/** The marker of a prompt's fence, and the lines in it. */
export function readFence(prompt: string, name = 'source'): { marker: string; lines: string[] } {
  const match = new RegExp(`<${name}-([0-9a-f]{16})>\\n([\\s\\S]*)\\n</${name}-\\1>`, 'u').exec(prompt)
  return { marker: match?.[1] ?? '', lines: match?.[2]?.split('\n') ?? [] }
}

/** The blocks of a prompt: headings left out. */
function readBlocks(prompt: string): { id: string; text: string }[] {
  return readFence(prompt).lines.flatMap((line) => {
    const match = /^\[(b\d+)\] (?!## )(.*)$/u.exec(line)
    return match?.[1] === undefined ? [] : [{ id: match[1], text: match[2] ?? '' }]
  })
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text

const points = (blocks: { id: string; text: string }[], count: number) =>
  blocks.slice(0, count).map(({ id, text }) => ({ text: firstSentence(text), blocks: [id] }))

/** Answers honestly and in the shape that is asked for, with sentences of the material. */
export const honest: Script = ({ schemaName, prompt }) => {
  const notes = prompt.includes('<notes-')
  const blocks = notes
    ? readFence(prompt, 'notes').lines.flatMap((line) => {
        const match = /^\[(b\d+)(?: b\d+)*\] (.*)$/u.exec(line)
        return match?.[1] === undefined ? [] : [{ id: match[1], text: match[2] ?? '' }]
      })
    : readBlocks(prompt)
  const summary = blocks
    .slice(0, 12)
    .map(({ text }) => firstSentence(text))
    .join(' ')
  const quotes = blocks.slice(0, 3).map(({ id, text }) => ({ text: firstSentence(text), block: id }))
  if (schemaName === 'section_notes') return { summary, points: points(blocks, 6), quotes }
  if (schemaName === 'rewritten_sentences') return { sentences: [] }
  const basic = { summary, takeaways: points(blocks, 6) }
  const advanced = [{ title: 'All of it', text: summary }]
  return schemaName === 'source_summary' ? basic : { ...basic, advanced, quotes }
}
