import type { SourceInput } from '../../../src/ingest/index.ts'
import type { FullPageAnswer } from '../../../src/summarizer/llm/answers.ts'

/** A source, and the page that a strong language model writes of it, before verification. */
export interface WrittenPage {
  source: SourceInput
  answer: FullPageAnswer
  /** Words of the source that the second read quotes for a statement whose words the rules miss. */
  supported?: string
}
