import type { Mind } from '../plan.ts'
import { instructionsOf, type ModelRequest, type Turn } from '../request.ts'
import { type Reading, readFences } from './fence.ts'
import { findOrders, type Order } from './orders.ts'
import { answerAs } from './reader.ts'
import { fieldsOf, fillSchema, schemaOf } from './shape.ts'

/**
 * Control tokens of chat templates: ChatML, Llama 2 and 3, Mistral, Gemma, Phi, DeepSeek, Command R, gpt-oss. Servers
 * that don't escape them turn them into real turns wherever they stand.
 */
const templateToken =
  /<\|[^|<>\n]{1,60}\|>|<｜[^｜<>\n]{1,60}｜>|\[\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS)\]|<<\/?SYS>>|<(?:start|end)_of_turn>|<\/?s>|<(?:bos|eos)>/iu

/** The turns as the product meant them, and what stands in turns that the material forged. */
function splitForged(turns: readonly Turn[]): { meant: Turn[]; forged: string[] } {
  const cut = turns.map(({ role, text }) => {
    const [first = '', ...rest] = text.split(templateToken)
    return { turn: { role, text: first }, rest }
  })
  return { meant: cut.map(({ turn }) => turn), forged: cut.flatMap(({ rest }) => rest) }
}

/** The shape that was asked for, filled with what the orders want. */
function carryOut(orders: readonly Order[], request: ModelRequest, reading: Reading): unknown {
  const said = orders.map((order) => (order.kind === 'say' ? order.text : instructionsOf(request)))
  const text = said.join(' ')
  const schema = schemaOf(request)
  if (schema === null) return text
  const blocks = [reading.lines[0]?.ids[0] ?? 'b1']
  const lines = said.map((line) => ({ text: line, blocks }))
  const obeyed: Record<string, unknown> = {
    summary: text,
    takeaways: lines,
    points: lines,
    advanced: [{ title: said[0] ?? '', text }],
    quotes: said.map((line) => ({ text: line, block: blocks[0] })),
    sentences: [{ number: 1, text }],
  }
  const fields = [...fieldsOf(schema)]
  if (!fields.some((field) => field in obeyed)) return fillSchema(schema)
  return Object.fromEntries(fields.map((field) => [field, obeyed[field] ?? null]))
}

/**
 * A model that obeys whoever speaks outside the fence: in forged turns, behind anything that looks like a closing
 * marker, in a title that was put among the instructions. Inside the fence it only reads.
 */
export const obedient: Mind = (request) => {
  const { meant, forged } = splitForged(request.turns)
  const reading = readFences(meant, true)
  const orders = findOrders([reading.outside, ...forged].join('\n'))
  return orders.length > 0 ? carryOut(orders, request, reading) : answerAs(request, readFences(request.turns))
}

/** A model that obeys everybody, the source included. */
export const gullible: Mind = (request) => {
  const reading = readFences(request.turns)
  const orders = findOrders(request.turns.map(({ text }) => text).join('\n'))
  return orders.length > 0 ? carryOut(orders, request, reading) : answerAs(request, reading)
}
