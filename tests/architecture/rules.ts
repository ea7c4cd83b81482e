import path from 'node:path/posix'
import { findCycles } from './cycles.ts'
import { type Manifest, packageRefusal } from './packages.ts'
import { addressOf, refusal } from './rooms.ts'
import { type Import, isTest, parseSource, type Source, type SourceTexts, type Violation } from './source.ts'

const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 120

/** Styles, pictures and data are imported too; they import nothing themselves. */
const asset = /\.(?:css|svg|png|json|md|woff2)(?:\?\w+)?$/

/** What a relative import means, as Node and, for the web app, the bundler resolve it; null where nothing is there. */
function resolve(from: string, specifier: string, texts: SourceTexts): string | null {
  const target = path.join(path.dirname(from), specifier)
  const candidates = [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`, `${target}/index.tsx`]
  return candidates.find((candidate) => texts.has(candidate)) ?? (asset.test(target) ? target : null)
}

/** What loads a file that the build makes, whose name nobody can write out. */
const loadsBuilt: ReadonlySet<string> = new Set(['src/server/platform/web-pages.ts'])

function importRefusal(from: string, specifier: string | null, texts: SourceTexts, manifest: Manifest): string | null {
  if (specifier === null) {
    return loadsBuilt.has(from) ? null : 'the target of an import is written out, so that it can be checked'
  }
  if (!specifier.startsWith('.')) return packageRefusal(from, specifier, manifest)
  const target = resolve(from, specifier, texts)
  if (target === null) return `nothing is there to import: ${specifier}`
  if (!/^(?:src|standins)\//.test(target)) return `an import never leaves src and standins: ${target}`
  if (isTest(target)) return `nobody imports a test: ${target}`
  return refusal(from, target)
}

function checkSize(source: Source): Violation[] {
  const found: Violation[] = []
  if (source.lines > MAX_FILE_LINES) {
    found.push({ path: source.path, line: 1, message: `${source.lines} lines, at most ${MAX_FILE_LINES} are allowed` })
  }
  if (isTest(source.path)) return found
  for (const { line, lines } of source.functions) {
    if (lines <= MAX_FUNCTION_LINES) continue
    const message = `a function of ${lines} lines, at most ${MAX_FUNCTION_LINES} are allowed`
    found.push({ path: source.path, line, message })
  }
  return found
}

function checkEnvironment(source: Source): Violation[] {
  if (source.path.startsWith('src/server/platform/')) return []
  const message = 'the environment is read in src/server/platform only'
  return source.environmentReads.map((line) => ({ path: source.path, line, message }))
}

function checkCycles(sources: readonly Source[], texts: SourceTexts): Violation[] {
  const targets = (source: Source) =>
    source.imports.flatMap(({ specifier }: Import) => {
      const target = specifier?.startsWith('.') === true ? resolve(source.path, specifier, texts) : null
      return target === null ? [] : [target]
    })
  const graph = new Map(sources.map((source) => [source.path, targets(source)]))
  return findCycles(graph).map((way) => ({ path: way[0] ?? '', line: 1, message: `a cycle: ${way.join(' -> ')}` }))
}

/** Everything in a set of files that breaks a rule of the house. */
export function findViolations(texts: SourceTexts, manifest: Manifest): Violation[] {
  const sources = [...texts].map(([file, text]) => parseSource(file, text))
  const found: Violation[] = []
  for (const source of sources) {
    if (addressOf(source.path) === null) {
      found.push({ path: source.path, line: 1, message: 'this folder is not a room of the house' })
    }
    found.push(...checkSize(source))
    if (isTest(source.path)) continue
    found.push(...checkEnvironment(source))
    for (const { specifier, line } of source.imports) {
      const message = importRefusal(source.path, specifier, texts, manifest)
      if (message !== null) found.push({ path: source.path, line, message })
    }
  }
  return [...found, ...checkCycles(sources, texts)]
}

/** One line a violation, as editors and terminals link it. */
export function describeViolations(violations: readonly Violation[]): string[] {
  return violations.map(({ path: file, line, message }) => `${file}:${line} ${message}`).sort()
}
