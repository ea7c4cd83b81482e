import { z } from 'zod'
import { openAiError, openAiErrorAnswer } from './openai-errors.ts'
import { eventLines, type Frame, inputTokens, outputTokens, type Protocol, type Said } from './protocol.ts'
import { checkStrict, messageSchema, parseBody } from './read.ts'

const bodySchema = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(messageSchema)]),
  instructions: z.string().nullish(),
  stream: z.boolean().optional(),
  max_output_tokens: z.int().min(16).nullish(),
  text: z
    .looseObject({
      format: z
        .discriminatedUnion('type', [
          z.object({ type: z.literal('text') }),
          z.object({ type: z.literal('json_object') }),
          z.looseObject({
            type: z.literal('json_schema'),
            name: z.string().regex(/^[\w-]{1,64}$/),
            schema: z.unknown(),
            strict: z.boolean().nullish(),
          }),
        ])
        .optional(),
    })
    .optional(),
})

const messageId = 'msg_standin'

function usageOf(said: Said) {
  const [input, output] = [inputTokens(said), outputTokens(said)]
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  }
}

const incompleteReasons = {
  done: null,
  refused: null,
  length: 'max_output_tokens',
  filtered: 'content_filter',
} as const

function outputOf({ answer: { stop, text, thinking } }: Said) {
  const part = stop === 'refused' ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] }
  const message = { id: messageId, type: 'message', status: 'completed', role: 'assistant', content: [part] }
  const summary = [{ type: 'summary_text', text: thinking }]
  return thinking === '' ? [message] : [{ id: 'rs_standin', type: 'reasoning', summary }, message]
}

function responseOf(said: Said, finished: boolean) {
  const reason = incompleteReasons[said.answer.stop]
  const base = {
    id: 'resp_standin',
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    model: said.asked.model,
    error: null,
  }
  if (!finished) return { ...base, status: 'in_progress', incomplete_details: null, output: [], usage: null }
  return {
    ...base,
    status: reason === null ? 'completed' : 'incomplete',
    incomplete_details: reason === null ? null : { reason },
    output: outputOf(said),
    usage: said.answer.usage === null ? null : usageOf(said),
  }
}

/** https://platform.openai.com/docs/api-reference/responses-streaming */
function* frames(said: Said): Generator<Frame> {
  const { answer, pieces } = said
  let sequence = 0
  const frame = (type: string, fields: Record<string, unknown>, piece = false): Frame => {
    const text = eventLines(type, { type, sequence_number: sequence, ...fields })
    sequence += 1
    return { piece, text }
  }
  yield frame('response.created', { response: responseOf(said, false) })
  yield frame('response.in_progress', { response: responseOf(said, false) })
  const output = outputOf(said)
  for (const [output_index, item] of output.entries()) {
    const started = item.type === 'message' ? { ...item, status: 'in_progress', content: [] } : { ...item, summary: [] }
    yield frame('response.output_item.added', { output_index, item: started })
    if (item.type === 'message') {
      const at = { item_id: messageId, output_index, content_index: 0 }
      const refused = answer.stop === 'refused'
      const [part] = 'content' in item ? item.content : []
      const empty = refused ? { type: 'refusal', refusal: '' } : { type: 'output_text', text: '', annotations: [] }
      yield frame('response.content_part.added', { ...at, part: empty })
      const kind = refused ? 'response.refusal' : 'response.output_text'
      for (const delta of pieces)
        yield frame(`${kind}.delta`, { ...at, delta, ...(refused ? {} : { logprobs: [] }) }, true)
      yield frame(`${kind}.done`, { ...at, [refused ? 'refusal' : 'text']: answer.text })
      yield frame('response.content_part.done', { ...at, part })
    } else {
      const at = { item_id: item.id, output_index, summary_index: 0 }
      yield frame('response.reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } })
      yield frame('response.reasoning_summary_text.delta', { ...at, delta: answer.thinking })
      yield frame('response.reasoning_summary_text.done', { ...at, text: answer.thinking })
      yield frame('response.reasoning_summary_part.done', {
        ...at,
        part: { type: 'summary_text', text: answer.thinking },
      })
    }
    yield frame('response.output_item.done', { output_index, item })
  }
  const ending = incompleteReasons[answer.stop] === null ? 'response.completed' : 'response.incomplete'
  yield frame(ending, { response: responseOf(said, true) })
}

/** OpenAI's Responses (https://platform.openai.com/docs/api-reference/responses). */
export const openAiResponses: Protocol = {
  name: 'openai-responses',
  keyHeader: 'authorization',
  matches: (path) => path.endsWith('/responses'),
  read({ body }) {
    const parsed = parseBody(bodySchema, body)
    const format = parsed.text?.format
    if (format?.type === 'json_schema' && format.strict !== false) checkStrict(format.schema)
    const { input, instructions } = parsed
    const turns = typeof input === 'string' ? [{ role: 'user' as const, text: input }] : input
    return {
      model: parsed.model,
      stream: parsed.stream ?? false,
      turns: typeof instructions === 'string' ? [{ role: 'system', text: instructions }, ...turns] : turns,
      schema: format?.type === 'json_schema' ? format.schema : null,
      tool: null,
      streamsUsage: true,
      maxOutputTokens: parsed.max_output_tokens ?? null,
    }
  },
  whole: (said) => responseOf(said, true),
  frames,
  ping: ': processing\n\n',
  error: openAiErrorAnswer,
  errorFrame(kind) {
    const { code, message } = openAiError(kind, '').error
    return eventLines('error', { type: 'error', sequence_number: 1_000_000, code, message, param: null })
  },
}
