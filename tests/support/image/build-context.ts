import { readdirSync } from 'node:fs'
import path from 'node:path/posix'

interface Rule {
  pattern: string
  takes: boolean
}

/** The rules of a .dockerignore (https://docs.docker.com/build/concepts/context/#syntax). */
const rulesOf = (text: string): Rule[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ pattern: line.replace(/^!/, ''), takes: line.startsWith('!') }))

/** A pattern of the builder: unlike in a shell, a star stands for names that begin with a dot as well. */
const matcher = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('?', '[^/]')
      .replaceAll(/\*\*\/|\*\*|\*/g, (stars) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' })[stars] ?? '')}$`,
  )

/** A file and the folders that it is in: a rule for a folder holds for all that is in it. */
function* withParents(file: string): Generator<string> {
  for (let at = file; at !== '.'; at = path.dirname(at)) yield at
}

/** Whether a file reaches the builder: the last rule that names it, or a folder of its, decides. */
export function isInContext(file: string, ignore: string): boolean {
  const rule = rulesOf(ignore).findLast(({ pattern }) =>
    [...withParents(file)].some((part) => matcher(pattern).test(part)),
  )
  return rule === undefined || rule.takes
}

/** Folders that are large and never wanted: what is in them is not looked through. */
const unseen = new Set(['node_modules', '.git', 'dist', '.cache', 'data'])

/** Every file of a checkout that reaches the builder, as paths below it. */
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
