export { createModels, type ModelLog } from './models/create-models.ts'
export type { ModelSettings } from './models/settings.ts'
export type {
  DocumentSummarizer,
  SummarizeOptions,
  Summarizer,
  SummarizerEvent,
  WorkMemory,
} from './summarizer.ts'
export {
  createSummarizerThreads,
  createThreadedSummarizer,
  type SummarizerThreads,
} from './threads/summarizer-pool.ts'
