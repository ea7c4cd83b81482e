import { execFile } from 'node:child_process'
import path from 'node:path'

const MAIN = path.join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts')

/** Result of running the command. */
export interface CommandResult {
  output: string
  errors: string
  code: number | string | null | undefined
  json: () => unknown
}

/** Runs the command as a separate process, like an operator. */
export async function precis(args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [MAIN, ...args],
      { env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env } },
      (error, output, errors) =>
        resolve({ output, errors, code: error === null ? 0 : error.code, json: () => JSON.parse(output) }),
    )
  })
}
