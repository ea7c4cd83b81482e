import type { ModelUsage } from '../../src/shared/summary/summary.ts'
import { answerSchemas, type FullPageAnswer, fullPageAnswer, isSchemaName } from '../../src/summarizer/llm/answers.ts'
import { jsonSchemaOf } from '../../src/summarizer/models/dialect.ts'
import { type ModelCall, ModelFailure, type ModelFailureKind, type Models } from '../../src/summarizer/models/model.ts'
import { answerPrompt } from '../standins/models/fake-models/faithful-model.ts'
import { parsePrompt } from '../standins/models/fake-models/parse-prompt.ts'

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

/** Models that follow a script, and record their requests. */
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

/** Answers honestly and in the shape that is asked for, with sentences of the material. */
export const honest: Script = ({ schemaName, instructions, prompt }) => {
  if (!isSchemaName(schemaName)) throw new Error(`No schema is named ${schemaName}.`)
  const turns = [
    { role: 'system', text: instructions },
    { role: 'user', text: prompt },
  ] as const
  return answerPrompt({ turns, schema: jsonSchemaOf(answerSchemas[schemaName]) }, parsePrompt(turns))
}

/** A page whose details are parts of their own. */
function withOwnParts(page: FullPageAnswer): FullPageAnswer {
  const details = page.takeaways.flatMap(({ label, details: own }) => own.map((part) => ({ title: label, ...part })))
  const takeaways = page.takeaways.map((takeaway) => Object.assign({}, takeaway, { details: [] }))
  return { ...page, takeaways, parts: [...details, ...page.parts] }
}

/** Honest pages with changes, and with parts instead of details. */
export const honestBut =
  (change: (page: FullPageAnswer, request: Request) => object): Script =>
  (request) => {
    const answer = honest(request)
    const page = fullPageAnswer.partial({ parts: true, quotes: true }).safeParse(answer)
    if (!page.success) return answer
    const whole = withOwnParts({ parts: [], quotes: [], ...page.data })
    return { ...(page.data.parts === undefined ? page.data : whole), ...change(whole, request) }
  }

interface SecondRead {
  wrong?: { statement: number; correction: string }[]
  supported?: { statement: number; words: string }[]
  orders?: number[]
}

/** Answers the second read, given the number of a statement that contains some words, and everything else honestly. */
export const reads =
  (answer: (numberOf: (words: string) => number, missing: number[]) => SecondRead, pages: Script = honest): Script =>
  (request) => {
    if (request.schemaName !== 'second_read') return pages(request)
    const { lines } = readFence(request.prompt, 'statements')
    const numberOf = (words: string): number =>
      Number(/^\[s(\d+)/u.exec(lines.find((line) => line.startsWith('[s') && line.includes(words)) ?? '')?.[1])
    const missing = lines.flatMap((line) => {
      const number = /^\[missing (\d+)\]/u.exec(line)?.[1]
      return number === undefined ? [] : [Number(number)]
    })
    return { wrong: [], supported: [], orders: [], ...answer(numberOf, missing) }
  }

/** Adds a sentence to the first paragraph of the summary. */
export const adding = (sentence: string): Script =>
  honestBut(({ summary: [first, ...others] }) => ({
    summary: [{ text: `${first?.text ?? ''} ${sentence}`, blocks: first?.blocks ?? [] }, ...others],
  }))
