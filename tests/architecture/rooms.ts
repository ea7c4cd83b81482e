/** A part of the house. Files of one room may import each other. */
export interface Room {
  name: string
  /** Groups 1 names the feature where there is one. */
  folder: RegExp
  /** Rooms it may import from, by name. */
  imports: readonly string[]
}

const serverBelowFeatures = ['shared', 'platform', 'db', 'storage', 'mail', 'jobs']

/**
 * The table of rooms. The first whose folder matches is a file's room; a file in no room has no business being there.
 */
export const rooms: readonly Room[] = [
  { name: 'shared', folder: /^src\/shared\//, imports: [] },
  { name: 'threads', folder: /^src\/threads\//, imports: ['shared'] },
  { name: 'ingest', folder: /^src\/ingest\//, imports: ['threads', 'shared'] },
  { name: 'summarizer', folder: /^src\/summarizer\//, imports: ['threads', 'shared'] },
  { name: 'platform', folder: /^src\/server\/platform\//, imports: ['shared'] },
  { name: 'db', folder: /^src\/server\/db\//, imports: ['platform', 'shared'] },
  { name: 'storage', folder: /^src\/server\/storage\//, imports: ['db', 'platform', 'shared'] },
  { name: 'mail', folder: /^src\/server\/mail\//, imports: ['jobs', 'db', 'platform', 'shared'] },
  { name: 'jobs', folder: /^src\/server\/jobs\//, imports: ['db', 'platform', 'shared'] },
  { name: 'plans', folder: /^src\/server\/plans\//, imports: ['db', 'platform', 'shared'] },
  {
    name: 'server feature',
    folder: /^src\/server\/features\/([^/]+)\//,
    imports: [...serverBelowFeatures, 'plans', 'threads', 'ingest', 'summarizer'],
  },
  {
    name: 'server',
    folder: /^src\/server\/(?:[^/]+$|composition\/|operator\/)/,
    imports: [...serverBelowFeatures, 'plans', 'server feature', 'threads', 'ingest', 'summarizer'],
  },
  { name: 'web lib', folder: /^src\/web\/lib\//, imports: ['shared'] },
  { name: 'web components', folder: /^src\/web\/components\//, imports: ['web lib', 'shared'] },
  {
    name: 'web feature',
    folder: /^src\/web\/features\/([^/]+)\//,
    imports: ['web components', 'web lib', 'shared'],
  },
  {
    name: 'web app',
    folder: /^src\/web\/(?:app\/|[^/]+$)/,
    imports: ['web feature', 'web components', 'web lib', 'shared'],
  },
  {
    name: 'cli',
    folder: /^src\/cli\//,
    imports: ['server', 'server feature', 'plans', 'platform', 'threads', 'shared'],
  },
  { name: 'standins', folder: /^standins\//, imports: ['shared'] },
]

/** The room of a file, and which of the features it belongs to. */
export interface Address {
  room: Room
  feature: string | undefined
}

/** Null for a file that stands outside the table. */
export function addressOf(path: string): Address | null {
  for (const room of rooms) {
    const match = room.folder.exec(path)
    if (match !== null) return { room, feature: match[1] }
  }
  return null
}

/** Features of the server, lower ones first: each may import those before it. */
const featureLayers = ['accounts', 'uploads', 'summaries', 'exports', 'billing', 'suggestions', 'user-data']

/** Files of a feature that only the server's own wiring may touch; the others are its use cases. */
const adapters = /\/(?:routes|repo|jobs)\.ts$/

/** Why one file may not import another; null where it may. */
export function refusal(from: string, to: string): string | null {
  const here = addressOf(from)
  const there = addressOf(to)
  if (here === null || there === null) return null
  const target = there.feature === undefined ? there.room.name : `${there.room.name} ${there.feature}`
  if (here.room === there.room) {
    if (here.feature === there.feature) return null
    const [layer, targetLayer] = [here.feature, there.feature].map((name) => featureLayers.indexOf(name ?? ''))
    const isLower = here.room.name === 'server feature' && targetLayer !== -1 && (layer ?? -1) > (targetLayer ?? -1)
    return isLower ? null : `a feature imports lower features only: ${to}`
  }
  if (!here.room.imports.includes(there.room.name)) return `${here.room.name} may not import from ${target}: ${to}`
  if (here.room.name === 'cli' && there.room.name === 'server feature' && adapters.test(to)) {
    return `cli may import a feature's use cases only: ${to}`
  }
  return null
}
