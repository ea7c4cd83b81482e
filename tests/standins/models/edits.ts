import { z } from 'zod'
import { parsePrompt } from './fake-models/parse-prompt.ts'
import type { Behavior } from './plan.ts'

const citedSchema = z.object({ text: z.string(), blocks: z.array(z.string()) })
const quoteSchema = z.object({ text: z.string(), speaker: z.string(), block: z.string() })
const rowSchema = z.object({ cells: z.array(z.string()), blocks: z.array(z.string()) })

const partSchema = z.looseObject({ form: z.string(), header: z.array(z.string()), lines: z.array(rowSchema) })

const pageSchema = z.looseObject({
  kind: z.string(),
  title: z.string(),
  gist: citedSchema,
  takeaways: z.array(citedSchema.extend({ label: z.string(), details: z.array(partSchema).optional() })),
  keyParts: z.array(z.object({ title: z.string(), lines: z.array(citedSchema) })),
  summary: z.array(citedSchema),
  parts: z.array(partSchema.extend({ title: z.string() })).optional(),
  quotes: z.array(quoteSchema).optional(),
})
export type EditablePage = z.infer<typeof pageSchema>

const notesSchema = z.looseObject({ points: z.array(citedSchema), quotes: z.array(quoteSchema) })

const secondReadSchema = z.looseObject({
  wrong: z.array(z.object({ statement: z.number(), correction: z.string() })),
  supported: z.array(z.object({ statement: z.number(), words: z.string() })),
  orders: z.array(z.number()),
})
type EditableSecondRead = z.infer<typeof secondReadSchema>

type Quote = z.infer<typeof quoteSchema>
type CitedLine = z.infer<typeof citedSchema>

/** Changes answers of one shape; answers in others stay as they are. */
const editsShape =
  <T>(schema: z.ZodType<T>, change: (answer: T, prompt: ReturnType<typeof parsePrompt>) => unknown): Behavior =>
  (plan, request) => {
    const parsed = schema.safeParse(JSON.parse(plan.answer.text))
    if (!parsed.success) return plan
    const text = JSON.stringify(change(parsed.data, parsePrompt(request.turns)))
    return { ...plan, answer: { ...plan.answer, text } }
  }

/** Changes a page. */
export const editsPage = (change: (page: EditablePage) => EditablePage): Behavior => editsShape(pageSchema, change)

/** Edits the answer of the second read, given its statements and the numbers of the flagged ones. */
export const editsSecondRead = (
  change: (
    answer: EditableSecondRead,
    shown: { statements: readonly { number: number; text: string }[]; missing: readonly number[] },
  ) => EditableSecondRead,
): Behavior => editsShape(secondReadSchema, change)

const inTurn =
  (...behaviors: readonly Behavior[]): Behavior =>
  (plan, request) =>
    behaviors.reduce((changed, behavior) => behavior(changed, request), plan)

/** Adds a quote that the source does not contain, claimed for a block that is there. */
export const inventsQuote = (text: string): Behavior => {
  const change = (quotes: Quote[]): Quote[] => [{ text, speaker: '', block: quotes[0]?.block ?? 'b1' }, ...quotes]
  return inTurn(
    editsPage((page) => (page.quotes === undefined ? page : { ...page, quotes: change(page.quotes) })),
    editsShape(notesSchema, (notes) => ({ ...notes, quotes: change(notes.quotes) })),
  )
}

type Row = z.infer<typeof rowSchema>

/** Changes the lines of all details and parts. */
const editsRows = (edit: (row: Row) => Row): Behavior =>
  editsPage((page) => {
    const edited = <T extends { lines: Row[] }>(part: T): T => ({ ...part, lines: part.lines.map(edit) })
    const takeaways = page.takeaways.map(({ details, ...takeaway }) =>
      details === undefined ? takeaway : { ...takeaway, details: details.map(edited) },
    )
    return { ...page, takeaways, ...(page.parts === undefined ? {} : { parts: page.parts.map(edited) }) }
  })

/** Changes the ids of every line of a page and of notes. */
const editsBlocks = (change: (blocks: string[]) => string[]): Behavior => {
  const edit = <T extends { blocks: string[] }>(line: T): T => ({ ...line, blocks: change(line.blocks) })
  return inTurn(
    editsPage((page) => ({
      ...page,
      gist: edit(page.gist),
      takeaways: page.takeaways.map(edit),
      summary: page.summary.map(edit),
    })),
    editsRows(edit),
    editsShape(notesSchema, (notes) => ({ ...notes, points: notes.points.map(edit) })),
  )
}

/** Lets every line rest on blocks of other names. */
export const cites = (...blocks: readonly string[]): Behavior => editsBlocks(() => [...blocks])

/** Names more blocks beside the true ones. */
export const citesAlso = (...blocks: readonly string[]): Behavior => editsBlocks((own) => [...blocks, ...own])

/** Begins with a takeaway, or a point of notes, that rests on the blocks of the next. */
export const saysFirst = (text: string): Behavior => {
  const add = <T extends CitedLine>(lines: T[]): T[] => {
    const [first] = lines
    return first === undefined ? lines : [{ ...first, label: 'The first', text }, ...lines]
  }
  return inTurn(
    editsPage((page) => ({ ...page, takeaways: add(page.takeaways) })),
    editsShape(notesSchema, (notes) => ({ ...notes, points: add(notes.points) })),
  )
}

/** Adds a sentence to the end of every paragraph of the summary and of every line of details and parts. */
export const addsSentence = (sentence: string): Behavior =>
  inTurn(
    editsPage((page) => ({
      ...page,
      summary: page.summary.map((line) => ({ ...line, text: `${line.text} ${sentence}` })),
    })),
    editsRows(({ cells, blocks }) => ({ cells: cells.map((cell) => `${cell} ${sentence}`), blocks })),
  )

/** In the second read, words every flagged statement in this way. */
export const corrects = (correction: string): Behavior =>
  editsSecondRead((answer, { missing }) => ({
    ...answer,
    wrong: missing.map((statement) => ({ statement, correction })),
  }))
