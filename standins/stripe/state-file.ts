import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

interface StateFileOptions<State> {
  file: string
  schema: z.ZodType<State>
  now: () => Date
  /** Receives a sentence for the terminal. */
  complain: (sentence: string) => void
}

/** Parses a saved state, or explains why it cannot be. */
function parse<State>(text: string, schema: z.ZodType<State>): { state: State } | { fault: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { fault: String(error) }
  }
  const parsed = schema.safeParse(value)
  return parsed.success ? { state: parsed.data } : { fault: z.prettifyError(parsed.error).split('\n')[0] ?? '' }
}

/** Removes temporary files of killed processes: the file's name with a process id. */
function removeUnfinished(file: string): void {
  const [folder, start] = [dirname(file), `${basename(file)}.`]
  try {
    for (const name of readdirSync(folder)) {
      if (name.startsWith(start) && /^\d+$/u.test(name.slice(start.length))) rmSync(join(folder, name))
    }
  } catch {
    // Leftovers do no harm.
  }
}

/** Keeps a state in a file that only its owner can read. A damaged file is renamed, never overwritten. */
export function openStateFile<State>({ file, schema, now, complain }: StateFileOptions<State>) {
  /** Loads the state; null where none was saved, or it is damaged. */
  const load = (): State | null => {
    removeUnfinished(file)
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
    const read = parse(text, schema)
    if ('state' in read) return read.state
    const aside = `${file}.damaged-${now().toISOString().replace(/[:.]/gu, '-')}`
    renameSync(file, aside)
    complain(`Cannot read ${file} (${read.fault}). It is kept as ${aside}, and the stand-in starts empty.`)
    return null
  }
  /** Saves the state atomically. */
  const save = (state: State): void => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const unfinished = `${file}.${process.pid}`
    try {
      writeFileSync(unfinished, JSON.stringify(state), { mode: 0o600 })
      renameSync(unfinished, file)
    } finally {
      rmSync(unfinished, { force: true })
    }
  }
  return { load, save }
}
