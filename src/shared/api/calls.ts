import { z } from 'zod'
import { sourceMatchesSchema, sourcePageSchema } from '../document.ts'
import { uploadTypes } from '../formats.ts'
import { planCatalogueSchema } from '../plans/catalogue-schema.ts'
import { sourceMapSchema } from '../source-map.ts'
import { focusSchema } from '../summary/focus-schema.ts'
import { contentTypes, engineSchema, listedSummarySchema, summarySchema, summaryStatuses } from '../summary/summary.ts'
import { languageChoiceSchema, summaryLanguageSchema } from '../text/language-schemas.ts'
import { textInput, visibleInput } from '../text-input.ts'
import { MAX_PICTURES } from '../uploads.ts'
import { accountCalls } from './account-calls.ts'
import { billingCalls } from './billing-calls.ts'
import {
  type CallContract,
  defineCalls,
  emptySchema,
  findQuerySchema,
  idParams,
  sourceQuerySchema,
} from './contract.ts'
import { questionCalls } from './question-calls.ts'
import { type CallName, exportFormats, MAX_EXPORTED } from './routes.ts'
import { sharingCalls } from './sharing-calls.ts'

/** The longest text that any plan may send, in characters; the plan's own limit is checked on top. */
const MAX_CONTENT_CHARACTERS = 1_000_000

const MAX_PAGE_CHARACTERS = 10_485_760

/** A signed URL may carry a session token. The longest fields of a call fit into a body of `BODY_LIMIT_BYTES`. */
const fileUrl = visibleInput('Please upload a file to summarize.').max(2400)
const objectPath = visibleInput('Please upload a file to summarize.').max(120)

/** Exactly one of url, content and fileUrl. `html` or `transcript`: what the user's own browser shows at the url. */
const createSummarySchema = z
  .strictObject({
    url: visibleInput('Please enter a valid URL to summarize.')
      .max(4096, { error: 'This link is too long.' })
      .optional(),
    content: visibleInput('Please enter some text content to summarize.')
      .max(MAX_CONTENT_CHARACTERS, { error: 'This text is too long.' })
      .optional(),
    fileUrl: fileUrl.optional(),
    html: visibleInput('This page is empty.').max(MAX_PAGE_CHARACTERS, { error: 'This page is too long.' }).optional(),
    /** Text, with times where they are known, such as WebVTT. */
    transcript: visibleInput('This transcript is empty.')
      .max(MAX_CONTENT_CHARACTERS, { error: 'This transcript is too long.' })
      .optional(),
    title: textInput().max(300, { error: 'Please use at most 300 characters.' }).optional(),
    /** Language to write in, stored as the user's choice. If omitted: the source's own, and the stored choice stays. */
    language: languageChoiceSchema.optional(),
    /** Topic of the page. If omitted or empty: the whole source. */
    focus: focusSchema.optional(),
    /** Create a new summary, which counts, even where the user has one of the same source with the same options. */
    fresh: z.boolean().optional(),
    /** Answer immediately with the latest summary of the same source, language and focus, whichever engine wrote it. */
    reuse: z.boolean().optional(),
  })
  .refine((input) => [input.url, input.content, input.fileUrl].filter((value) => value !== undefined).length === 1, {
    error: 'Send exactly one of url, content, and fileUrl.',
  })
  .refine(
    ({ url, html, transcript }) =>
      (html === undefined || transcript === undefined) && (url !== undefined || (html ?? transcript) === undefined),
    { error: 'Send html or transcript with the url of its page.' },
  )
export type CreateSummaryPayload = z.infer<typeof createSummarySchema>

const redoSummarySchema = z.strictObject({
  /** Write an advanced summary, which the plan must include. */
  advanced: z.boolean().optional(),
  /** Language to write in. If omitted: that of the earlier summary. */
  language: languageChoiceSchema.optional(),
  /** Topic of the page; empty for the whole source. If omitted: that of the earlier summary. */
  focus: focusSchema.optional(),
  /** Read the link again. If omitted: start from the kept text of the source. */
  fresh: z.boolean().optional(),
  /** Replace the earlier summary once the new one is ready, or keep both. */
  replace: z.boolean(),
  /** Make a new summary, which counts, even if the user has the same one already. */
  anyway: z.boolean().optional(),
})
export type RedoSummaryPayload = z.infer<typeof redoSummarySchema>

const fileName = visibleInput('Please name the file.').max(255, { error: 'This file name is too long.' })

const uploadUrlSchema = z
  .strictObject({
    fileName: fileName.optional(),
    /** Bytes. */
    size: z.int().min(0).optional(),
  })
  .nullish()
export type UploadUrlPayload = z.infer<typeof uploadUrlSchema>

export const uploadTargetSchema = z.object({
  /** URL to PUT the bytes to: signed, for one upload of this user, valid for 15 minutes. */
  uploadURL: z.string(),
  objectPath: z.string(),
})
export type UploadTarget = z.infer<typeof uploadTargetSchema>

const processUploadSchema = z
  .strictObject({
    /** The objectPath, or the uploadURL, of an upload. */
    fileUrl: fileUrl.optional(),
    /** The objectPaths of pictures that are the pages of one document, in order. The response has that of the document. */
    fileUrls: z
      .array(objectPath)
      .min(2)
      .max(MAX_PICTURES, { error: `A document can have at most ${MAX_PICTURES} pictures.` })
      .optional(),
    /** As shown to the user; if omitted, the name given when the upload URL was requested. */
    fileName: fileName.optional(),
  })
  .refine(({ fileUrl, fileUrls }) => (fileUrl === undefined) !== (fileUrls === undefined), {
    error: 'Please upload a file to summarize.',
    path: ['fileUrl'],
  })

const processedUploadSchema = z.object({
  objectPath: z.string(),
  fileName: z.string(),
  /** Type detected from the bytes, whatever the name. */
  fileType: z.enum(uploadTypes),
  bytes: z.int(),
  /** 0 for a recording, which is transcribed with its summary. */
  words: z.int(),
  pages: z.int().optional(),
  /** Length of a recording, as it declares it. */
  seconds: z.number().min(0).optional(),
  title: z.string(),
  /** Whether pages are recognized with the summary; `words` counts those of the first ones alone. */
  isScan: z.boolean().optional(),
  /** Note on the unreadable parts of a damaged or unusual file; `words` counts the readable ones. */
  note: z.string().optional(),
})
export type ProcessedUpload = z.infer<typeof processedUploadSchema>

const MAX_SEARCH_CHARACTERS = 1000

const listSummariesQuerySchema = z.object({
  q: textInput().max(MAX_SEARCH_CHARACTERS, { error: 'Please search for at most 1,000 characters.' }).optional(),
  /** `not-youtube` is what the dashboard lists as articles; `text` are pasted texts, `file` uploads. */
  type: z.enum(['all', ...contentTypes, 'text', 'file', 'not-youtube']).default('all'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
})
export type ListSummariesQuery = z.infer<typeof listSummariesQuerySchema>

const statsSchema = z.object({
  totalSummaries: z.int(),
  summariesUsed: z.int(),
  questionsUsed: z.int(),
  /** Minutes of recordings that were transcribed this month. */
  audioMinutesUsed: z.int(),
  /** Estimate of the time that finished summaries save, compared with their sources. */
  savedSeconds: z.int(),
  /** Start of the next usage month, ISO 8601. */
  resetsAt: z.string(),
})

const summarizerSchema = z.object({
  engine: engineSchema,
  /** Available languages as BCP 47 tags; empty if the engine writes in the source's language only. */
  languages: z.array(summaryLanguageSchema),
  /** The user's last choice. */
  language: languageChoiceSchema,
})
export type SummarizerFacts = z.infer<typeof summarizerSchema>

const renameSummarySchema = z.strictObject({
  title: visibleInput('Please enter a title.').max(200, { error: 'Please use at most 200 characters.' }),
})

const deleteSummaryQuerySchema = z.object({
  /** Delete only if that cancels a summary at no cost. */
  ifFree: z.enum(['true', 'false']).optional(),
})

/** The summary that the user has already, where a redo would only repeat it. */
const unchangedSchema = summarySchema.extend({ message: z.string() })

/** A summary in progress. */
const acceptedSchema = z.object({ id: z.uuid(), status: z.enum(summaryStatuses) })

const summaryCalls = defineCalls({
  plans: { summary: 'The plan catalogue', responses: { 200: planCatalogueSchema } },
  stats: { access: 'read', summary: 'Counters of the user', responses: { 200: statsSchema } },
  createSummary: {
    access: 'create',
    summary: 'Summarize a URL, a text or an uploaded file',
    body: createSummarySchema,
    responses: { 201: summarySchema, 202: acceptedSchema },
  },
  summarizer: {
    access: 'read',
    summary: 'The engine that creates summaries, and its languages',
    responses: { 200: summarizerSchema },
  },
  retrySummary: {
    access: 'create',
    summary: 'Retry a failed summary',
    params: idParams,
    responses: { 201: summarySchema, 202: acceptedSchema },
  },
  redoSummary: {
    access: 'create',
    summary: 'Make a new summary of the same source',
    params: idParams,
    body: redoSummarySchema,
    responses: { 200: unchangedSchema, 201: summarySchema, 202: acceptedSchema },
  },
  createUploadUrl: {
    access: 'create',
    summary: 'Create a signed URL for uploading one file',
    body: uploadUrlSchema,
    responses: { 200: uploadTargetSchema },
  },
  processUpload: {
    access: 'create',
    summary: 'Inspect an uploaded file',
    body: processUploadSchema,
    responses: { 200: processedUploadSchema },
  },
  listSummaries: {
    access: 'read',
    summary: 'The user’s summaries, newest first; the Link header has the next page',
    query: listSummariesQuerySchema,
    responses: { 200: z.array(listedSummarySchema) },
  },
  getSummary: { access: 'read', summary: 'One summary', params: idParams, responses: { 200: summarySchema } },
  getSource: {
    access: 'read',
    summary: 'The text that a summary was made from, page by page',
    params: idParams,
    query: sourceQuerySchema,
    responses: { 200: sourcePageSchema },
  },
  mapSource: {
    access: 'read',
    summary: 'The outline of the source of a summary: its blocks with their lengths, its headings and speakers',
    params: idParams,
    responses: { 200: sourceMapSchema },
  },
  findInSource: {
    access: 'read',
    summary: 'Occurrences of a text in the source of a summary',
    params: idParams,
    query: findQuerySchema,
    responses: { 200: sourceMatchesSchema },
  },
  renameSummary: {
    access: 'session',
    summary: 'Rename a summary',
    params: idParams,
    body: renameSummarySchema,
    responses: { 200: summarySchema },
  },
  deleteSummary: {
    access: 'session',
    summary: 'Delete a summary',
    params: idParams,
    query: deleteSummaryQuerySchema,
    responses: { 204: emptySchema },
  },
  restoreSummary: {
    access: 'session',
    summary: 'Restore a deleted summary, within seconds',
    params: idParams,
    responses: { 200: summarySchema },
  },
})

/** Every call of the product, by name. */
export const calls = {
  ...accountCalls,
  ...billingCalls,
  ...sharingCalls,
  ...summaryCalls,
  ...questionCalls,
} satisfies Record<CallName, CallContract>

const papers = ['a4', 'letter'] as const
/** Size of a PDF's pages. */
export type Paper = (typeof papers)[number]

export const exportQuerySchema = z.object({
  format: z.enum(exportFormats, { error: `Choose a format: ${exportFormats.join(' or ')}.` }),
  /** If omitted: letter if the browser's language is that of a country that uses it, else A4. */
  paper: z.enum(papers, { error: `Choose a paper: ${papers.join(' or ')}.` }).optional(),
  /** Include the questions about the source with their answers. */
  questions: z.enum(['true', 'false']).optional(),
})

const summaryIds = z.array(z.uuid()).min(1).max(MAX_EXPORTED)

export const exportedIds = (ids: string): string[] => [
  ...new Set(
    ids
      .toLowerCase()
      .trim()
      .split(/(?<!\s)\s*,\s*/u),
  ),
]

export const exportSeveralQuerySchema = exportQuerySchema.extend({
  /** Comma-separated ids of the user's summaries. */
  ids: z
    .string()
    .default('')
    .refine((ids) => summaryIds.safeParse(exportedIds(ids)).success, {
      error: `Send the ids of 1 to ${MAX_EXPORTED} summaries, separated by commas.`,
    }),
})
