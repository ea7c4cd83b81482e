import type { SourceInput } from '../../../src/ingest/index.ts'
import type { FullPageAnswer } from '../../../src/summarizer/llm/answers.ts'

type Takeaway = FullPageAnswer['takeaways'][number]

/** A source, and the page that a strong language model writes of it, before verification. */
export interface WrittenPage {
  source: SourceInput
  /** Takeaways may lack the list of their details. */
  answer: Omit<FullPageAnswer, 'takeaways'> & { takeaways: (Omit<Takeaway, 'details'> & Partial<Takeaway>)[] }
  /** Words of the source that the second read quotes for a statement whose words the rules miss. */
  supported?: string
}
