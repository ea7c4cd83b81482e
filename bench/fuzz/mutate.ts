import type { Random } from './random.ts'

/** Changes bytes in one way. */
type Mutation = (bytes: Buffer, random: Random) => Buffer

/** Boundary values of numeric fields. */
const edges = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]
const numbers = [
  '0',
  '-1',
  '1',
  '65536',
  '2147483648',
  '4294967295',
  '99999999999999999999',
  '1e308',
  'NaN',
  '0.0000001',
]

/** Tokens that readers of markup, PDF and transcripts look for. */
const tokens = [
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '<![CDATA[',
  ']]>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '&b;',
  '&#0;',
  '&#x110000;',
  '<table><tr><td>',
  '<script>',
  '<w:p><w:r>',
  '<w:tbl>',
  'stream\n',
  'endstream',
  'endobj',
  '1 0 R',
  '<<',
  '>>',
  '[',
  '(',
  'BT',
  '00:00:00.000 --> 99:99:99.999',
  '\u0000',
  '\ufeff',
  '\u202e',
  '\ud800',
  '../../../../etc/passwd',
  '%00',
]

const MAX_BLOCK = 512

const join = (...parts: Uint8Array[]): Buffer => Buffer.concat(parts)

function block(bytes: Buffer, random: Random): { from: number; to: number } {
  const from = random.below(bytes.length + 1)
  return { from, to: Math.min(bytes.length, from + 1 + random.below(MAX_BLOCK)) }
}

const flip: Mutation = (bytes, random) => {
  const changed = Buffer.from(bytes)
  for (let left = 1 + random.below(8); left > 0; left -= 1) {
    const at = random.below(changed.length)
    changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8))
  }
  return changed
}

const overwrite: Mutation = (bytes, random) => {
  const changed = Buffer.from(bytes)
  const { from, to } = block(changed, random)
  return changed.fill(random.pick([0, 0xff, 0x20, 0x41]), from, to)
}

const cut: Mutation = (bytes, random) => Buffer.from(bytes.subarray(0, random.below(bytes.length)))

const remove: Mutation = (bytes, random) => {
  const { from, to } = block(bytes, random)
  return join(bytes.subarray(0, from), bytes.subarray(to))
}

const repeat: Mutation = (bytes, random) => {
  const { from, to } = block(bytes, random)
  const copies = Array.from({ length: 1 + random.below(random.chance(0.05) ? 500 : 6) }, () => bytes.subarray(from, to))
  return join(bytes.subarray(0, to), ...copies, bytes.subarray(to))
}

const move: Mutation = (bytes, random) => {
  const { from, to } = block(bytes, random)
  const rest = join(bytes.subarray(0, from), bytes.subarray(to))
  const at = random.below(rest.length + 1)
  return join(rest.subarray(0, at), bytes.subarray(from, to), rest.subarray(at))
}

const setField: Mutation = (bytes, random) => {
  const changed = Buffer.from(bytes)
  const width = random.pick([1, 2, 4] as const)
  if (changed.length < width) return changed
  const at = random.below(changed.length - width + 1)
  const value = random.pick(edges) & (width === 4 ? 0xffffffff : 2 ** (8 * width) - 1)
  if (random.chance(0.7)) changed.writeUIntLE(value >>> 0, at, width)
  else changed.writeUIntBE(value >>> 0, at, width)
  return changed
}

/** Replaces a decimal number with an extreme one. */
const setNumber: Mutation = (bytes, random) => {
  const isDigit = (at: number): boolean => (bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x39
  let from = random.below(bytes.length)
  while (from < bytes.length && !isDigit(from)) from += 1
  let to = from
  while (to < bytes.length && isDigit(to)) to += 1
  return join(bytes.subarray(0, from), Buffer.from(random.pick(numbers)), bytes.subarray(to))
}

const insertToken: Mutation = (bytes, random) => {
  const at = random.below(bytes.length + 1)
  const token = random.pick(tokens).repeat(random.chance(0.05) ? 1 + random.below(2000) : 1)
  return join(bytes.subarray(0, at), Buffer.from(token), bytes.subarray(at))
}

const mutations = [flip, flip, overwrite, cut, remove, repeat, move, setField, setField, setNumber, insertToken]

/** Joins the beginning of one file and the end of another. */
function splice(bytes: Buffer, other: Uint8Array, random: Random): Buffer {
  return join(bytes.subarray(0, random.below(bytes.length + 1)), other.subarray(random.below(other.length + 1)))
}

const MAX_BYTES = 4 * 1024 * 1024

/**
 * Changes bytes in one to five ways: bits, blocks, numbers, tokens, and parts of other bytes.
 *
 * @param others what may be spliced in
 */
export function mutate(bytes: Uint8Array, others: readonly Uint8Array[], random: Random): Buffer {
  let changed: Buffer = Buffer.from(bytes)
  for (let left = 1 + random.below(5); left > 0 && changed.length > 0; left -= 1) {
    changed =
      random.chance(0.08) && others.length > 0
        ? splice(changed, random.pick(others), random)
        : random.pick(mutations)(changed, random)
  }
  return changed.subarray(0, MAX_BYTES)
}
