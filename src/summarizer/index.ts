export type { Answerer } from './answerer.ts'
export { createModels, type ModelLog } from './models/create-models.ts'
export { findLocalModel, type LocalOrigins, originsAt, usualOrigins } from './models/local-servers.ts'
export { createPageReader } from './models/read-pages.ts'
export type { ModelSettings } from './models/settings.ts'
export { createServiceTranscriber, type TranscriptionSettings, transcriptionPrice } from './models/transcribe.ts'
export { createPassageIndex, rankPassages } from './retrieval/rank-passages.ts'
export { suggestQuestions } from './retrieval/suggest-questions.ts'
export type {
  SummarizeOptions,
  Summarizer,
  SummarizerEvent,
  WorkMemory,
} from './summarizer.ts'
export { createThreadedAnswerer, createThreadedSummarizer } from './threads/threaded-summarizer.ts'
