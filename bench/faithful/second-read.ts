import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import pLimit from 'p-limit'
import { z } from 'zod'
import { readPipelineConfig } from '../../src/server/platform/config/config.ts'
import { lengthsFor } from '../../src/summarizer/lengths.ts'
import { budgetFor } from '../../src/summarizer/llm/budget.ts'
import { type Claim, readAgain } from '../../src/summarizer/llm/check/second-read.ts'
import { lineOf } from '../../src/summarizer/llm/check/statements.ts'
import { startRun } from '../../src/summarizer/llm/run.ts'
import { createModels } from '../../src/summarizer/models/create-models.ts'
import type { Models } from '../../src/summarizer/models/model.ts'
import { findQuote } from '../../src/summarizer/verification/find-quote.ts'
import type { SourceText } from '../../src/summarizer/verification/source-text.ts'
import { documentOf } from '../summarizer/corpus.ts'
import { type Item, judgedSentences } from './items.ts'

const exception = z.object({ sentence: z.int(), text: z.string() })
const answerSchema = z.object({
  id: z.string(),
  /** Models, as configured. */
  models: z.array(z.string()),
  /** Corrections of sentences, by their number in the summary. */
  wrong: z.array(exception),
  /** Words of the source for sentences that the rules report. */
  supported: z.array(exception),
})
type Answer = z.infer<typeof answerSchema>

/** The words for which the rules report sentences, by the number of the sentence. */
export type Reported = ReadonlyMap<number, readonly string[]>

function readAnswers(file: string): Map<string, Answer> {
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => answerSchema.parse(JSON.parse(line))).map((answer) => [answer.id, answer]))
}

async function ask(models: Models, item: Item, source: SourceText, reported: Reported): Promise<Answer | null> {
  const document = documentOf(item.source)
  const options = { advanced: false, signal: new AbortController().signal }
  const run = startRun(document, options, {
    session: models.begin(),
    parallelCalls: 1,
    secondRead: true,
    emit: () => {},
  })
  const claims = judgedSentences(item).flatMap(({ start, end }, number): Claim[] => {
    const line = lineOf('row', item.summary.slice(start, end), { citations: source.blocks.map((block) => [block]) })
    const [statement] = line.statements
    const missing = reported.get(number) ?? []
    return statement === undefined ? [] : [{ statement, line, missing, absent: missing, isDoubted: missing.length > 0 }]
  })
  const budget = budgetFor(models.contextTokens, lengthsFor(document.words, false), run.writing)
  const read = await readAgain(run, { source, claims, kind: 'news', budget })
  if (read === null) return null
  return {
    id: item.id,
    models: [...models.names],
    wrong: read.value.wrong.map(({ statement, correction }) => ({ sentence: statement - 1, text: correction })),
    supported: read.value.supported.map(({ statement, words }) => ({ sentence: statement - 1, text: words })),
  }
}

/**
 * Has the configured models read every sentence again beside its source, and keeps their answers in a file. Items that
 * the file has are not asked about.
 *
 * @returns answers by item
 */
export async function readAnswersOfModels(
  items: readonly Item[],
  sourceOf: (item: Item) => SourceText,
  reportedOf: (item: Item) => Reported,
  file: string,
): Promise<ReadonlyMap<string, Answer>> {
  const answers = readAnswers(file)
  const { models: names, isAuto: _auto, parallelCalls, secondRead: _, ...settings } = readPipelineConfig(process.env).ai
  const [first, ...others] = names
  if (first === undefined) return answers
  const models = createModels({ ...settings, models: [first, ...others] })
  const limit = pLimit(parallelCalls)
  await Promise.all(
    items.map((item) =>
      limit(async () => {
        if (answers.has(item.id)) return
        const answer = await ask(models, item, sourceOf(item), reportedOf(item))
        if (answer === null) return
        answers.set(item.id, answer)
        appendFileSync(file, `${JSON.stringify(answer)}\n`)
      }),
    ),
  )
  return answers
}

/** Sentences that stay reported: those that the models correct, and those of the rules for which they find no words. */
export function reportedAfter(answer: Answer, reported: Reported, source: SourceText): ReadonlySet<number> {
  const isBorneOut = (number: number) =>
    answer.supported.some(({ sentence, text }) => sentence === number && findQuote(source, text, [], true) !== null)
  return new Set([
    ...answer.wrong.map(({ sentence }) => sentence),
    ...[...reported.keys()].filter((number) => !isBorneOut(number)),
  ])
}
