export { createExtractiveSummarizer } from './engines/extractive/engine.ts'
export type { SummarizeOptions, Summarizer, SummarizerEvent } from './summarizer.ts'
