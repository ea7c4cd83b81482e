import type { z } from 'zod'

/** Most characters of an answer that are kept. */
export const MOST_ANSWER_CHARACTERS = 2_000_000

const thoughtEnd = /<\/(?:think|thinking|thought|reasoning)>/giu
const thoughtStart = /^\s*<(?:think|thinking|thought|reasoning)>/iu
const fence = /```[a-z]{0,10}[ \t]*\r?\n?/giu

/** Where the last match ends, or -1. */
function lastEnd(text: string, pattern: RegExp): number {
  let end = -1
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length
  return end
}

/** What stands between the first code fence and the one after it, or the end. */
function insideFence(text: string): string | null {
  const opening = text.matchAll(fence).next().value
  if (opening === undefined) return null
  const start = opening.index + opening[0].length
  const end = text.lastIndexOf('```')
  return text.slice(start, end > start ? end : undefined)
}

/**
 * Texts within an answer that may be its JSON, most literal first: all of it, what follows thinking aloud (also where
 * only its end is marked, as templates that begin the thinking themselves leave it), what a code fence holds, and
 * what stands between the first and the last brace.
 */
function* candidates(answer: string): Generator<string> {
  yield answer
  const thoughts = lastEnd(answer, thoughtEnd)
  const rest = thoughts === -1 ? answer : answer.slice(thoughts)
  if (thoughts !== -1) yield rest
  const fenced = insideFence(rest)
  if (fenced !== null) yield fenced
  const start = rest.indexOf('{')
  const end = rest.lastIndexOf('}')
  if (start !== -1 && end > start) yield rest.slice(start, end + 1)
}

function parseJson(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return null
  }
}

/** The value of an answer, held to the schema; null when no part of the answer fits. */
export function readAnswer<T>(answer: string, schema: z.ZodType<T>): { value: T } | null {
  for (const candidate of candidates(answer)) {
    const json = parseJson(candidate)
    if (json === null) continue
    const parsed = schema.safeParse(json.value)
    if (parsed.success) return { value: parsed.data }
  }
  return null
}

/** The JSON of an answer as far as it has come: without thinking aloud and without the fence around it. */
export function jsonSoFar(answer: string): string {
  if (/^\s*\{/u.test(answer)) return answer
  const thoughts = lastEnd(answer, thoughtEnd)
  if (thoughts === -1 && thoughtStart.test(answer)) return ''
  const rest = thoughts === -1 ? answer : answer.slice(thoughts)
  const start = rest.indexOf('{')
  return start === -1 ? '' : rest.slice(start)
}
