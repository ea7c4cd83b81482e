import { readdirSync } from 'node:fs'
import path from 'node:path/posix'

interface Rule {
  pattern: string
  takes: boolean
}

/** Rules of a .dockerignore (https://docs.docker.com/build/concepts/context/#syntax). */
const rulesOf = (text: string): Rule[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ pattern: line.replace(/^!/, ''), takes: line.startsWith('!') }))

/** Pattern syntax: unlike in a shell, a star also matches names that begin with a dot. */
const matcher = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('?', '[^/]')
      .replaceAll(/\*\*\/|\*\*|\*/g, (stars) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' })[stars] ?? '')}$`,
  )

/** A file and its parent folders: a rule for a folder applies to everything in it. */
function* withParents(file: string): Generator<string> {
  for (let at = file; at !== '.'; at = path.dirname(at)) yield at
}

/** Whether a file is part of the build context: the last rule that matches it, or a folder of its, decides. */
function isInContext(file: string, ignore: string): boolean {
  const rule = rulesOf(ignore).findLast(({ pattern }) =>
    [...withParents(file)].some((part) => matcher(pattern).test(part)),
  )
  return rule === undefined || rule.takes
}

/** Large folders that are always excluded and not searched. */
const unseen = new Set(['node_modules', '.git', 'dist', '.cache', 'data'])

/** Paths of all files in the build context of a checkout. */
export function contextFiles(root: string, ignore: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !unseen.has(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(path.join(root, entry.name), { recursive: true, withFileTypes: true })
            .filter((inner) => inner.isFile())
            .map((inner) => path.relative(root, path.join(inner.parentPath, inner.name)))
        : [entry.name],
    )
    .filter((file) => isInContext(file, ignore))
}
