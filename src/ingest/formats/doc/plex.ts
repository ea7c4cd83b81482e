import type { Bytes } from './bytes.ts'
import type { Place } from './fib.ts'

/** An entry of a table that ties data to character positions. */
export interface PlexEntry {
  start: number
  end: number
  data: Bytes
}

/** Reads a PLC ([MS-DOC] 2.2.2): positions first, one more than entries, then the data of each. */
export function readPlex(tables: Bytes, { at, length }: Place, dataBytes: number): PlexEntry[] {
  const plex = tables.slice(at, length)
  const count = Math.floor((plex.length - 4) / (4 + dataBytes))
  const entries: PlexEntry[] = []
  for (let index = 0; index < count; index += 1) {
    entries.push({
      start: plex.u32(4 * index),
      end: plex.u32(4 * index + 4),
      data: plex.slice(4 * (count + 1) + dataBytes * index, dataBytes),
    })
  }
  return entries
}
