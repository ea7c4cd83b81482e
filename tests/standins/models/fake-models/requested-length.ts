export interface RequestedLength {
  least: number
  most: number
  unit: 'words' | 'characters'
}

/** Default length. */
const usual: Readonly<Record<string, RequestedLength>> = {
  summary: { least: 100, most: 180, unit: 'words' },
  parts: { least: 500, most: 900, unit: 'words' },
  takeaways: { least: 5, most: 6, unit: 'words' },
  points: { least: 3, most: 6, unit: 'words' },
  quotes: { least: 3, most: 4, unit: 'words' },
}

/** The length of details, in the line on takeaways. */
const details = /(?<=^- takeaways: .*)details: \d.*/mu

/** Whether the instructions ask for details below takeaways. */
export const asksForDetails = (instructions: string): boolean => details.test(instructions)

/** Parses the length of a field from its line in the instructions: "- summary: 20 to 40 words". */
export function requestedLength(instructions: string, field: string): RequestedLength {
  const own = instructions.split('\n').find((each) => each.startsWith(`- ${field}:`)) ?? ''
  // Details below takeaways share the length of the parts.
  const line = field === 'parts' ? (details.exec(instructions)?.[0] ?? own) : own
  if (line.includes(': none,')) return { least: 0, most: 0, unit: 'words' }
  const [, least, most] = /(?:\b(\d+) to |\bat most )(\d+)\b/.exec(line) ?? []
  const standard = usual[field] ?? { least: 1, most: 1, unit: 'words' as const }
  if (most === undefined) return standard
  return {
    least: Number(least ?? 1),
    most: Number(most),
    unit: /\d characters\b/.test(line) ? 'characters' : 'words',
  }
}
