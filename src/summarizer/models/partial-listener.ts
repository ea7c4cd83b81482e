import { jsonSoFar } from './read-answer.ts'

/** Time between two looks at an answer that is coming: each look parses all of it. */
const LOOK_EVERY_MS = 100

/**
 * Tells a listener what an answer holds so far, a few times a second.
 *
 * @param answer all that came until now
 */
export type PartialListener = (answer: string) => Promise<void>

export function createPartialListener(onPartial: ((partial: unknown) => void) | undefined): PartialListener {
  let looked = Number.NEGATIVE_INFINITY
  return async (answer) => {
    if (onPartial === undefined || performance.now() - looked < LOOK_EVERY_MS) return
    const json = jsonSoFar(answer)
    if (json === '') return
    // Loaded with the first answer that somebody watches: it is large, and the built-in engine needs none of it.
    const { parsePartialJson } = await import('ai')
    const { value } = await parsePartialJson(json)
    if (value !== undefined) onPartial(value)
    looked = performance.now()
  }
}
