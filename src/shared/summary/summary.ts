import { z } from 'zod'
import { sourceInfoSchema } from '../document.ts'
import { errorCodes } from '../errors.ts'
import { sourceStripSchema } from '../source-map.ts'
import { citationSchema } from './citation.ts'
import { partialPageSchema, type SummaryPage, summaryPageSchema } from './summary-page.ts'

export const contentTypes = ['youtube', 'article', 'document', 'epub'] as const
export type ContentType = (typeof contentTypes)[number]

const titleSources = ['source', 'page', 'user'] as const
export type TitleSource = (typeof titleSources)[number]

export const summaryStatuses = ['queued', 'extracting', 'summarizing', 'ready', 'failed'] as const
export type SummaryStatus = (typeof summaryStatuses)[number]

const coverageSchema = z.object({
  words: z.int().min(0),
  wordsRead: z.int().min(0),
  sections: z.int().min(0),
  sectionsRead: z.int().min(0),
  /** Sections that could not be read, by title or location ("Chapter 4", "12:40 to 15:10"); absent if there are none. */
  unread: z.array(z.string()).optional(),
  /** The source to scale with its cited passages; absent for summaries from before it was drawn. */
  strip: sourceStripSchema.optional(),
})
export type Coverage = z.infer<typeof coverageSchema>

export const engineSchema = z.object({
  /** "extractive" or a model's name as configured: "openai:gpt-…". */
  id: z.string(),
  /** Description of how the summary was made. */
  label: z.string(),
})
export type Engine = z.infer<typeof engineSchema>

const modelUsageSchema = z.object({
  /** As configured: "openai:gpt-…". */
  model: z.string(),
  /** Requests that the model answered or began to answer. */
  calls: z.int().min(0),
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  /** In US dollars by the list price; null where no price is known. */
  costUsd: z.number().min(0).nullable(),
  /** Minutes of a recording that the model transcribed; absent for language models. */
  audioMinutes: z.number().min(0).optional(),
})
export type ModelUsage = z.infer<typeof modelUsageSchema>

export interface SummaryResult {
  page: SummaryPage
  language: string | null
  engine: Engine
  coverage: Coverage
  /** One entry per model; empty for the built-in engine. */
  usage: ModelUsage[]
}

const progressStages = ['queued', 'fetching', 'listening', 'reading', 'summarizing', 'checking'] as const
export type ProgressStage = (typeof progressStages)[number]

/** Current stage, and the facts known about the source so far. */
export const progressSchema = z.object({
  stage: z.enum(progressStages),
  /** In the stage `listening`, minutes of the recording. */
  done: z.int().min(0),
  total: z.int().min(0),
  /** Number of summaries ahead in the queue. */
  ahead: z.int().min(0).optional(),
  title: z.string().optional(),
  bytes: z.int().min(0).optional(),
  words: z.int().min(0).optional(),
  pages: z.int().min(0).optional(),
  /** Id of the block from which a model is reading; absent for a source that is read in one piece. */
  at: z.string().optional(),
  /** Present and true once a model was called or text was shown: from then on, canceling counts against the plan. */
  cancelCounts: z.boolean().optional(),
})
export type Progress = z.infer<typeof progressSchema>

/** A summary as all routes return it. Dates are ISO 8601. */
export const summarySchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  title: z.string(),
  /** The source's own title, which `title` is until the user renames the summary; null if unknown. */
  sourceTitle: z.string().nullable(),
  /** Where `title` is from: the source or its first words, its summary page if it has none, or the user. */
  titleSource: z.enum(titleSources),
  originalUrl: z.string().nullable(),
  contentType: z.enum(contentTypes),
  /** The best summary the reader's plan includes: the advanced one where there is one, else the basic one. */
  summary: z.string(),
  basicSummary: z.string(),
  advancedSummary: z.string().nullable(),
  keyTakeaways: z.array(z.string()),
  notableQuotes: z.array(z.string()),
  thumbnailUrl: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  isProContent: z.boolean(),
  previewMessage: z.string().nullable(),
  status: z.enum(summaryStatuses),
  failureMessage: z.string().nullable(),
  failureCode: z.enum(errorCodes).nullable(),
  progress: progressSchema.nullable(),
  engine: engineSchema.nullable(),
  language: z.string().nullable(),
  /** Topic that the user asked for; absent for the whole source. */
  focus: z.string().optional(),
  author: z.string().nullable(),
  site: z.string().nullable(),
  publishedAt: z.string().nullable(),
  sourceInfo: sourceInfoSchema.nullable(),
  coverage: coverageSchema.nullable(),
  /** The whole page, with citations; null for unfinished summaries. The texts above are a projection of it. */
  page: summaryPageSchema.nullable(),
  /** True if this is an earlier summary of the same source and options, so that the request didn't count. */
  cached: z.boolean(),
  /** Whether the text of the source was kept, to be read beside the summary. */
  hasSource: z.boolean(),
})
export type Summary = z.infer<typeof summarySchema>

/** The content of a finished summary, without its owner, their plan, and the facts about its creation. */
export const summaryContentSchema = summarySchema.omit({
  userId: true,
  previewMessage: true,
  status: true,
  failureMessage: true,
  failureCode: true,
  progress: true,
})
export type SummaryContent = z.infer<typeof summaryContentSchema>

/** A segment of a text. The text is never markup. */
const segmentSchema = z.object({ text: z.string(), marked: z.boolean() })
export type Segment = z.infer<typeof segmentSchema>

const summaryMatchSchema = z.object({
  /** The whole title, in segments. */
  title: z.array(segmentSchema),
  /** An excerpt around the best match, in segments, with an ellipsis where it was cut; empty without a text. */
  excerpt: z.array(segmentSchema),
  /**
   * Present where only the source has the words: the passage that the excerpt is from, with its location; null if it was
   * not looked up, as in a search that finds many long books.
   */
  citation: citationSchema.nullable().optional(),
})
export type SummaryMatch = z.infer<typeof summaryMatchSchema>

export const listedSummarySchema = summarySchema.extend({
  /** Present in search results. */
  match: summaryMatchSchema.optional(),
})
export type ListedSummary = z.infer<typeof listedSummarySchema>

/** Server-sent events of one summary: the SSE event name is `type`, its data the rest. */
export const summaryEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), progress: progressSchema }),
  z.object({ type: z.literal('partial'), text: z.string(), page: partialPageSchema }),
  z.object({ type: z.literal('ready'), summary: summarySchema }),
  z.object({ type: z.literal('failed'), code: z.enum(errorCodes), message: z.string() }),
])
export type SummaryEvent = z.infer<typeof summaryEventSchema>
