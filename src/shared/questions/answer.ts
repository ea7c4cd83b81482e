import { z } from 'zod'
import { AppError } from '../errors.ts'
import { citationSchema } from '../summary/citation.ts'
import { engineSchema, type ModelUsage } from '../summary/summary.ts'
import { formatCount } from '../text/format.ts'
import { cleanInput, hasVisible } from '../text-input.ts'
import { MAX_QUESTION_CHARACTERS } from './limits.ts'

/** Most passages that answer a question. */
export const ANSWER_PASSAGES = 8

const rangeSchema = z.object({
  start: z.int().min(0),
  /** The character after the last one. */
  end: z.int().min(0),
})

/** Consecutive text of a source that may answer a question. */
export const passageSchema = z.object({
  /** Index of its source among those that were asked. */
  source: z.int().min(0),
  /** Verbatim, blocks separated by a line break. */
  text: z.string(),
  /** Words of the question in the text, in order. */
  marks: z.array(rangeSchema),
  /** One for each block of the passage, in order. */
  citations: z.array(citationSchema),
})
export type Passage = z.infer<typeof passageSchema>

/** A citation in an answer, with the index of its source among those that were asked. */
const answerCitationSchema = citationSchema.extend({ source: z.int().min(0) })
export type AnswerCitation = z.infer<typeof answerCitationSchema>

const answerSentenceSchema = z.object({ text: z.string(), citations: z.array(answerCitationSchema).min(1) })
export type AnswerSentence = z.infer<typeof answerSentenceSchema>

/**
 * - `answered`: a language model wrote sentences that rest on the sources
 * - `not_found`: the sources don't answer the question; the passages are the nearest ones
 * - `passages`: no language model is configured; the best passages are the answer
 */
export const answerOutcomes = ['answered', 'not_found', 'passages'] as const

const answerSchema = z.object({
  outcome: z.enum(answerOutcomes),
  /** Empty unless the question was answered. */
  sentences: z.array(answerSentenceSchema),
  /** Best first; all passages of a short source. */
  passages: z.array(passageSchema),
  /** BCP 47 tag of the sentences; null if unknown. */
  language: z.string().nullable(),
  engine: engineSchema,
  /** How the sentences were checked; null if there are none. */
  check: z.enum(['rules', 'second_read']).nullable(),
})
export type Answer = z.infer<typeof answerSchema>

/** Line above the passages of an answer without sentences, on screens, in exports and in the command. */
export const outcomeTexts = {
  passages: 'These passages of the source match your question.',
  not_found: 'The source doesn’t say.',
} as const

/** An answer, and what it cost. */
export interface AnswerResult {
  answer: Answer
  /** One entry per model; empty without one. */
  usage: ModelUsage[]
}

/** An earlier question about the same sources, with its answer. */
export interface EarlierQuestion {
  question: string
  /** The sentences of the answer; empty if there were none. */
  answer: string
}

/** Cleans and trims a question. @throws AppError `invalid_input` if it has no visible character or is too long */
export function parseQuestion(typed: string): string {
  const question = cleanInput(typed).trim()
  if (!hasVisible(question)) throw new AppError('invalid_input', 'Type a question first.')
  if (question.length > MAX_QUESTION_CHARACTERS) {
    const most = formatCount(MAX_QUESTION_CHARACTERS)
    throw new AppError('invalid_input', `This question is too long. Ask it in at most ${most} characters.`)
  }
  return question
}
