import { z } from 'zod'
import type { FailureKind } from '../plan.ts'
import {
  BadRequest,
  type ErrorAnswer,
  eventLines,
  type Frame,
  inputTokens,
  outputTokens,
  type Protocol,
  type Said,
} from './protocol.ts'
import { checkStrict, parseBody, textOf } from './read.ts'

const bodySchema = z.looseObject({
  model: z.string(),
  max_tokens: z.int().min(1),
  system: textOf.optional(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: textOf })).min(1),
  stream: z.boolean().optional(),
  tools: z.array(z.looseObject({ name: z.string(), input_schema: z.unknown() })).optional(),
  tool_choice: z.looseObject({ type: z.string(), name: z.string().optional() }).optional(),
  output_config: z
    .looseObject({ format: z.object({ type: z.literal('json_schema'), schema: z.unknown() }).optional() })
    .optional(),
})

/** Incomplete JSON is sent to the tool as text. */
function toolInput(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

function stopReason({ answer: { stop }, asked }: Said): string {
  if (stop === 'length') return 'max_tokens'
  if (stop === 'refused' || stop === 'filtered') return 'refusal'
  return asked.tool === null ? 'end_turn' : 'tool_use'
}

const head = ({ asked }: Said) => ({
  id: 'msg_standin',
  type: 'message',
  role: 'assistant',
  model: asked.model,
  stop_sequence: null,
})

/** A refusal is text, not a tool call. */
const toolOf = ({ answer, asked }: Said): string | null => (answer.stop === 'refused' ? null : asked.tool)

function whole(said: Said): unknown {
  const { text, thinking } = said.answer
  const tool = toolOf(said)
  return {
    ...head(said),
    content: [
      ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature: 'c3RhbmRpbg==' }]),
      tool === null
        ? { type: 'text', text }
        : { type: 'tool_use', id: 'toolu_standin', name: tool, input: toolInput(text) },
    ],
    stop_reason: stopReason(said),
    usage: { input_tokens: inputTokens(said), output_tokens: outputTokens(said) },
  }
}

/** https://docs.claude.com/en/docs/build-with-claude/streaming */
function* frames(said: Said): Generator<Frame> {
  const { thinking } = said.answer
  const frame = (type: string, fields: Record<string, unknown>, piece = false): Frame => ({
    piece,
    text: eventLines(type, { type, ...fields }),
  })
  const usage = { input_tokens: inputTokens(said), output_tokens: 1 }
  yield frame('message_start', { message: { ...head(said), content: [], stop_reason: null, usage } })
  yield frame('ping', {})
  let index = 0
  const delta = (fields: Record<string, unknown>, piece = false): Frame =>
    frame('content_block_delta', { index, delta: fields }, piece)
  if (thinking !== '') {
    yield frame('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } })
    yield delta({ type: 'thinking_delta', thinking })
    yield delta({ type: 'signature_delta', signature: 'c3RhbmRpbg==' })
    yield frame('content_block_stop', { index })
    index += 1
  }
  const tool = toolOf(said)
  const block =
    tool === null ? { type: 'text', text: '' } : { type: 'tool_use', id: 'toolu_standin', name: tool, input: {} }
  yield frame('content_block_start', { index, content_block: block })
  for (const piece of said.pieces) {
    const fields =
      tool === null ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece }
    yield delta(fields, true)
  }
  yield frame('content_block_stop', { index })
  const ending = { stop_reason: stopReason(said), stop_sequence: null }
  yield frame('message_delta', { delta: ending, usage: { output_tokens: outputTokens(said) } })
  yield frame('message_stop', {})
}

// https://docs.claude.com/en/api/errors
const refusals: Readonly<Record<FailureKind, { status: number; type: string; message: string }>> = {
  bad_request: { status: 400, type: 'invalid_request_error', message: 'The request is not valid.' },
  unauthorized: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
  unknown_model: { status: 404, type: 'not_found_error', message: 'The model was not found.' },
  too_long: {
    status: 400,
    type: 'invalid_request_error',
    message: 'prompt is too long: 205000 tokens > 200000 maximum',
  },
  rate_limited: {
    status: 429,
    type: 'rate_limit_error',
    message: "This request would exceed your account's rate limit.",
  },
  out_of_quota: {
    status: 400,
    type: 'invalid_request_error',
    message: 'Your credit balance is too low to access the Anthropic API.',
  },
  server_error: { status: 500, type: 'api_error', message: 'Internal server error' },
  overloaded: { status: 529, type: 'overloaded_error', message: 'Overloaded' },
}

function error(kind: FailureKind, detail: string): ErrorAnswer {
  const { status, type, message } = refusals[kind]
  const text = detail === '' ? message : `${message} ${detail}`
  return { status, body: { type: 'error', error: { type, message: text }, request_id: 'req_standin' } }
}

/** Anthropic's Messages (https://docs.claude.com/en/api/messages). */
export const anthropic: Protocol = {
  name: 'anthropic',
  keyHeader: 'x-api-key',
  matches: (path) => path.endsWith('/messages'),
  read({ body, headers }) {
    if (headers['anthropic-version'] === undefined) throw new BadRequest('anthropic-version: header is required')
    const parsed = parseBody(bodySchema, body)
    const chosen = parsed.tool_choice?.type === 'any' ? parsed.tools?.[0]?.name : parsed.tool_choice?.name
    const tool = parsed.tools?.find(({ name }) => name === chosen)
    const format = parsed.output_config?.format
    if (format !== undefined) checkStrict(format.schema)
    const turns = parsed.messages.map(({ role, content }) => ({ role, text: content }))
    return {
      model: parsed.model,
      stream: parsed.stream ?? false,
      turns: parsed.system === undefined ? turns : [{ role: 'system', text: parsed.system }, ...turns],
      schema: format?.schema ?? tool?.input_schema ?? null,
      tool: tool?.name ?? null,
      streamsUsage: true,
      maxOutputTokens: parsed.max_tokens,
    }
  },
  whole,
  frames,
  ping: eventLines('ping', { type: 'ping' }),
  error,
  errorFrame: (kind) => eventLines('error', error(kind, '').body),
}
