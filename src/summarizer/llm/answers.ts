import { z } from 'zod'
import { partForms, sourceFlags, sourceKinds } from '../../shared/summary-page.ts'

/**
 * Schemas of the models' answers. The instructions describe the fields, so the schemas describe none. Every field is
 * required and nothing is bounded here, because providers accept only a subset of JSON schema
 * (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas); verification bounds counts and
 * lengths. Fields are in the order of the page, so that a streamed answer shows it from the top.
 */

/** The one id that a statement of silence cites: "No price is mentioned." */
export const SILENCE = 'none'

const citedLine = z.object({ text: z.string(), blocks: z.array(z.string()) })
export const gistAnswer = citedLine

const quotation = z.object({ text: z.string(), speaker: z.string(), block: z.string() })

/** The page for a plan without advanced summaries. */
export const pageAnswer = z.object({
  kind: z.enum(sourceKinds),
  flags: z.array(z.enum(sourceFlags)),
  gist: citedLine,
  takeaways: z.array(z.object({ label: z.string(), ...citedLine.shape })),
  keyParts: z.array(z.object({ title: z.string(), lines: z.array(citedLine) })),
  /** One entry per paragraph. */
  summary: z.array(citedLine),
})
export type PageAnswer = z.infer<typeof pageAnswer>

/** The page with the parts of the advanced summary and with quotes. */
export const fullPageAnswer = z.object({
  ...pageAnswer.shape,
  parts: z.array(
    z.object({
      title: z.string(),
      form: z.enum(partForms),
      header: z.array(z.string()),
      lines: z.array(z.object({ cells: z.array(z.string()), blocks: z.array(z.string()) })),
    }),
  ),
  quotes: z.array(quotation),
})
export type FullPageAnswer = z.infer<typeof fullPageAnswer>

/** The notes on one section of a long source. */
export const sectionAnswer = z.object({
  summary: z.string(),
  points: z.array(citedLine),
  quotes: z.array(quotation),
})
export type SectionAnswer = z.infer<typeof sectionAnswer>

/** Exceptions of the second read, by the numbers of the statements. */
export const secondReadAnswer = z.object({
  wrong: z.array(z.object({ statement: z.int(), correction: z.string() })),
  supported: z.array(z.object({ statement: z.int(), words: z.string() })),
  orders: z.array(z.int()),
})

/** Verified notes on one section. */
export const notesSchema = z.object({ title: z.string(), ...sectionAnswer.shape })
export type Notes = z.infer<typeof notesSchema>

/** Names of the schemas towards providers. */
export const schemaNames = {
  page: 'summary_page',
  fullPage: 'full_summary_page',
  section: 'section_notes',
  secondRead: 'second_read',
  gist: 'new_gist',
} as const

/** The schemas by name: calls of language models cross threads, and a schema can't. */
export const answerSchemas = {
  [schemaNames.page]: pageAnswer,
  [schemaNames.fullPage]: fullPageAnswer,
  [schemaNames.section]: sectionAnswer,
  [schemaNames.secondRead]: secondReadAnswer,
  [schemaNames.gist]: gistAnswer,
} as const
export type SchemaName = keyof typeof answerSchemas

export const isSchemaName = (name: string): name is SchemaName => Object.hasOwn(answerSchemas, name)
