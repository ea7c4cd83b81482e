import { z } from 'zod'
import { sourceMatchesSchema, sourcePageSchema } from '../document.ts'
import { sourceMapSchema } from '../source-map.ts'
import { summaryContentSchema } from '../summary/summary.ts'
import { defineCalls, emptySchema, findQuerySchema, idParams, sourceQuerySchema } from './contract.ts'

const shareSchema = z.object({
  url: z.url(),
  /** Whether visitors can read the source as well. */
  includesSource: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Share = z.infer<typeof shareSchema>

const tokenParams = z.object({ token: z.string().max(100) })

export const sharingCalls = defineCalls({
  getShare: {
    access: 'session',
    summary: 'The public link to a summary',
    params: idParams,
    responses: { 200: z.object({ share: shareSchema.nullable() }) },
  },
  putShare: {
    access: 'session',
    summary: 'Share a summary by a public link, or change what the link shows',
    params: idParams,
    body: z.strictObject({ includesSource: z.boolean() }),
    responses: { 200: shareSchema },
  },
  deleteShare: {
    access: 'session',
    summary: 'Stop sharing a summary',
    params: idParams,
    responses: { 204: emptySchema },
  },
  getSharedSummary: {
    tag: 'summaries',
    summary: 'A shared summary, for anyone with its link',
    params: tokenParams,
    responses: { 200: summaryContentSchema },
  },
  getSharedSource: {
    tag: 'summaries',
    summary: 'The text that a shared summary was made from, page by page',
    params: tokenParams,
    query: sourceQuerySchema,
    responses: { 200: sourcePageSchema },
  },
  mapSharedSource: {
    tag: 'summaries',
    summary: 'The outline of the source of a shared summary',
    params: tokenParams,
    responses: { 200: sourceMapSchema },
  },
  findInSharedSource: {
    tag: 'summaries',
    summary: 'Occurrences of a text in the source of a shared summary',
    params: tokenParams,
    query: findQuerySchema,
    responses: { 200: sourceMatchesSchema },
  },
})
