import path from 'node:path/posix'
import { importViolation, layerOf } from './layers.ts'
import { type Manifest, packageViolation } from './packages.ts'
import { isTest, parseSource, type SourceTexts, type Violation } from './source.ts'

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

/** Returns all violations in a set of files. */
export function findViolations(texts: SourceTexts, manifest: Manifest): Violation[] {
  const found: Violation[] = []
  for (const [file, text] of texts) {
    const source = parseSource(file, text)
    if (layerOf(source.path) === null) {
      found.push({ path: source.path, line: 1, message: 'this folder belongs to no layer' })
    }
    if (isTest(source.path)) continue
    for (const { specifier, line } of source.imports) {
      const message = specifierViolation(source.path, specifier, texts, manifest)
      if (message !== null) found.push({ path: source.path, line, message })
    }
  }
  return found
}

/** One line per violation, in the format that editors and terminals link. */
export function describeViolations(violations: readonly Violation[]): string[] {
  return violations.map(({ path: file, line, message }) => `${file}:${line} ${message}`).sort()
}
