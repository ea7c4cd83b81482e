import path from 'node:path/posix'
import { findCycles } from './cycles.ts'
import { importViolation, layerOf } from './layers.ts'
import { type Manifest, packageViolation } from './packages.ts'
import { type Import, isTest, parseSource, type Source, type SourceTexts, type Violation } from './source.ts'

const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 120

/** Styles, images and data can be imported; they import nothing themselves. */
const asset = /\.(?:css|svg|png|json|md|woff2)(?:\?\w+)?$/

/** Resolves a relative import like Node and, for the web app, the bundler; null if there is no such file. */
function resolve(from: string, specifier: string, texts: SourceTexts): string | null {
  const target = path.join(path.dirname(from), specifier)
  const candidates = [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`, `${target}/index.tsx`]
  return candidates.find((candidate) => texts.has(candidate)) ?? (asset.test(target) ? target : null)
}

/** Files that load a build product, whose name is known at run time only. */
const loadsBuildOutput: ReadonlySet<string> = new Set(['src/server/platform/http/web-pages.ts'])

function specifierViolation(
  from: string,
  specifier: string | null,
  texts: SourceTexts,
  manifest: Manifest,
): string | null {
  if (specifier === null) {
    return loadsBuildOutput.has(from) ? null : 'the target of an import must be a literal'
  }
  if (!specifier.startsWith('.')) return packageViolation(from, specifier, manifest)
  const target = resolve(from, specifier, texts)
  if (target === null) return `no such file: ${specifier}`
  if (!/^(?:src|standins)\//.test(target)) return `imports must stay within src and standins: ${target}`
  if (isTest(target)) return `tests must not be imported: ${target}`
  return importViolation(from, target)
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

/** Returns all violations in a set of files. */
export function findViolations(texts: SourceTexts, manifest: Manifest): Violation[] {
  const sources = [...texts].map(([file, text]) => parseSource(file, text))
  const found: Violation[] = []
  for (const source of sources) {
    if (layerOf(source.path) === null) {
      found.push({ path: source.path, line: 1, message: 'this folder belongs to no layer' })
    }
    found.push(...checkSize(source))
    if (isTest(source.path)) continue
    found.push(...checkEnvironment(source))
    for (const { specifier, line } of source.imports) {
      const message = specifierViolation(source.path, specifier, texts, manifest)
      if (message !== null) found.push({ path: source.path, line, message })
    }
  }
  return [...found, ...checkCycles(sources, texts)]
}

/** One line per violation, in the format that editors and terminals link. */
export function describeViolations(violations: readonly Violation[]): string[] {
  return violations.map(({ path: file, line, message }) => `${file}:${line} ${message}`).sort()
}
