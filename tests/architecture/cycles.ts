/** Imports of each file. */
export type Graph = ReadonlyMap<string, readonly string[]>

/** Returns the shortest path from a file back to itself, including both ends, or null. */
function wayBack(graph: Graph, start: string): string[] | null {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const current of queue) {
    for (const next of graph.get(current) ?? []) {
      if (next === start) {
        const way = [start]
        for (let at = current; at !== start; at = cameFrom.get(at) ?? start) way.unshift(at)
        return [start, ...way]
      }
      if (!cameFrom.has(next)) {
        cameFrom.set(next, current)
        queue.push(next)
      }
    }
  }
  return null
}

/** Returns a shortest cycle through each file that is part of one, each cycle once. */
export function findCycles(graph: Graph): string[][] {
  const told = new Set<string>()
  const cycles: string[][] = []
  for (const start of [...graph.keys()].sort()) {
    if (told.has(start)) continue
    const way = wayBack(graph, start)
    if (way === null) continue
    for (const path of way) told.add(path)
    cycles.push(way)
  }
  return cycles
}
