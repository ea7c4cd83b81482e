import { z } from 'zod'
import type { Behavior } from './plan.ts'

const citedSchema = z.object({ text: z.string(), blocks: z.array(z.string()) })
const quoteSchema = z.object({ text: z.string(), block: z.string() })

const answerSchema = z.looseObject({
  summary: z.string().optional(),
  takeaways: z.array(citedSchema).optional(),
  points: z.array(citedSchema).optional(),
  advanced: z.array(z.object({ title: z.string(), text: z.string() })).optional(),
  quotes: z.array(quoteSchema).optional(),
  sentences: z.array(z.object({ number: z.number(), text: z.string() })).optional(),
})

type EditableAnswer = z.infer<typeof answerSchema>
type Quote = z.infer<typeof quoteSchema>
type CitedLine = z.infer<typeof citedSchema>

/** Edits an answer of one of the product's schemas; leaves others unchanged. */
export const edits =
  (change: (answer: EditableAnswer) => EditableAnswer): Behavior =>
  (plan) => {
    const parsed = answerSchema.safeParse(JSON.parse(plan.answer.text))
    if (!parsed.success) return plan
    return { ...plan, answer: { ...plan.answer, text: JSON.stringify(change(parsed.data)) } }
  }

/** Edits the quotes, if the answer has some. */
const editsQuotes = (change: (quotes: Quote[]) => Quote[]): Behavior =>
  edits((answer) => (answer.quotes === undefined ? answer : { ...answer, quotes: change(answer.quotes) }))

/** Adds a quote that isn't in the source, citing an existing block. */
export const inventsQuote = (text: string): Behavior =>
  editsQuotes((quotes) => [{ text, block: quotes[0]?.block ?? 'b1' }, ...quotes])

/** Drops a word from every quote: dropping "not" reverses a sentence. */
export const dropsFromQuotes = (word: string): Behavior =>
  editsQuotes((quotes) => quotes.map((quote) => ({ ...quote, text: quote.text.replaceAll(` ${word} `, ' ') })))

/** Edits the takeaways and the points of notes. */
export const editsLines = (change: (lines: CitedLine[]) => CitedLine[]): Behavior =>
  edits((answer) => ({
    ...answer,
    ...(answer.takeaways === undefined ? {} : { takeaways: change(answer.takeaways) }),
    ...(answer.points === undefined ? {} : { points: change(answer.points) }),
  }))

/** Makes every line cite unknown blocks. */
export const cites = (...blocks: readonly string[]): Behavior =>
  editsLines((lines) => lines.map(({ text }) => ({ text, blocks: [...blocks] })))

/** Cites more blocks besides the true ones. */
export const citesAlso = (...blocks: readonly string[]): Behavior =>
  editsLines((lines) => lines.map((line) => ({ ...line, blocks: [...blocks, ...line.blocks] })))

/** Adds a line that cites the blocks of the first one. */
export const addsLine = (text: string): Behavior =>
  editsLines((lines) => [...lines, { text, blocks: lines[0]?.blocks ?? [] }])

/** Adds a sentence to the end of the summary and of every part. */
export const addsSentence = (sentence: string): Behavior =>
  edits((answer) => ({
    ...answer,
    ...(answer.summary === undefined ? {} : { summary: `${answer.summary} ${sentence}` }),
    ...(answer.advanced === undefined
      ? {}
      : { advanced: answer.advanced.map(({ title, text }) => ({ title, text: `${text} ${sentence}` })) }),
  }))

/** Returns other sentences than requested when sentences must be reworded. */
export const rewritesAs = (text: string): Behavior =>
  edits((answer) =>
    answer.sentences === undefined
      ? answer
      : { ...answer, sentences: answer.sentences.map(({ number }) => ({ number, text })) },
  )

/** Writes all prose in another language, whatever was requested; keeps quotes. */
export const writesAlways = (sentence: string): Behavior =>
  edits((answer) => ({
    ...answer,
    ...(answer.summary === undefined ? {} : { summary: sentence }),
    ...(answer.takeaways === undefined
      ? {}
      : { takeaways: answer.takeaways.map(({ blocks }) => ({ text: sentence, blocks })) }),
    ...(answer.points === undefined ? {} : { points: answer.points.map(({ blocks }) => ({ text: sentence, blocks })) }),
    ...(answer.advanced === undefined
      ? {}
      : { advanced: answer.advanced.map(({ title }) => ({ title, text: sentence })) }),
  }))
