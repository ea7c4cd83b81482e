export { createModels, type ModelLog } from './models/create-models.ts'
export { findLocalModel, type LocalOrigins, originsAt, usualOrigins } from './models/local-servers.ts'
export type { ModelSettings } from './models/settings.ts'
export {
  createPassageIndex,
  type Passage,
  type PassageIndex,
  type RankOptions,
  rankPassages,
} from './retrieval/rank-passages.ts'
export type {
  SummarizeOptions,
  Summarizer,
  SummarizerEvent,
  WorkMemory,
} from './summarizer.ts'
export { createThreadedSummarizer } from './threads/threaded-summarizer.ts'
