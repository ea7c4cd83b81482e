import { type Dialect, jsonSchemaOf, withSchemaInWords } from './dialect.ts'
import { estimateTokens, type TokenEstimate } from './estimate-tokens.ts'
import type { ModelCall } from './model.ts'
import type { ProviderModel, StreamOptions } from './provider-model.ts'

/** One try, ready to be sent. */
export interface ModelRequest {
  /** As the AI SDK takes it. */
  options: StreamOptions
  /** Everything that is sent, as one text. */
  material: string
  sent: TokenEstimate
  /** Longest answer, in tokens, thinking included; undefined where that is left to the server. */
  maxOutputTokens: number | undefined
}

/** Tokens for an answer, with room for thinking as far as the window has it. */
function outputLimit(
  model: ProviderModel,
  limit: Dialect['limit'],
  asked: number,
  sent: TokenEstimate,
): number | undefined {
  if (limit === 'none') return undefined
  if (limit === 'exact') return asked
  return asked + Math.max(0, Math.min(model.thinkingTokens, model.windowTokens - sent.likely - asked))
}

/**
 * Puts a call into the request that a model is sent.
 *
 * @param maxOutputTokens longest answer, without room for thinking
 * @throws Error for a schema that JSON schema cannot express
 */
export function prepareRequest<T>(
  model: ProviderModel,
  call: ModelCall<T>,
  dialect: Dialect,
  maxOutputTokens: number,
): ModelRequest {
  const schema = jsonSchemaOf(call.schema)
  const instructions = dialect.words ? withSchemaInWords(call.instructions, schema) : call.instructions
  const material = `${instructions}\n${call.prompt}`
  const sent = estimateTokens(material)
  const limit = outputLimit(model, dialect.limit, maxOutputTokens, sent)
  const shape = dialect.format === 'schema' ? { name: call.schemaName, schema } : {}
  return {
    material,
    sent,
    maxOutputTokens: limit,
    options: {
      prompt: [
        { role: 'system', content: instructions },
        { role: 'user', content: [{ type: 'text', text: call.prompt }] },
      ],
      responseFormat: dialect.format === 'text' ? { type: 'text' } : { type: 'json', ...shape },
      maxOutputTokens: limit,
      reasoning: dialect.reasoning ? 'low' : undefined,
      providerOptions: model.providerOptions,
    },
  }
}
