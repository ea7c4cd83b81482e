import { z } from 'zod'
import { sourceMatchesSchema, sourcePageSchema } from '../document.ts'
import { uploadTypes } from '../formats.ts'
import { languageChoiceSchema, summaryLanguageSchema } from '../languages.ts'
import { planCatalogueSchema } from '../plans/catalogue.ts'
import { contentTypes, engineSchema, listedSummarySchema, summarySchema, summaryStatuses } from '../summary.ts'
import { textInput, visibleInput } from '../text-input.ts'
import { accountCalls } from './account-calls.ts'
import { billingCalls } from './billing-calls.ts'
import { defineCall, emptySchema, findQuerySchema, idParams, sourceQuerySchema } from './contract.ts'
import { sharingCalls } from './sharing-calls.ts'

/** The longest text that any plan may send, in characters; the plan's own limit is checked on top. */
const MAX_CONTENT_CHARACTERS = 1_000_000

/** Payload of POST /api/summaries: exactly one of url, content and fileUrl. */
export const createSummarySchema = z
  .strictObject({
    url: visibleInput('Please enter a valid URL to summarize.')
      .max(4096, { error: 'This address is too long.' })
      .optional(),
    content: visibleInput('Please enter some text content to summarize.')
      .max(MAX_CONTENT_CHARACTERS, { error: 'This text is too long.' })
      .optional(),
    fileUrl: visibleInput('Please upload a file to summarize.').max(4096).optional(),
    title: textInput().max(300, { error: 'Please use at most 300 characters.' }).optional(),
    /** Language to write in, stored as the user's choice. If omitted: the source's own, and the stored choice stays. */
    language: languageChoiceSchema.optional(),
    /** Create a new summary, which counts, even where the user has one of the same source with the same options. */
    fresh: z.boolean().optional(),
  })
  .refine((input) => [input.url, input.content, input.fileUrl].filter((value) => value !== undefined).length === 1, {
    error: 'Send exactly one of url, content and fileUrl.',
  })
export type CreateSummaryPayload = z.infer<typeof createSummarySchema>

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
  /** Names the upload in the calls that follow. */
  objectPath: z.string(),
})
export type UploadTarget = z.infer<typeof uploadTargetSchema>

const processUploadSchema = z.strictObject({
  /** The objectPath, or the uploadURL, of an upload. */
  fileUrl: visibleInput('Please upload a file to summarize.').max(4096),
  /** As shown to the user; if omitted, the name given when the upload URL was requested. */
  fileName: fileName.optional(),
})

export const processedUploadSchema = z.object({
  objectPath: z.string(),
  fileName: z.string(),
  /** Type detected from the bytes, whatever the name. */
  fileType: z.enum(uploadTypes),
  bytes: z.int(),
  words: z.int(),
  pages: z.int().optional(),
  title: z.string(),
})
export type ProcessedUpload = z.infer<typeof processedUploadSchema>

const MAX_SEARCH_CHARACTERS = 1000

const listSummariesQuerySchema = z.object({
  q: textInput().max(MAX_SEARCH_CHARACTERS, { error: 'Please search for at most 1,000 characters.' }).optional(),
  /** Type of the source. `not-youtube` is what the dashboard lists as articles. */
  type: z.enum(['all', ...contentTypes, 'not-youtube']).default('all'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
})
export type ListSummariesQuery = z.infer<typeof listSummariesQuerySchema>

export const statsSchema = z.object({
  totalSummaries: z.int(),
  summariesUsed: z.int(),
  /** When the month's counter starts again, ISO 8601. */
  resetsAt: z.string(),
})
export type Stats = z.infer<typeof statsSchema>

const summarizerSchema = z.object({
  engine: engineSchema,
  /** Languages that a summary can be asked for, as BCP 47 tags; empty where the engine writes in the source's only. */
  languages: z.array(summaryLanguageSchema),
  /** The user's last choice. */
  language: languageChoiceSchema,
})
export type SummarizerFacts = z.infer<typeof summarizerSchema>

/** Query of DELETE /api/summaries/{id}. */
const deleteSummaryQuerySchema = z.object({
  /** Delete only if that cancels a summary at no cost. */
  ifFree: z.enum(['true', 'false']).optional(),
})

/** A summary that is still being made. */
export const acceptedSchema = z.object({ id: z.uuid(), status: z.enum(summaryStatuses) })

/** Every call of the product, by name. */
export const calls = {
  ...accountCalls,
  ...billingCalls,
  ...sharingCalls,
  plans: defineCall({
    method: 'GET',
    path: '/api/plans',
    summary: 'The plan catalogue',
    responses: { 200: planCatalogueSchema },
  }),
  stats: defineCall({
    signedIn: true,
    method: 'GET',
    path: '/api/stats',
    summary: 'Counters of the signed-in person',
    responses: { 200: statsSchema },
  }),
  createSummary: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/summaries',
    summary: 'Summarize an address, a text or an uploaded file',
    description: [
      'Send exactly one of url (a video, an article or a PDF), content (a text) and fileUrl (the objectPath',
      'of an uploaded file). The answer is the summary (201), or, where that takes longer than 55 seconds',
      'or the header Prefer: respond-async is sent, its id (202): follow it at /api/summaries/{id}/events',
      'or ask for it again. With an Idempotency-Key header, a repeat gets the first answer. Where the user',
      'already has a summary of the same source with the same options, the answer is that earlier summary,',
      'with cached: true; a page is read again first, and a 202 id then leads to the earlier summary.',
      'Neither that nor a failure counts; fresh: true creates a new summary, which does. More than 30',
      'requests a minute or 300 a day, retries included, answer 429. language asks for one of the languages',
      'that /api/summarizer lists, or for source, the language of the source; 422 where the engine cannot',
      'write in another.',
    ].join(' '),
    body: createSummarySchema,
    responses: { 201: summarySchema, 202: acceptedSchema },
  }),
  summarizer: defineCall({
    signedIn: true,
    method: 'GET',
    path: '/api/summarizer',
    summary: 'How summaries are made here, and in which languages',
    responses: { 200: summarizerSchema },
  }),
  retrySummary: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/summaries/:id/retry',
    summary: 'Try a failed summary again, with what was sent for it',
    description: [
      'The answer is that of POST /api/summaries. What was read before is not read again. A summary that',
      'has not failed answers 409; one whose file is no longer kept, 410; and it stays as it is where the',
      'month is used up (403).',
    ].join(' '),
    params: idParams,
    responses: { 201: summarySchema, 202: acceptedSchema },
  }),
  createUploadUrl: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/files/upload-url',
    summary: 'A signed address to send one file to',
    description: [
      'The first of three calls. PUT the bytes of the file, and nothing else, to uploadURL: no cookie is',
      'needed, and the address is good for 15 minutes, for one file of the announced size. Then name the',
      'file by its objectPath in POST /api/files/process, if you want to know what it is, and in fileUrl of',
      'POST /api/summaries. fileName and size (in bytes) may be left out, and so may the body; with them, a',
      'file that would be refused is refused at once. Files that nobody summarizes are deleted after a day.',
    ].join(' '),
    body: uploadUrlSchema,
    responses: { 200: uploadTargetSchema },
  }),
  processUpload: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/files/process',
    summary: 'Look at an uploaded file: what it is, and whether it can be read',
    description:
      'Goes by the bytes, whatever the name says. A file that cannot be read is refused with the reason, and deleted. May be left out: a summary looks at its file first.',
    body: processUploadSchema,
    responses: { 200: processedUploadSchema },
  }),
  listSummaries: defineCall({
    signedIn: true,
    method: 'GET',
    path: '/api/summaries',
    summary: 'Own summaries, newest first; the next page is in the Link header',
    description: [
      'q finds summaries that have all its words, or words that begin with them, in the title, the basic',
      'summary or the key takeaways; upper and lower case and accents make no difference. What is found',
      'comes with match, which says where, and in this order: by how well the title fits, then by the text,',
      'then newest first.',
    ].join(' '),
    query: listSummariesQuerySchema,
    responses: { 200: z.array(listedSummarySchema) },
  }),
  getSummary: defineCall({
    signedIn: true,
    method: 'GET',
    path: '/api/summaries/:id',
    summary: 'One summary',
    params: idParams,
    responses: { 200: summarySchema },
  }),
  getSource: defineCall({
    signedIn: true,
    method: 'GET',
    path: '/api/summaries/:id/source',
    summary: 'The text that a summary was made from, page by page',
    description: [
      'blocks in reading order; total counts those of the whole source. Places of takeaways, quotes and parts',
      'refer to their ids, and at is the page with such an id. 404 source_not_kept for summaries of earlier',
      'versions, whose hasSource is false.',
    ].join(' '),
    params: idParams,
    query: sourceQuerySchema,
    responses: { 200: sourcePageSchema },
  }),
  findInSource: defineCall({
    signedIn: true,
    method: 'GET',
    path: '/api/summaries/:id/source/find',
    summary: 'Occurrences of a text in the source of a summary',
    description: 'In any case, with any white space, and with straight or curly quotation marks.',
    params: idParams,
    query: findQuerySchema,
    responses: { 200: sourceMatchesSchema },
  }),
  deleteSummary: defineCall({
    signedIn: true,
    method: 'DELETE',
    path: '/api/summaries/:id',
    summary: 'Delete a summary',
    description: [
      'It disappears from every answer immediately. For a short time, POST /api/summaries/{id}/restore',
      'brings it back. Deleting one that is still being created cancels it permanently: that does not count',
      'against the plan until a model was called or text was shown (progress.cancelCounts), and counts from',
      'then on. With ifFree=true, nothing is deleted where it would count or the summary has ended: 409.',
    ].join(' '),
    params: idParams,
    query: deleteSummaryQuerySchema,
    responses: { 204: emptySchema },
  }),
  restoreSummary: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/summaries/:id/restore',
    summary: 'Take the deletion of a summary back, within seconds',
    description: 'A summary that is there is answered as it is. 404 when it is too late.',
    params: idParams,
    responses: { 200: summarySchema },
  }),
} as const

export const exportFormats = ['markdown', 'pdf'] as const
export type ExportFormat = (typeof exportFormats)[number]

const papers = ['a4', 'letter'] as const
/** Size of a PDF's pages. */
export type Paper = (typeof papers)[number]

/** Query of GET /api/summaries/{id}/export. */
export const exportQuerySchema = z.object({
  format: z.enum(exportFormats, { error: `Choose a format: ${exportFormats.join(' or ')}.` }),
  /** If omitted: letter if the browser's language is that of a country that uses it, else A4. */
  paper: z.enum(papers, { error: `Choose a paper: ${papers.join(' or ')}.` }).optional(),
})

/** Summaries that one archive holds at most. */
export const MAX_EXPORTED = 100

const summaryIds = z.array(z.uuid()).min(1).max(MAX_EXPORTED)

/** The ids of an archive's query, each once. */
export const exportedIds = (ids: string): string[] => [
  ...new Set(
    ids
      .toLowerCase()
      .split(',')
      .map((id) => id.trim()),
  ),
]

/** Query of GET /api/summaries/export. */
export const exportSeveralQuerySchema = exportQuerySchema.extend({
  /** Ids of own summaries, with commas between them. */
  ids: z
    .string()
    .default('')
    .refine((ids) => summaryIds.safeParse(exportedIds(ids)).success, {
      error: `Name 1 to ${MAX_EXPORTED} summaries by their ids, with commas between them.`,
    }),
})

/** Path of a summary as a file to keep. */
export const summaryExportPath = (id: string, format: ExportFormat): string =>
  `/api/summaries/${id}/export?format=${format}`

/** Path of several summaries as files to keep, in one archive. */
export const summariesExportPath = (ids: readonly string[], format: ExportFormat): string =>
  `/api/summaries/export?format=${format}&ids=${ids.join(',')}`

/** Path of the server-sent events of one summary. */
export const summaryEventsPath = (id: string): string => `/api/summaries/${id}/events`

/** Fills the `:name` parameters of a path. */
export function buildPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
