import { measureTokenCost } from './summarizer/token-cost.ts'

/** Prints the tokens of a basic summary by a language model as a multiple of those of a plain call. */
export async function main(): Promise<void> {
  for (const words of [1000, 3000, 4000, 10_000]) {
    const cost = await measureTokenCost(words)
    console.log(
      `${cost.words} words: ${cost.page} tokens, ${cost.plain} of a plain call, ratio ${cost.ratio.toFixed(2)}`,
    )
  }
}
