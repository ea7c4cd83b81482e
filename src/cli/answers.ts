import { documentText, type ExtractedDocument } from '../shared/document.ts'
import { type SummaryResult, summaryFields } from '../shared/summary.ts'

/** A document as the command answers it: with its whole text beside its blocks. */
export function documentAnswer(document: ExtractedDocument) {
  const { blocks, ...facts } = document
  return { ...facts, text: documentText(document), blocks }
}
export type DocumentAnswer = ReturnType<typeof documentAnswer>

/** A summary as the command answers it, under the names that the API uses. */
export function summaryAnswer(document: Omit<ExtractedDocument, 'blocks'>, result: SummaryResult) {
  return {
    title: document.title,
    kind: document.kind,
    url: document.url,
    author: document.author,
    site: document.site,
    publishedAt: document.publishedAt,
    words: document.words,
    summary: result.advancedSummary ?? result.basicSummary,
    ...summaryFields(result),
    sourceInfo: document.sourceInfo,
  }
}
export type SummaryAnswer = ReturnType<typeof summaryAnswer>
