import { z } from 'zod'
import { errorCodes } from '../errors.ts'
import { citationSchema } from '../summary/citation.ts'
import { contentTypes, engineSchema } from '../summary/summary.ts'
import { visibleInput } from '../text-input.ts'
import { answerOutcomes, passageSchema as answerPassageSchema } from './answer.ts'
import { MAX_QUESTION_CHARACTERS } from './limits.ts'

export const questionText = visibleInput('Please enter a question.').max(MAX_QUESTION_CHARACTERS, {
  error: 'Please ask in at most 1,000 characters.',
})

export const questionStatuses = ['queued', 'answering', 'ready', 'failed'] as const

export type AnswerOutcome = (typeof answerOutcomes)[number]

/** A passage of one of the user's sources, and the summary that was made of it. */
const questionCitationSchema = citationSchema.extend({ summaryId: z.uuid() })

const sentenceSchema = z.object({
  text: z.string(),
  citations: z.array(questionCitationSchema),
})

const passageSchema = sentenceSchema.extend(answerPassageSchema.pick({ marks: true }).shape)
export type AnswerPassage = z.infer<typeof passageSchema>

/** A source that an answer cites, by the summary that was made of it. */
const citedSourceSchema = z.object({
  summaryId: z.uuid(),
  title: z.string(),
  contentType: z.enum(contentTypes),
  originalUrl: z.string().nullable(),
  hasSource: z.boolean(),
})
export type CitedSource = z.infer<typeof citedSourceSchema>

/** A question about one source, or about all sources of the user, with its answer. Dates are ISO 8601. */
export const questionSchema = z.object({
  id: z.uuid(),
  /** The summary whose source was asked; null for a question to the library. */
  summaryId: z.uuid().nullable(),
  question: z.string(),
  status: z.enum(questionStatuses),
  /** Null until it is answered. */
  outcome: z.enum(answerOutcomes).nullable(),
  /** The answer, or as much of it as is written; empty without one. */
  answer: z.array(sentenceSchema),
  /** The passages that match best, the best first. */
  passages: z.array(passageSchema),
  /** The sources that answer and passages cite. */
  sources: z.array(citedSourceSchema),
  engine: engineSchema.nullable(),
  /** Whether the summary, or one that the answer cites, has another source by now, so that citations lead nowhere in it. */
  isOutdated: z.boolean(),
  failureCode: z.enum(errorCodes).nullable(),
  failureMessage: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Question = z.infer<typeof questionSchema>

/** Server-sent events of one question: the SSE event name is `type`, its data the rest. */
export const questionEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('partial'), question: questionSchema }),
  z.object({ type: z.literal('ready'), question: questionSchema }),
  z.object({ type: z.literal('failed'), code: z.enum(errorCodes), message: z.string() }),
])
export type QuestionEvent = z.infer<typeof questionEventSchema>
