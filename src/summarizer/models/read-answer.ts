import type { z } from 'zod'

/** Most characters of an answer that are kept. */
export const MOST_ANSWER_CHARACTERS = 2_000_000

const thoughtEnd = /<\/(?:think|thinking|thought|reasoning)>/giu
const thoughtStart = /^\s*<(?:think|thinking|thought|reasoning)>/iu
const fence = /```[a-z]{0,10}[ \t]*\r?\n?/giu

/** Where the first and the last match end. */
function ends(text: string, pattern: RegExp): readonly number[] {
  let first: number | null = null
  let last = 0
  for (const match of text.matchAll(pattern)) {
    last = match.index + match[0].length
    first ??= last
  }
  if (first === null) return []
  return first === last ? [first] : [first, last]
}

/** What stands between the first code fence and the last one, or the end. */
function insideFence(text: string): string | null {
  const opening = text.matchAll(fence).next().value
  if (opening === undefined) return null
  const start = opening.index + opening[0].length
  const end = text.lastIndexOf('```')
  return text.slice(start, end > start ? end : undefined)
}

/** Texts within one that may be JSON: all of it, what a code fence holds, what the outermost braces hold. */
function* candidates(text: string): Generator<string> {
  yield text
  const fenced = insideFence(text)
  if (fenced !== null) yield fenced
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (start !== -1 && end > start) yield text.slice(start, end + 1)
}

/**
 * Parts of an answer that may be more than thinking aloud: all of it unless it begins to think, and what follows
 * thinking, also where only its end is marked, as templates that begin the thinking themselves leave it. The answer
 * may speak of such marks itself, so both the first and the last are looked at.
 */
function beyondThoughts(answer: string): string[] {
  const rests = ends(answer, thoughtEnd).map((end) => answer.slice(end))
  return thoughtStart.test(answer) ? rests : [answer, ...rests]
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
  for (const part of beyondThoughts(answer)) {
    for (const candidate of candidates(part)) {
      const json = parseJson(candidate)
      if (json === null) continue
      const parsed = schema.safeParse(json.value)
      if (parsed.success) return { value: parsed.data }
    }
  }
  return null
}

/** The JSON of an answer as far as it has come: without thinking aloud and without the fence around it. */
export function jsonSoFar(answer: string): string {
  if (/^\s*\{/u.test(answer)) return answer
  const [rest = ''] = beyondThoughts(answer).toReversed()
  const start = rest.indexOf('{')
  return start === -1 ? '' : rest.slice(start)
}
