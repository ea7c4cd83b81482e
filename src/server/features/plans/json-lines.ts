/** Where the values of a JSON text begin, by their path in dots ("plans.0.price"). */
export interface JsonLines {
  lines: ReadonlyMap<string, number>
  /** Paths of values that stand more than once; the last one counts. */
  repeated: readonly string[]
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:\n]|[^\s{}[\],:"]+/g

interface Open {
  isList: boolean
  /** Of the value that comes next; null in an object whose next key has not been read. */
  key: string | null
}

/**
 * Finds the lines of the values of a text, counted from 1.
 *
 * @param text valid JSON (RFC 8259)
 */
export function findJsonLines(text: string): JsonLines {
  const lines = new Map<string, number>()
  const repeated: string[] = []
  const open: Open[] = []
  let line = 1
  for (const [token] of text.matchAll(tokens)) {
    const inner = open.at(-1)
    if (token === '\n') line += 1
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && inner !== undefined) inner.key = inner.isList ? String(Number(inner.key) + 1) : null
    else if (inner !== undefined && inner.key === null) inner.key = String(JSON.parse(token))
    else if (token !== ':') {
      const path = open.map(({ key }) => key).join('.')
      if (lines.has(path)) repeated.push(path)
      lines.set(path, line)
      if (token === '{') open.push({ isList: false, key: null })
      if (token === '[') open.push({ isList: true, key: '0' })
    }
  }
  return { lines, repeated }
}

/** The line of a value, or of the nearest one that it would stand in. */
export function lineOf({ lines }: JsonLines, path: string): number {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const line = lines.get(at)
    if (line !== undefined) return line
  }
  return 1
}
