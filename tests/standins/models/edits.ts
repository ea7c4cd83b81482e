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

/** Changes an answer in one of the product's shapes; answers in others stay as they are. */
export const edits =
  (change: (answer: EditableAnswer) => EditableAnswer): Behavior =>
  (plan) => {
    const parsed = answerSchema.safeParse(JSON.parse(plan.answer.text))
    if (!parsed.success) return plan
    return { ...plan, answer: { ...plan.answer, text: JSON.stringify(change(parsed.data)) } }
  }

/** Changes the quotes, where the answer has some. */
const editsQuotes = (change: (quotes: Quote[]) => Quote[]): Behavior =>
  edits((answer) => (answer.quotes === undefined ? answer : { ...answer, quotes: change(answer.quotes) }))

/** Adds a quote that the source does not hold, claimed for a block that is there. */
export const inventsQuote = (text: string): Behavior =>
  editsQuotes((quotes) => [{ text, block: quotes[0]?.block ?? 'b1' }, ...quotes])

/** Leaves out a word of the source's in every quote: "not" turns a sentence around. */
export const dropsFromQuotes = (word: string): Behavior =>
  editsQuotes((quotes) => quotes.map((quote) => ({ ...quote, text: quote.text.replaceAll(` ${word} `, ' ') })))

/** Changes the takeaways and the points of notes. */
export const editsLines = (change: (lines: CitedLine[]) => CitedLine[]): Behavior =>
  edits((answer) => ({
    ...answer,
    ...(answer.takeaways === undefined ? {} : { takeaways: change(answer.takeaways) }),
    ...(answer.points === undefined ? {} : { points: change(answer.points) }),
  }))

/** Lets every line rest on blocks of other names. */
export const cites = (...blocks: readonly string[]): Behavior =>
  editsLines((lines) => lines.map(({ text }) => ({ text, blocks: [...blocks] })))

/** Names more blocks beside the true ones. */
export const citesAlso = (...blocks: readonly string[]): Behavior =>
  editsLines((lines) => lines.map((line) => ({ ...line, blocks: [...blocks, ...line.blocks] })))

/** Adds a line that rests on the blocks of the first one. */
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

/** Says other words than asked for when sentences are to be put anew. */
export const rewritesAs = (text: string): Behavior =>
  edits((answer) =>
    answer.sentences === undefined
      ? answer
      : { ...answer, sentences: answer.sentences.map(({ number }) => ({ number, text })) },
  )

/** Writes all prose in the words of another language, whatever it was asked; quotes stay. */
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
