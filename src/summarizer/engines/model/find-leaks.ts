import { words } from '../extractive/tokens.ts'

/** So many words of the instructions in a row are no accident. */
const RUN = 8

function runs(list: readonly string[]): string[] {
  return list.slice(0, Math.max(0, list.length - RUN + 1)).map((_, at) => list.slice(at, at + RUN).join(' '))
}

/**
 * Tells sentences that give away how the answer was made: the marker of a call, tags of the fence or of chat
 * templates, or the words of the instructions.
 *
 * @param secrets instructions and other words of the product's own
 */
export function leakFinder(secrets: readonly string[], markers: readonly string[]): (sentence: string) => boolean {
  const known = new Set(secrets.flatMap((secret) => runs(words(secret))))
  return (sentence) => {
    const lower = sentence.toLowerCase()
    if (markers.some((marker) => lower.includes(marker))) return true
    if (/<\/?(?:source|notes|sentences)-|<\||\|>|\[\/?inst\]|<<sys>>|<(?:start|end)_of_turn>/u.test(lower)) return true
    return runs(words(sentence)).some((run) => known.has(run))
  }
}
