/** A layer of the code. Files of one layer may import each other. */
interface Layer {
  name: string
  /** Group 1 matches the feature, in layers that consist of features. */
  folder: RegExp
  /** Names of the layers it may import from. */
  imports: readonly string[]
}

const serverBelowFeatures = ['shared', 'platform', 'db', 'storage', 'mail', 'jobs']

/** Layers of the code. The first matching folder decides; every file must belong to a layer. */
const layers: readonly Layer[] = [
  { name: 'shared', folder: /^src\/shared\//, imports: [] },
  { name: 'threads', folder: /^src\/threads\//, imports: ['shared'] },
  { name: 'ingest', folder: /^src\/ingest\//, imports: ['threads', 'shared'] },
  { name: 'verification', folder: /^src\/summarizer\/(?:verification|text)\//, imports: ['shared'] },
  { name: 'summarizer', folder: /^src\/summarizer\//, imports: ['verification', 'threads', 'shared'] },
  { name: 'pipeline', folder: /^src\/pipeline\//, imports: ['ingest', 'summarizer', 'threads', 'shared'] },
  { name: 'platform', folder: /^src\/server\/platform\//, imports: ['shared'] },
  { name: 'db', folder: /^src\/server\/db\//, imports: ['platform', 'shared'] },
  { name: 'storage', folder: /^src\/server\/storage\//, imports: ['db', 'platform', 'shared'] },
  { name: 'mail', folder: /^src\/server\/mail\//, imports: ['jobs', 'db', 'platform', 'shared'] },
  { name: 'jobs', folder: /^src\/server\/jobs\//, imports: ['db', 'platform', 'shared'] },
  { name: 'plans', folder: /^src\/server\/plans\//, imports: ['db', 'platform', 'shared'] },
  {
    name: 'server feature',
    folder: /^src\/server\/features\/([^/]+)\//,
    imports: [...serverBelowFeatures, 'plans', 'threads', 'ingest', 'summarizer', 'pipeline'],
  },
  {
    name: 'server',
    folder: /^src\/server\/(?:[^/]+$|composition\/|operator\/)/,
    imports: [...serverBelowFeatures, 'plans', 'server feature', 'threads', 'ingest', 'summarizer', 'pipeline'],
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
    imports: ['server', 'server feature', 'plans', 'platform', 'pipeline', 'threads', 'shared'],
  },
  { name: 'standins', folder: /^standins\//, imports: ['shared'] },
]

/** Layer of a file, and its feature. */
export interface LayerMatch {
  layer: Layer
  feature: string | undefined
}

/** Returns null for a file outside all layers. */
export function layerOf(path: string): LayerMatch | null {
  for (const layer of layers) {
    const match = layer.folder.exec(path)
    if (match !== null) return { layer, feature: match[1] }
  }
  return null
}

/** Features by layer, lowest first: each may import the ones before it. */
const featureOrders: Readonly<Record<string, readonly string[]>> = {
  'server feature': [
    'accounts',
    'uploads',
    'summaries',
    'questions',
    'exports',
    'sharing',
    'billing',
    'suggestions',
    'user-data',
    'backup',
  ],
  'web feature': [
    'uploads',
    'questions',
    'summaries',
    'library',
    'landing',
    'subscription',
    'suggestions',
    'dashboard',
  ],
}

/** Files of a feature that only the composition folder may import; the others are use cases. */
const adapters = /\/(?:routes|repo|jobs)\.ts$/

/** Reason why one file may not import another; null if it may. */
export function importViolation(from: string, to: string): string | null {
  const here = layerOf(from)
  const there = layerOf(to)
  if (here === null || there === null) return null
  const target = there.feature === undefined ? there.layer.name : `${there.layer.name} ${there.feature}`
  if (here.layer === there.layer) {
    if (here.feature === there.feature) return null
    const features = featureOrders[here.layer.name] ?? []
    const [order, targetOrder] = [here.feature, there.feature].map((name) => features.indexOf(name ?? ''))
    const isLower = targetOrder !== -1 && (order ?? -1) > (targetOrder ?? -1)
    return isLower ? null : `a feature may import lower features only: ${to}`
  }
  if (!here.layer.imports.includes(there.layer.name)) return `${here.layer.name} may not import from ${target}: ${to}`
  if (here.layer.name === 'cli' && there.layer.name === 'server feature' && adapters.test(to)) {
    return `cli may import a feature's use cases only: ${to}`
  }
  return null
}
