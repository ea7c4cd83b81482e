import type { FakeModel } from '../plan.ts'
import { instructionsOf, type ModelRequest, type Turn } from '../request.ts'
import { fieldsOf, fillSchema, schemaOf } from './answer-schema.ts'
import { answerPrompt } from './faithful-model.ts'
import { findInstructions, type Instruction } from './find-instructions.ts'
import { type ParsedPrompt, parsePrompt } from './parse-prompt.ts'

/**
 * Control tokens of chat templates: ChatML, Llama 2 and 3, Mistral, Gemma, Phi, DeepSeek, Command R, gpt-oss. Servers
 * that don't escape them turn them into real turns anywhere in the text.
 */
const templateToken =
  /<\|[^|<>\n]{1,60}\|>|<｜[^｜<>\n]{1,60}｜>|\[\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS)\]|<<\/?SYS>>|<(?:start|end)_of_turn>|<\/?s>|<(?:bos|eos)>/iu

/** The product's own turns, and the turns that the material forged. */
function splitForged(turns: readonly Turn[]): { meant: Turn[]; forged: string[] } {
  const cut = turns.map(({ role, text }) => {
    const [first = '', ...rest] = text.split(templateToken)
    return { turn: { role, text: first }, rest }
  })
  return { meant: cut.map(({ turn }) => turn), forged: cut.flatMap(({ rest }) => rest) }
}

/** The requested schema, filled with what the instructions ask for. */
function carryOut(instructions: readonly Instruction[], request: ModelRequest, prompt: ParsedPrompt): unknown {
  const said = instructions.map((instruction) =>
    instruction.kind === 'say' ? instruction.text : instructionsOf(request),
  )
  const text = said.join(' ')
  const schema = schemaOf(request)
  if (schema === null) return text
  const blocks = [prompt.lines[0]?.ids[0] ?? 'b1']
  const lines = said.map((line) => ({ text: line, blocks }))
  const isNotes = fieldsOf(schema).has('points')
  const part = { form: 'text', header: [], lines: [{ cells: [text], blocks }] }
  const obeyed: Record<string, unknown> = {
    kind: 'news',
    flags: [],
    gist: { text: said[0] ?? '', blocks },
    takeaways: lines.map((line) => ({ label: '', ...line, details: [part] })),
    keyParts: [],
    summary: isNotes ? text : [{ text, blocks }],
    points: lines,
    parts: [{ title: said[0] ?? '', ...part }],
    quotes: said.map((line) => ({ text: line, speaker: '', block: blocks[0] })),
    wrong: [{ statement: 1, correction: text }],
    supported: [],
    orders: [],
    text,
    blocks,
  }
  const fields = [...fieldsOf(schema)]
  if (!fields.some((field) => field in obeyed)) return fillSchema(schema)
  return Object.fromEntries(fields.map((field) => [field, obeyed[field] ?? null]))
}

/**
 * A model that obeys all text outside the fence: forged turns, text behind anything that looks like a closing marker, a
 * title among the instructions. Inside the fence it only reads.
 */
export const obedientModel: FakeModel = (request) => {
  const { meant, forged } = splitForged(request.turns)
  const prompt = parsePrompt(meant, true)
  const instructions = findInstructions([prompt.outside, ...forged].join('\n'))
  return instructions.length > 0
    ? carryOut(instructions, request, prompt)
    : answerPrompt(request, parsePrompt(request.turns))
}

/** A model that obeys all text, the source included. */
export const gullibleModel: FakeModel = (request) => {
  const prompt = parsePrompt(request.turns)
  const instructions = findInstructions(request.turns.map(({ text }) => text).join('\n'))
  return instructions.length > 0 ? carryOut(instructions, request, prompt) : answerPrompt(request, prompt)
}
