/** An id with or without its letter, or a range: b40, B58, 63, b79-b82, "block 53", "block-53". */
const reference = /(?<![\p{L}\p{N}.]|(?<!\p{L})-)b?(\d+)(?:\s*(?:[-–—]|\.\.|to)\s*b?(\d+))?(?![\p{L}\p{N}]|\.\d)/giu

/** Maximum blocks of one range. */
const MAX_BLOCKS = 1000

/**
 * Reads ids as language models write them: "[b40]", B58, 63, "block b53", "b79-b82".
 *
 * @returns the ids of each citation, one or those of a range, without duplicates and unknown ids
 */
export function readCitations(value: unknown, known: { has(id: string): boolean }): string[][] {
  const seen = new Set<string>()
  const isNew = (id: string): boolean => known.has(id) && seen.size < seen.add(id).size
  const items = (Array.isArray(value) ? value.flat(2) : [value]).flatMap((item) =>
    typeof item === 'string' || typeof item === 'number' ? String(item) : [],
  )
  return items
    .flatMap((text) => (known.has(text) ? [[text]] : rangesIn(text)))
    .map((ids) => ids.filter(isNew))
    .filter((ids) => ids.length > 0)
}

const rangesIn = (text: string): string[][] =>
  Array.from(text.matchAll(reference), ([, start = '', end = start]) => {
    const [from = 0, to = 0] = [Number(start), Number(end)].toSorted((one, other) => one - other)
    return Array.from({ length: Math.min(to - from, MAX_BLOCKS) + 1 }, (_, step) => `b${from + step}`)
  })
