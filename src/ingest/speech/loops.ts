/** Longest phrase, in words, that a model is known to repeat. */
const MAX_PERIOD = 12
/** Fewer repetitions may be the speaker's own. */
const MIN_REPEATS = 3

/**
 * Cuts off the phrase that a model repeated at the end of a text until it was stopped, but for its first time: "no more
 * no more no more no" becomes "no more". Time is linear in the words.
 */
export function withoutLoop(text: string): string {
  const words = text.split(' ')
  const same = words.map((word) => word.toLowerCase())
  for (let period = 1; period <= MAX_PERIOD; period += 1) {
    let from = words.length - period
    while (from > 0 && same[from - 1] === same[from - 1 + period]) from -= 1
    if (words.length - from >= period * MIN_REPEATS) return words.slice(0, from + period).join(' ')
  }
  return text
}
