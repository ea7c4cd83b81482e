import { words } from '../extractive/tokens.ts'

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
    if (/<\/?(?:source|notes|sentences)-|<\||\|>|\[\/?inst\]|<<sys>>|<(?:start|end)_of_turn>/u.test(lower)) return true
    const list = words(sentence)
    if (runs(list, LONG_RUN).some((run) => long.has(run))) return true
    const own = runs(list, SHORT_RUN)
    const told = own.filter((run) => short.has(run)).length
    return told >= LEAST_RUNS && told >= own.length * OWN_SHARE
  }
}
