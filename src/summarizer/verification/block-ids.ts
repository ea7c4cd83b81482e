/** An id with or without its letter, or a range: b40, B58, 63, b79-b82, "block 53", "block-53". */
const reference = /(?<![\p{L}\p{N}.]|(?<!\p{L})-)b?0*(\d+)(?:\s*(?:[-–—]|\.\.|to)\s*b?0*(\d+))?(?![\p{L}\p{N}]|\.\d)/giu

/** Most blocks of one range. */
const MOST_BLOCKS = 1000

/** Reads ids as language models write them: "[b40]", B58, 63, "block b53", "b79-b82". Drops ids that are not known. */
export function readBlockIds(value: unknown, known: { has(id: string): boolean }): string[] {
  const ids = new Set<string>()
  for (const item of Array.isArray(value) ? value.flat(2) : [value]) {
    if (typeof item !== 'string' && typeof item !== 'number') continue
    const text = String(item)
    if (known.has(text)) ids.add(text)
    else for (const id of idsIn(text)) if (known.has(id)) ids.add(id)
  }
  return [...ids]
}

function* idsIn(text: string): Generator<string> {
  for (const [, start = '', end = start] of text.matchAll(reference)) {
    const [from = 0, to = 0] = [Number(start), Number(end)].toSorted((one, other) => one - other)
    for (let at = from; at <= Math.min(to, from + MOST_BLOCKS); at += 1) yield `b${at}`
  }
}
