import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the package. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

export const nodeModules = join(root, 'node_modules')
export const lockfile = join(root, 'package-lock.json')

export const manifest = join(root, 'package.json')

/** Known weaknesses of packages that somebody has looked at, and until when that is good enough. */
export const acceptedAdvisories = join(root, 'docs', 'security', 'accepted-advisories.json')

/** Folder of the Node that the lockfile pins; everything but these scripts runs on it. */
export const pinnedNodeFolder = join(nodeModules, 'node', 'bin')
export const pinnedNode = join(pinnedNodeFolder, process.platform === 'win32' ? 'node.exe' : 'node')

/** What every process of ours loads first: it ends with the script that started it, and finds its modules quickly. */
export const preloads = ['with-parent.mjs', 'quick-resolve.mjs'].flatMap((name) => [
  '--import',
  join(root, 'scripts', name),
])

/** Scratch that may be deleted at any time: locks, compile cache. */
export const cacheFolder = join(root, '.cache')

/** What the server hands to browsers. */
export const webBuild = join(root, 'dist', 'web')

/** Entry scripts of the tools, run on the pinned Node without going through a shell. */
export const tools = {
  biome: join(nodeModules, '@biomejs', 'biome', 'bin', 'biome'),
  drizzleKit: join(nodeModules, 'drizzle-kit', 'bin.cjs'),
  oxlint: join(nodeModules, 'oxlint', 'bin', 'oxlint'),
  tsc: join(nodeModules, 'typescript', 'bin', 'tsc'),
  vite: join(nodeModules, 'vite', 'bin', 'vite.js'),
  vitest: join(nodeModules, 'vitest', 'vitest.mjs'),
}
