import { z } from 'zod'
import { openAiError, openAiErrorAnswer } from './openai-errors.ts'
import { dataLine, type Frame, inputTokens, outputTokens, type Protocol, type Said } from './protocol.ts'
import { checkStrict, messageSchema, parseBody } from './read.ts'

const bodySchema = z.looseObject({
  model: z.string(),
  messages: z.array(messageSchema).min(1),
  stream: z.boolean().optional(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).optional(),
  max_tokens: z.int().min(1).optional(),
  max_completion_tokens: z.int().min(1).optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('json_object') }),
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.object({
          name: z.string().regex(/^[\w-]{1,64}$/),
          schema: z.unknown(),
          strict: z.boolean().optional(),
        }),
      }),
    ])
    .optional(),
})

const head = ({ asked }: Said, object: string) => ({
  id: 'chatcmpl-standin',
  object,
  created: Math.floor(Date.now() / 1000),
  model: asked.model,
})

const finishReasons = { done: 'stop', length: 'length', refused: 'stop', filtered: 'content_filter' } as const

function usageOf(said: Said) {
  const [prompt, completion] = [inputTokens(said), outputTokens(said)]
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

function* frames(said: Said): Generator<Frame> {
  const { answer, asked, pieces } = said
  const chunk = (delta: Record<string, unknown>, finish_reason: string | null = null): string =>
    dataLine({ ...head(said, 'chat.completion.chunk'), choices: [{ index: 0, delta, logprobs: null, finish_reason }] })
  yield { piece: false, text: chunk({ role: 'assistant', content: '' }) }
  if (answer.thinking !== '') yield { piece: false, text: chunk({ reasoning_content: answer.thinking }) }
  const field = answer.stop === 'refused' ? 'refusal' : 'content'
  for (const piece of pieces) yield { piece: true, text: chunk({ [field]: piece }) }
  yield { piece: false, text: chunk({}, finishReasons[answer.stop]) }
  if (asked.streamsUsage && answer.usage !== null) {
    const last = { ...head(said, 'chat.completion.chunk'), choices: [], usage: usageOf(said) }
    yield { piece: false, text: dataLine(last) }
  }
  yield { piece: false, text: 'data: [DONE]\n\n' }
}

function whole(said: Said): unknown {
  const { stop, text, thinking, usage } = said.answer
  const message = {
    role: 'assistant',
    content: stop === 'refused' ? null : text,
    refusal: stop === 'refused' ? text : null,
    ...(thinking === '' ? {} : { reasoning_content: thinking }),
  }
  return {
    ...head(said, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReasons[stop] }],
    ...(usage === null ? {} : { usage: usageOf(said) }),
  }
}

/**
 * OpenAI's chat completions, which most other servers support as well
 * (https://platform.openai.com/docs/api-reference/chat).
 */
export const openAiChat: Protocol = {
  name: 'openai-chat',
  keyHeader: 'authorization',
  matches: (path) => path.endsWith('/chat/completions'),
  read({ body }) {
    const parsed = parseBody(bodySchema, body)
    const format = parsed.response_format
    const schema = format?.type === 'json_schema' ? format.json_schema : null
    if (schema?.strict === true) checkStrict(schema.schema)
    return {
      model: parsed.model,
      stream: parsed.stream ?? false,
      turns: parsed.messages,
      schema: schema?.schema ?? null,
      tool: null,
      streamsUsage: parsed.stream_options?.include_usage ?? false,
      maxOutputTokens: parsed.max_completion_tokens ?? parsed.max_tokens ?? null,
    }
  },
  whole,
  frames,
  ping: ': processing\n\n',
  error: openAiErrorAnswer,
  errorFrame: (kind) => dataLine({ error: openAiError(kind, '').error }),
}
