export { createExtractiveSummarizer } from './engines/extractive/engine.ts'
export type { SummarizeOptions, Summarizer, SummarizerEvent, WorkMemory } from './summarizer.ts'
