import { z } from 'zod'
import { partForms, sourceFlags, sourceKinds } from '../../shared/summary/summary-page.ts'

/**
 * Schemas of the models' answers. The instructions describe the fields, so the schemas describe none. Every field is
 * required and nothing is bounded here, because providers accept only a subset of JSON schema
 * (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas); verification bounds counts and
 * lengths. Fields are in the order of the page, so that a streamed answer shows it from the top. Small models deviate
 * from a schema in details; those are read leniently, so that they don't cost the answer.
 */

/** Reads what models write into a field, and leaves its JSON schema as it is. */
const reads = <T extends z.ZodType>(schema: T, read: (value: unknown) => unknown) => z.preprocess(read, schema)

const text = reads(z.string(), (value) => (typeof value === 'number' ? String(value) : (value ?? '')))
/** One item instead of a list is a list of it; nothing is an empty one. */
const asList = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value.flat() : [value]).filter((item) => item != null)
const list = <T extends z.ZodType>(item: T) => reads(z.array(item), asList)
const blockIds = reads(z.array(z.string()), (value) => asList(value).map(String))
/** A choice in any case, or by another name; not set if it is unknown. */
const choice = <const T extends readonly string[]>(names: T, others: Readonly<Record<string, string>> = {}) =>
  reads(z.enum(names).optional(), (value) => {
    const name = String(value).trim().toLowerCase()
    return names.includes(name) ? name : others[name]
  })
/** The number of a statement: 3, "3" or "s3"; 0 is no statement. */
const statementNumber = reads(z.int(), (value) => Number(/\d{1,6}/u.exec(String(value))?.[0] ?? 0))

const citedFields = { text, blocks: blockIds }
const citedLine = reads(z.object(citedFields), (value) => (typeof value === 'string' ? { text: value } : value))
export const gistAnswer = z.object(citedFields)

const quotation = z.object({ text, speaker: text, block: text })

const takeawayFields = { label: text, ...citedFields }
const partFields = {
  form: choice(partForms, { paragraph: 'text', paragraphs: 'text', steps: 'checklist' }),
  header: list(text),
  lines: list(z.object({ cells: list(text), blocks: blockIds })),
}

const basicFields = {
  kind: choice(sourceKinds, {
    study: 'report',
    video: 'talk',
    column: 'opinion',
    review: 'opinion',
    debate: 'hearing',
  }),
  flags: list(choice(sourceFlags)),
  /** Of a source that has none; else empty. */
  title: text,
  gist: gistAnswer,
  keyParts: list(z.object({ title: text, lines: list(citedLine) })),
  takeaways: z.array(z.object(takeawayFields)),
  /** One entry per paragraph. */
  summary: list(citedLine),
}
/** Questions to suggest, last, so that the page is shown before them. */
const questionFields = { questions: list(citedLine) }

/** The page for a plan without advanced summaries. */
export const pageAnswer = z.object({ ...basicFields, ...questionFields })
export type PageAnswer = z.infer<typeof pageAnswer>

/** The page with the parts of the advanced summary and with quotes. */
export const fullPageAnswer = z.object({
  ...basicFields,
  takeaways: z.array(z.object({ ...takeawayFields, details: list(z.object(partFields)) })),
  parts: list(z.object({ title: text, ...partFields })),
  quotes: list(quotation),
  ...questionFields,
})
export type FullPageAnswer = z.infer<typeof fullPageAnswer>

/** Whether the source has anything on the focus of a page; decided before the page is written. */
const focusFields = { onFocus: reads(z.boolean(), (value) => !/^(?:false|no)$/iu.test(String(value).trim())) }

/** The same pages about a focus. */
export const focusedPageAnswer = z.object({ ...focusFields, ...pageAnswer.shape })
export const focusedFullPageAnswer = z.object({ ...focusFields, ...fullPageAnswer.shape })
export type FocusedAnswer = z.infer<typeof focusedPageAnswer | typeof focusedFullPageAnswer>

/** The notes on one section of a long source. */
export const sectionAnswer = z.object({
  summary: z.string(),
  points: z.array(citedLine),
  quotes: list(quotation),
})
export type SectionAnswer = z.infer<typeof sectionAnswer>

/** Exceptions of the second read, by the numbers of the statements. */
export const secondReadAnswer = z.object({
  wrong: z.array(z.object({ statement: statementNumber, correction: text })),
  supported: list(z.object({ statement: statementNumber, words: text })),
  orders: list(statementNumber),
})

/** The answer to a question, or searches for other passages first. */
export const questionAnswer = z.object({ searches: list(text), sentences: list(citedLine) })

/** Verified notes on one section. */
export const notesSchema = z.object({ title: z.string(), ...sectionAnswer.shape })
export type Notes = z.infer<typeof notesSchema>

/** Names of the schemas towards providers. */
export const schemaNames = {
  page: 'summary_page',
  fullPage: 'full_summary_page',
  focusedPage: 'focused_summary_page',
  focusedFullPage: 'focused_full_summary_page',
  section: 'section_notes',
  secondRead: 'second_read',
  gist: 'new_gist',
  answer: 'question_answer',
} as const

/** The schemas by name: calls of language models cross threads, and a schema can't. */
export const answerSchemas = {
  [schemaNames.page]: pageAnswer,
  [schemaNames.fullPage]: fullPageAnswer,
  [schemaNames.focusedPage]: focusedPageAnswer,
  [schemaNames.focusedFullPage]: focusedFullPageAnswer,
  [schemaNames.section]: sectionAnswer,
  [schemaNames.secondRead]: secondReadAnswer,
  [schemaNames.gist]: gistAnswer,
  [schemaNames.answer]: questionAnswer,
} as const
export type SchemaName = keyof typeof answerSchemas

export const isSchemaName = (name: string): name is SchemaName => Object.hasOwn(answerSchemas, name)
