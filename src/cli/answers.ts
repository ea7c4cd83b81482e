import { documentText, type ExtractedDocument } from '../shared/document.ts'
import type { SummaryResult } from '../shared/summary.ts'

/** A document as the command answers it: with its whole text beside its blocks. */
export function documentAnswer(document: ExtractedDocument) {
  const { blocks, ...facts } = document
  return { ...facts, text: documentText(document), blocks }
}
export type DocumentAnswer = ReturnType<typeof documentAnswer>

/** A summary as the command answers it, under the names that the API uses. */
export function summaryAnswer(document: ExtractedDocument, result: SummaryResult) {
  return {
    title: document.title,
    kind: document.kind,
    url: document.url,
    author: document.author,
    site: document.site,
    publishedAt: document.publishedAt,
    language: result.language,
    words: document.words,
    summary: result.advancedSummary ?? result.basicSummary,
    basicSummary: result.basicSummary,
    advancedSummary: result.advancedSummary,
    keyTakeaways: result.keyTakeaways.map((takeaway) => takeaway.text),
    takeawayPlaces: result.keyTakeaways.map((takeaway) => takeaway.places),
    notableQuotes: result.notableQuotes.map((quote) => quote.text),
    quotePlaces: result.notableQuotes.map((quote) => quote.places),
    engine: result.engine,
    coverage: result.coverage,
    sourceInfo: document.sourceInfo,
  }
}
export type SummaryAnswer = ReturnType<typeof summaryAnswer>
