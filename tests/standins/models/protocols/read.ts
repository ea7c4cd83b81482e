import { z } from 'zod'
import type { Turn } from '../request.ts'
import { BadRequest } from './protocol.ts'

/** A picture, as OpenAI's two protocols and Anthropic's write it. It has no text. */
const pictureSchema = z
  .union([
    z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string().startsWith('data:image/') }) }),
    z.object({ type: z.literal('input_image'), image_url: z.string().startsWith('data:image/') }),
    z.object({
      type: z.literal('image'),
      source: z.object({ type: z.literal('base64'), media_type: z.string(), data: z.base64() }),
    }),
  ])
  .transform(() => ({ text: '' }))

const contentSchema = z
  .union([z.string(), z.array(z.union([z.object({ text: z.string() }), pictureSchema]))])
  .transform((content) => (typeof content === 'string' ? content : content.map(({ text }) => text).join('\n')))

/** Text of a message in any of its notations. */
export const textOf = contentSchema

/** A message in the vendors' format; `developer` is OpenAI's newer name for `system`. */
export const messageSchema = z
  .object({ role: z.enum(['system', 'developer', 'user', 'assistant']), content: contentSchema })
  .transform(({ role, content }): Turn => ({ role: role === 'developer' ? 'system' : role, text: content }))

/** Parses a body, or fails like the vendors, with the name of the first invalid field. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new BadRequest(`Invalid request: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

const objectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
})
const arraySchema = z.looseObject({ type: z.literal('array'), items: z.unknown() })

const MAX_DEPTH = 12

/**
 * Rejects schemas that strict structured output rejects: objects that allow additional properties, or don't require all
 * of theirs (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas).
 */
export function checkStrict(schema: unknown, where = 'schema', depth = 0): void {
  if (depth > MAX_DEPTH) throw new BadRequest(`Invalid schema: ${where} is nested too deep.`)
  const list = arraySchema.safeParse(schema)
  if (list.success) checkStrict(list.data.items, `${where}.items`, depth + 1)
  const object = objectSchema.safeParse(schema)
  if (!object.success) return
  const { properties, required = [], additionalProperties } = object.data
  if (additionalProperties !== false) {
    throw new BadRequest(`Invalid schema: 'additionalProperties' is required to be false in ${where}.`)
  }
  for (const [name, inner] of Object.entries(properties)) {
    if (!required.includes(name)) throw new BadRequest(`Invalid schema: 'required' misses '${name}' in ${where}.`)
    checkStrict(inner, `${where}.${name}`, depth + 1)
  }
}
