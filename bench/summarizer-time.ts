import { measureTime } from './summarizer/time.ts'

/** Prints only how long summaries by a language model take beside the least that its calls take. */
export async function main(): Promise<void> {
  await measureTime()
}
