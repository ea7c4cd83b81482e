import { z } from 'zod'

/**
 * Schemas of the models' answers. Every field is required and nothing is bounded here, because providers accept only a
 * subset of JSON schema (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas); verification
 * bounds counts and lengths. The streamed text comes first.
 */

const blockIds = z.array(z.string()).describe('Ids of the blocks this rests on, such as b12; one to four.')

const citedLine = z.object({ text: z.string().describe('One full sentence, plain text.'), blocks: blockIds })

const quotation = z.object({
  text: z.string().describe('Words of one block, copied exactly, in the language of the source.'),
  block: z.string().describe('Id of the block they are copied from, such as b12.'),
})

const part = z.object({
  title: z.string().describe('Title of the part of the source, a few words.'),
  text: z.string().describe('Paragraphs of plain text, a blank line between them.'),
})

const summary = z.string().describe('Paragraphs of plain text, a blank line between them.')

/** The answer for a whole source, and for the notes of all sections of a long one. */
export const sourceAnswer = z.object({ summary, takeaways: z.array(citedLine) })
export type SourceAnswer = z.infer<typeof sourceAnswer>

/** The same with what the top plan adds. */
export const advancedSourceAnswer = z.object({
  ...sourceAnswer.shape,
  advanced: z.array(part).describe('The longer summary, in the order of the source.'),
  quotes: z.array(quotation),
})
export type AdvancedSourceAnswer = z.infer<typeof advancedSourceAnswer>

/** The notes on one section of a long source, and on several sections whose notes were merged. */
export const sectionAnswer = z.object({ summary, points: z.array(citedLine), quotes: z.array(quotation) })
export type SectionAnswer = z.infer<typeof sectionAnswer>

/** New wordings of unsupported sentences, by the number they were sent under. */
export const rewriteAnswer = z.object({
  sentences: z.array(
    z.object({
      number: z.int().describe('Number of the sentence.'),
      text: z.string().describe('Its new wording; empty where the source holds nothing of it.'),
    }),
  ),
})

/** Verified notes on one section, or on several that were merged. */
export const notesSchema = z.object({
  title: z.string(),
  summary: z.string(),
  points: z.array(z.object({ text: z.string(), blocks: z.array(z.string()) })),
  quotes: z.array(z.object({ text: z.string(), block: z.string() })),
})
export type Notes = z.infer<typeof notesSchema>

/** Names of the schemas towards providers. */
export const schemaNames = {
  source: 'source_summary',
  advancedSource: 'advanced_source_summary',
  section: 'section_notes',
  rewrite: 'rewritten_sentences',
} as const

/** The schemas by name: calls of language models cross threads, and a schema can't. */
export const answerSchemas = {
  [schemaNames.source]: sourceAnswer,
  [schemaNames.advancedSource]: advancedSourceAnswer,
  [schemaNames.section]: sectionAnswer,
  [schemaNames.rewrite]: rewriteAnswer,
} as const
export type SchemaName = keyof typeof answerSchemas

export const isSchemaName = (name: string): name is SchemaName => Object.hasOwn(answerSchemas, name)
