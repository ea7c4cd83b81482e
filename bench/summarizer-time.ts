import { measureTime } from './summarizer/time.ts'

/** Prints only the time of summaries by a language model, relative to the minimum time of their calls. */
export async function main(): Promise<void> {
  await measureTime()
}
