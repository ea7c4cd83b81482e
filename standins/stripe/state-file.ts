import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

/** What is kept of a stand-in between its starts. */
export interface StateFile<State> {
  /** What was saved last; null where nothing was, or it cannot be read any more. */
  load: () => State | null
  /** Writes the state whole before it takes the place of the one before: a crash leaves either of them. */
  save: (state: State) => void
}

export interface StateFileOptions<State> {
  file: string
  schema: z.ZodType<State>
  now: () => Date
  /** Takes one sentence for the person at the terminal. */
  complain: (sentence: string) => void
}

const isAbsence = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Why a text holds no state; null and the state where it does. */
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

/** Removes what a process left that was stopped in the middle of a write: the file's name with the id of that process. */
function removeUnfinished(file: string): void {
  const [folder, start] = [dirname(file), `${basename(file)}.`]
  try {
    for (const name of readdirSync(folder)) {
      if (name.startsWith(start) && /^\d+$/u.test(name.slice(start.length))) rmSync(join(folder, name))
    }
  } catch {
    // It takes up room, and does no other harm.
  }
}

/** Keeps a state in a file that only its owner can read. A damaged one is set aside, and never overwritten. */
export function openStateFile<State>({ file, schema, now, complain }: StateFileOptions<State>): StateFile<State> {
  const load = (): State | null => {
    removeUnfinished(file)
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if (isAbsence(error)) return null
      throw error
    }
    const read = parse(text, schema)
    if ('state' in read) return read.state
    const aside = `${file}.damaged-${now().toISOString().replace(/[:.]/gu, '-')}`
    renameSync(file, aside)
    complain(`${file} is damaged (${read.fault}). It is set aside as ${aside}, and the stand-in begins anew.`)
    return null
  }
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
