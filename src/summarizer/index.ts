export { createExtractiveSummarizer } from './engines/extractive/engine.ts'
export { createModelSummarizer } from './engines/model/engine.ts'
export { createModels, type ModelLog } from './models/create-models.ts'
export type { SummarizeOptions, Summarizer, SummarizerEvent, WorkMemory } from './summarizer.ts'
