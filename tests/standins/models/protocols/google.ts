import { z } from 'zod'
import type { FailureKind } from '../plan.ts'
import {
  dataLine,
  type ErrorAnswer,
  type Frame,
  inputTokens,
  outputTokens,
  type Protocol,
  type Said,
} from './protocol.ts'
import { parseBody } from './read.ts'

const contentSchema = z.object({
  role: z.enum(['user', 'model']).optional(),
  parts: z
    .array(
      z.union([
        z.looseObject({ text: z.string() }),
        z.object({ inlineData: z.object({ mimeType: z.string(), data: z.base64() }) }).transform(() => ({ text: '' })),
      ]),
    )
    .min(1),
})

const bodySchema = z.looseObject({
  contents: z.array(contentSchema).min(1),
  systemInstruction: contentSchema.optional(),
  generationConfig: z
    .looseObject({
      maxOutputTokens: z.int().min(1).optional(),
      responseMimeType: z.string().optional(),
      responseJsonSchema: z.unknown().optional(),
      responseSchema: z.unknown().optional(),
    })
    .optional(),
})

const address = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/

const textOf = ({ parts }: z.infer<typeof contentSchema>): string => parts.map(({ text }) => text).join('\n')

function usageOf(said: Said) {
  const [prompt, candidates] = [inputTokens(said), outputTokens(said)]
  return { promptTokenCount: prompt, candidatesTokenCount: candidates, totalTokenCount: prompt + candidates }
}

const finishReasons = { done: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY', filtered: 'PROHIBITED_CONTENT' } as const

interface Part {
  text: string
  thought?: boolean
}

function responseOf(said: Said, parts: readonly Part[], last: boolean): unknown {
  const { answer, asked } = said
  const base = { modelVersion: asked.model, responseId: 'standin' }
  const usage = answer.usage === null ? {} : { usageMetadata: usageOf(said) }
  // The response to a blocked prompt has no candidate.
  if (answer.stop === 'filtered') return { ...base, ...usage, promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }
  const content = parts.length === 0 ? {} : { content: { role: 'model', parts } }
  const candidate = { ...content, index: 0, ...(last ? { finishReason: finishReasons[answer.stop] } : {}) }
  return { ...base, candidates: [candidate], ...usage }
}

const thoughts = ({ answer }: Said): Part[] =>
  answer.thinking === '' ? [] : [{ text: answer.thinking, thought: true }]

function* frames(said: Said): Generator<Frame> {
  if (said.answer.stop === 'done' || said.answer.stop === 'length') {
    for (const part of thoughts(said)) yield { piece: false, text: dataLine(responseOf(said, [part], false)) }
    for (const text of said.pieces) yield { piece: true, text: dataLine(responseOf(said, [{ text }], false)) }
  }
  yield { piece: false, text: dataLine(responseOf(said, [], true)) }
}

// https://ai.google.dev/gemini-api/docs/troubleshooting
const refusals: Readonly<Record<FailureKind, { code: number; status: string; message: string }>> = {
  bad_request: { code: 400, status: 'INVALID_ARGUMENT', message: 'Request contains an invalid argument.' },
  unauthorized: { code: 400, status: 'INVALID_ARGUMENT', message: 'API key not valid. Please pass a valid API key.' },
  unknown_model: { code: 404, status: 'NOT_FOUND', message: 'The model is not found for API version v1beta.' },
  too_long: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  },
  rate_limited: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Resource has been exhausted (e.g. check quota).' },
  out_of_quota: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota.' },
  server_error: { code: 500, status: 'INTERNAL', message: 'An internal error has occurred.' },
  overloaded: { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' },
}

function error(kind: FailureKind, detail: string): ErrorAnswer {
  const { code, status, message } = refusals[kind]
  return { status: code, body: { error: { code, status, message: detail === '' ? message : `${message} ${detail}` } } }
}

/** Google's generateContent (https://ai.google.dev/api/generate-content). */
export const google: Protocol = {
  name: 'google',
  keyHeader: 'x-goog-api-key',
  matches: (path) => address.test(path),
  read({ body, url }) {
    const parsed = parseBody(bodySchema, body)
    const [, model = '', method] = address.exec(url.pathname) ?? []
    const turns = parsed.contents.map((content) => ({
      role: content.role === 'model' ? ('assistant' as const) : ('user' as const),
      text: textOf(content),
    }))
    const system = parsed.systemInstruction
    return {
      model,
      stream: method === 'streamGenerateContent',
      turns: system === undefined ? turns : [{ role: 'system', text: textOf(system) }, ...turns],
      schema: parsed.generationConfig?.responseJsonSchema ?? parsed.generationConfig?.responseSchema ?? null,
      tool: null,
      streamsUsage: true,
      maxOutputTokens: parsed.generationConfig?.maxOutputTokens ?? null,
    }
  },
  whole: (said) => {
    const refused = said.answer.stop === 'refused' || said.answer.stop === 'filtered'
    return responseOf(said, refused ? [] : [...thoughts(said), { text: said.answer.text }], true)
  },
  frames,
  ping: ': processing\n\n',
  error,
  errorFrame: (kind) => dataLine(error(kind, '').body),
}
