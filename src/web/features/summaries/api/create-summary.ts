import { z } from 'zod'
import { acceptedSchema, type CreateSummaryPayload, calls } from '../../../../shared/api/calls.ts'
import { AppError } from '../../../../shared/errors.ts'
import { callApi } from '../../../lib/api/client.ts'

let unanswered: { body: string; key: string } | null = null

/** The key of a request: the same one again while a like request has had no answer, so that nothing is made twice. */
export function idempotencyKey(payload: CreateSummaryPayload): string {
  const body = JSON.stringify(payload)
  if (unanswered?.body !== body) unanswered = { body, key: crypto.randomUUID() }
  return unanswered.key
}

/** Forgets the key: the request was answered, and a repeat is a new wish. */
export function forgetIdempotencyKey(): void {
  unanswered = null
}

/** As accepted, or, where the user has a summary of the same source, that one. */
const answerSchema = acceptedSchema.extend({ cached: z.boolean().default(false) })
const createCall = { ...calls.createSummary, responses: { 202: answerSchema } }

/** POST /api/summaries, answered immediately: the id of the new summary, or of the earlier one where `cached` is true. */
export async function createSummary(payload: CreateSummaryPayload): Promise<{ id: string; cached: boolean }> {
  const headers = { prefer: 'respond-async', 'idempotency-key': idempotencyKey(payload) }
  try {
    const accepted = await callApi(createCall, 202, { body: payload, headers })
    forgetIdempotencyKey()
    return accepted
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unavailable')) forgetIdempotencyKey()
    throw error
  }
}
