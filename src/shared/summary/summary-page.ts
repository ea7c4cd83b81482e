import { z } from 'zod'
import { citationSchema, citedTextSchema } from './citation.ts'

/** Kinds of source. Each has its own form of summary page. */
export const sourceKinds = [
  'news',
  'opinion',
  'report',
  'meeting',
  'hearing',
  'interview',
  'talk',
  'guide',
  'story',
  'reference',
  'offer',
  'letter',
] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Properties of a source that its source line warns about. */
export const sourceFlags = ['advert', 'opinion', 'fiction'] as const
export type SourceFlag = (typeof sourceFlags)[number]

export const partForms = ['text', 'bullets', 'checklist', 'table', 'debate'] as const
export type PartForm = (typeof partForms)[number]

/**
 * A titled part of a summary page: paragraphs, bullets, checklist items, table rows or the sides of a debate, each with
 * its citations.
 */
export const pagePartSchema = z.object({
  /** In the language of the summary; empty for a part without a title. */
  title: z.string(),
  form: z.enum(partForms),
  /** Column headings of a table; empty for the other forms. */
  header: z.array(z.string()),
  /** Position of the takeaway whose details these are, from 0; its label is their title. Absent for a part of its own. */
  under: z.int().min(0).optional(),
  lines: z.array(
    z.object({
      /** The cells of a table row; a side of a debate and its position; one text for the other forms. */
      cells: z.array(z.string()),
      citations: z.array(citationSchema),
    }),
  ),
})
export type PagePart = z.infer<typeof pagePartSchema>

/** Facts about a summary that its page states in words. */
export const pageNotices = [
  'short_source', // The source is too short for an advanced summary.
  'advanced_missing', // The model wrote too little for an advanced summary that the source supports.
  'too_few_sentences', // The built-in engine found too few sentences of the source for an advanced summary.
  'no_quotes', // No one is quoted in the source.
  'no_notable_quotes', // The source has quotations, but none that is notable and verified.
  'instructions_in_source', // The source contains instructions addressed to a language model; they were not followed.
  'fiction_extracts', // The summary consists of extracts of a fictional text, which can't retell its plot.
] as const
export type PageNotice = (typeof pageNotices)[number]

/** How statements were verified: by a second call and rules, by rules alone, or not needed for extracts. */
const pageChecks = ['second_read', 'rules', 'verbatim'] as const

const takeawaySchema = citedTextSchema.extend({
  /** Two or three words; empty for a takeaway without a label. */
  label: z.string(),
})
export type Takeaway = z.infer<typeof takeawaySchema>

const quoteSchema = citedTextSchema.extend({
  /** As the source names them; null if unknown. */
  speaker: z.string().nullable(),
})
export type Quote = z.infer<typeof quoteSchema>

/** Everything that a summary page shows, as it is written, stored and sent. */
export const summaryPageSchema = z.object({
  kind: z.enum(sourceKinds).nullable(),
  flags: z.array(z.enum(sourceFlags)),
  /** Topic that the user asked for; absent for a page about the whole source. */
  focus: z
    .object({
      text: z.string(),
      /** Whether the source has anything on it; if not, the page is about the whole source. */
      isFound: z.boolean(),
    })
    .optional(),
  /** Title proposed for a source that has none; absent for others. */
  title: z.string().optional(),
  /** One sentence, or two short ones, with the outcome: at most 40 words. */
  gist: citedTextSchema,
  /** Parts that follow the gist, before the takeaways: a meeting's decisions, next steps and open questions, or the needs and steps of a guide. */
  keyParts: z.array(pagePartSchema),
  takeaways: z.array(takeawaySchema),
  /** Paragraphs of the basic summary; empty where the gist is all of it. */
  summary: z.array(citedTextSchema),
  /** Parts of the advanced summary: the details of takeaways, in their order, then parts of their own. Empty where the user's plan does not include them, as are the quotes. */
  parts: z.array(pagePartSchema),
  quotes: z.array(quoteSchema),
  notices: z.array(z.enum(pageNotices)),
  check: z.enum(pageChecks),
  /** Questions that the source answers, proposed by the model that wrote the page; absent if there are none. */
  questions: z.array(z.string()).optional(),
  /** Statements that fit the second read, of all; absent if it saw all. Rules checked the rest. */
  partlyRead: z.object({ read: z.int().min(0), all: z.int().min(0) }).optional(),
})
export type SummaryPage = z.infer<typeof summaryPageSchema>

const partialPart = pagePartSchema.omit({ lines: true }).extend({ lines: z.array(z.array(z.string())) })

/** A summary page as far as it is written, with the blocks it cites instead of citations. Verification may still change it. */
export const partialPageSchema = z.object({
  ...summaryPageSchema.pick({ kind: true, flags: true }).shape,
  gist: z.string(),
  /** `blocks`: ids of the blocks of the source that it cites so far. */
  takeaways: z.array(z.object({ label: z.string(), text: z.string(), blocks: z.array(z.string()).optional() })),
  keyParts: z.array(partialPart),
  summary: z.array(z.string()),
  /** Empty where the user's plan does not include them, as are the quotes. */
  parts: z.array(partialPart),
  quotes: z.array(z.object({ text: z.string(), speaker: z.string().nullable() })),
  /** Ids of the blocks that the gist, the takeaways and the summary cite, in the order in which they were written. */
  cited: z.array(z.string()).optional(),
})
export type PartialPage = z.infer<typeof partialPageSchema>
