import { z } from 'zod'

/**
 * How a model is asked. Servers differ in what they understand, so a model that turns down the best way is asked in
 * a plainer one.
 */
export interface Dialect {
  /** How the shape of the answer is asked for: by JSON schema, as any JSON, or not at all. */
  format: 'schema' | 'json' | 'text'
  /** Whether the instructions hold the schema as well. */
  words: boolean
  /** Whether little thinking is asked for. */
  reasoning: boolean
  /** Longest answer: with room for thinking, as called for, or left to the server. */
  limit: 'roomy' | 'exact' | 'none'
}

const aboutFormat =
  /response_?format|json_?schema|json_?object|structured[ _]?outputs?|output_?(?:format|config)|text\.format|response_?(?:mime_?type|schema)|grammar|guided|schema/iu
const aboutReasoning = /reasoning|thinking|effort/iu
const aboutLimit = /max_?(?:completion_?|output_?|new_?)?tokens|maximum (?:number of )?(?:output|completion) tokens/iu

/** Whether a complaint is about the longest length of the answer. */
export const namesLimit = (complaint: string): boolean => aboutLimit.test(complaint)

/**
 * A plainer way to ask, after a server turned a request down; null when its complaint names nothing that can be left
 * out.
 */
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

/**
 * The JSON schema of an answer as providers take it: draft 7, every object closed.
 *
 * @throws Error for a schema that JSON schema cannot express
 */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object' && jsonSchema.additionalProperties === undefined) {
        jsonSchema.additionalProperties = false
      }
    },
  })
}

/** The instructions with the schema of the answer in words. */
export function withSchemaInWords(instructions: string, schema: JsonSchema): string {
  return `${instructions}\n\nAnswer with one JSON object and nothing else: no introduction, no code fence. It has to fit this JSON schema:\n${JSON.stringify(schema)}`
}
