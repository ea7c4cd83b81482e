import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** Texts of source files by path from the repository root, with forward slashes: `src/shared/text/words.ts`. */
export type SourceTexts = ReadonlyMap<string, string>

/** An import of a file or package. Types count as much as values. */
interface Import {
  /** As written; null if it is computed. */
  specifier: string | null
  line: number
}

/** Properties of a file that the rules check. */
export interface Source {
  path: string
  imports: Import[]
}

export interface Violation {
  path: string
  line: number
  message: string
}

const code = /\.[cm]?[jt]sx?$/

/** Whether a file is a test; tests may import anything. */
export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** Reads all code files under `src` and `standins`. */
export function readSources(root: string): SourceTexts {
  const files = ['src', 'standins']
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && code.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  return new Map(files.map((file) => [path.relative(root, file).split(path.sep).join('/'), readFileSync(file, 'utf8')]))
}

/** Returns the 1-based line of an offset. */
function lineCounter(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    const next = starts.findIndex((start) => start > offset)
    return next === -1 ? starts.length : next
  }
}

const literal = (node: ESTree.Node | null | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null

/** `new URL('./worker.ts', import.meta.url)` names the file of a worker. */
const isOwnAddress = (node: ESTree.NewExpression): boolean =>
  node.callee.type === 'Identifier' &&
  node.callee.name === 'URL' &&
  node.arguments[1]?.type === 'MemberExpression' &&
  node.arguments[1].object.type === 'MetaProperty'

/**
 * Extracts the properties that the rules check, with Vite's parser.
 * @throws Error if the file can't be parsed
 */
export function parseSource(file: string, text: string): Source {
  const { program, module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors.map((error) => error.message).join('; ')}`)
  const lineOf = lineCounter(text)
  const imports: Import[] = []
  const noteImport = (specifier: string | null, node: { start: number }) => {
    imports.push({ specifier, line: lineOf(node.start) })
  }
  for (const statement of module.staticImports) noteImport(statement.moduleRequest.value, statement)
  for (const statement of module.staticExports) {
    const from = statement.entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest
    if (from !== null && from !== undefined) noteImport(from.value, statement)
  }
  new Visitor({
    ImportExpression: (node) => noteImport(literal(node.source), node),
    TSImportType: (node) => noteImport(literal(node.source), node),
    TSExternalModuleReference: (node) => noteImport(literal(node.expression), node),
    NewExpression: (node) => {
      const target = literal(node.arguments[0])
      if (target !== null && code.test(target) && isOwnAddress(node)) noteImport(target, node)
    },
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') {
        noteImport(literal(node.arguments[0]), node)
      }
    },
  }).visit(program)
  return { path: file, imports }
}
