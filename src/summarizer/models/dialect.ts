import { z } from 'zod'

/** Features of a request. Servers support different ones, so rejected requests are repeated in a plainer dialect. */
export interface Dialect {
  /** Requested format of the answer: a JSON schema, any JSON, or none. */
  format: 'schema' | 'json' | 'text'
  /** Whether the instructions contain the schema as well. */
  words: boolean
  /** Whether the request limits reasoning. */
  reasoning: boolean
  /** Longest answer: with tokens for thinking, exact, or left to the server. */
  limit: 'roomy' | 'exact' | 'none'
}

const aboutFormat =
  /response_?format|json_?schema|json_?object|structured[ _]?outputs?|output_?(?:format|config)|text\.format|response_?(?:mime_?type|schema)|grammar|guided|schema/iu
const aboutReasoning = /reasoning|thinking|effort/iu
const aboutLimit = /max_?(?:completion_?|output_?|new_?)?tokens|maximum (?:number of )?(?:output|completion) tokens/iu

export const namesLimit = (complaint: string): boolean => aboutLimit.test(complaint)

/** A plainer dialect after a rejected request; null if the error names no feature that can be dropped. */
export function plainer(dialect: Dialect, complaint: string): Dialect | null {
  if (dialect.reasoning && aboutReasoning.test(complaint)) return { ...dialect, reasoning: false }
  if (dialect.limit !== 'none' && namesLimit(complaint)) {
    return { ...dialect, limit: dialect.limit === 'roomy' ? 'exact' : 'none' }
  }
  if (dialect.format !== 'text' && aboutFormat.test(complaint)) {
    return { ...dialect, format: dialect.format === 'schema' ? 'json' : 'text', words: true }
  }
  return null
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** JSON schema as providers accept it: draft 7, every object closed, every field required. Throws if impossible. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type !== 'object') return
      jsonSchema.additionalProperties ??= false
      // Fields that may be missing in what is read are required of the model all the same.
      if (jsonSchema.properties !== undefined) jsonSchema.required = Object.keys(jsonSchema.properties)
    },
  })
}

export function withSchemaInWords(instructions: string, schema: JsonSchema): string {
  return `${instructions}\n\nAnswer with one JSON object and nothing else: no introduction, no code fence. It has to fit this JSON schema:\n${JSON.stringify(schema)}`
}
