import { z } from 'zod'
import type { ModelRequest } from '../request.ts'

const nodeSchema = z.looseObject({
  type: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
})
type Node = z.infer<typeof nodeSchema>

function parseNode(value: unknown): Node | null {
  const parsed = nodeSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** A schema inside the instructions, for servers without structured output. */
function writtenSchema(text: string): Node | null {
  for (const line of text.split('\n')) {
    if (!line.startsWith('{') || !line.includes('"properties"')) continue
    try {
      return parseNode(JSON.parse(line))
    } catch {
      // A line of the source that only looks like a schema.
    }
  }
  return null
}

/** The answer's schema; null if the request has none. */
export function schemaOf(request: Pick<ModelRequest, 'schema' | 'turns'>): Node | null {
  if (request.schema !== null) return parseNode(request.schema)
  return writtenSchema(request.turns.map(({ text }) => text).join('\n'))
}

/** Names of an answer's fields. */
export function fieldsOf(schema: Node | null): ReadonlySet<string> {
  return new Set(Object.keys(schema?.properties ?? {}))
}

const MAX_DEPTH = 8

/** Any value that fits a schema: first alternatives, lists of one item. */
export function fillSchema(schema: unknown, depth = 0): unknown {
  const node = parseNode(schema)
  if (node === null || depth > MAX_DEPTH) return null
  if (node.const !== undefined) return node.const
  if (node.enum !== undefined) return node.enum[0]
  if (node.anyOf !== undefined) return fillSchema(node.anyOf[0], depth + 1)
  switch (node.type) {
    case 'object': {
      const fields = Object.entries(node.properties ?? {})
      return Object.fromEntries(fields.map(([name, inner]) => [name, fillSchema(inner, depth + 1)]))
    }
    case 'array':
      return [fillSchema(node.items, depth + 1)]
    case 'string':
      return 'Some text.'
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case undefined:
    default:
      return null
  }
}
