import { z } from 'zod'
import { questionSchema, questionStatuses, questionText } from '../questions/question.ts'
import { defineCalls, emptySchema, idParams } from './contract.ts'

const askSchema = z.strictObject({ question: questionText })

/** A question that is being answered. */
const acceptedSchema = z.object({ id: z.uuid(), status: z.enum(questionStatuses) })

const listQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** Id of the last question of the page before. */
  before: z.uuid().optional(),
})
export type ListQuestionsQuery = z.infer<typeof listQuerySchema>

export const questionCalls = defineCalls({
  askSource: {
    access: 'ask',
    tag: 'questions',
    summary: 'Ask about the source of a summary',
    params: idParams,
    body: askSchema,
    responses: { 201: questionSchema, 202: acceptedSchema },
  },
  listSourceQuestions: {
    access: 'read',
    tag: 'questions',
    summary: 'Questions about the source of a summary, newest first',
    params: idParams,
    query: listQuerySchema,
    responses: { 200: z.array(questionSchema) },
  },
  deleteSourceQuestions: {
    access: 'session',
    tag: 'questions',
    summary: 'Delete all questions about the source of a summary',
    params: idParams,
    responses: { 204: emptySchema },
  },
  suggestQuestions: {
    access: 'read',
    tag: 'questions',
    summary: 'Up to three questions that the source of a summary answers',
    params: idParams,
    responses: { 200: z.object({ questions: z.array(z.string()) }) },
  },
  askLibrary: {
    access: 'ask',
    summary: 'Ask about all sources of the user',
    body: askSchema,
    responses: { 201: questionSchema, 202: acceptedSchema },
  },
  listQuestions: {
    access: 'read',
    summary: 'Questions about all sources, newest first',
    query: listQuerySchema,
    responses: { 200: z.array(questionSchema) },
  },
  getQuestion: { access: 'read', summary: 'One question', params: idParams, responses: { 200: questionSchema } },
  deleteQuestion: {
    access: 'session',
    summary: 'Delete a question and its answer',
    params: idParams,
    responses: { 204: emptySchema },
  },
})
