import type { FailureKind } from '../plan.ts'
import type { ErrorAnswer } from './protocol.ts'

interface Refusal {
  status: number
  type: string
  code: string | null
  message: string
}

// https://platform.openai.com/docs/guides/error-codes
const refusals: Readonly<Record<FailureKind, Refusal>> = {
  bad_request: { status: 400, type: 'invalid_request_error', code: null, message: 'The request is not valid.' },
  unauthorized: {
    status: 401,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
    message: 'Incorrect API key provided.',
  },
  unknown_model: {
    status: 404,
    type: 'invalid_request_error',
    code: 'model_not_found',
    message: 'The model does not exist or you do not have access to it.',
  },
  too_long: {
    status: 400,
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    message: "This model's maximum context length is 8192 tokens. Please reduce the length of the messages.",
  },
  rate_limited: {
    status: 429,
    type: 'tokens',
    code: 'rate_limit_exceeded',
    message: 'Rate limit reached for this model on tokens per min.',
  },
  out_of_quota: {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota, please check your plan and billing details.',
  },
  server_error: {
    status: 500,
    type: 'server_error',
    code: null,
    message: 'The server had an error while processing your request.',
  },
  overloaded: { status: 503, type: 'server_error', code: null, message: 'The engine is currently overloaded.' },
}

/** The fields of an error as OpenAI writes them. */
export function openAiError(kind: FailureKind, detail: string): { status: number; error: Record<string, unknown> } {
  const { status, type, code, message } = refusals[kind]
  return { status, error: { message: detail === '' ? message : `${message} ${detail}`, type, param: null, code } }
}

export function openAiErrorAnswer(kind: FailureKind, detail: string): ErrorAnswer {
  const { status, error } = openAiError(kind, detail)
  return { status, body: { error } }
}
