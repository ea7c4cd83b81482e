import { PassThrough, Readable } from 'node:stream'
import { runCommand } from '../../src/cli/program.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { realPipeline } from './pipelines.ts'

/** These commands need no server. */
export const noOperator = async () => {
  throw new Error('These commands need no server.')
}

export interface Use {
  stdin?: string
  screen?: boolean
  signal?: AbortSignal
  /** Settings of the pipeline. */
  env?: Record<string, string>
}

/** Runs the command within a folder, in this process, and collects its output. */
export async function runPrecis(
  folder: string,
  args: string[],
  { stdin = '', screen = false, signal = new AbortController().signal, env = {} }: Use = {},
) {
  const said = { output: '', errors: '' }
  const stream = (name: 'output' | 'errors') =>
    new PassThrough().on('data', (chunk: Buffer) => {
      said[name] += chunk.toString()
    })
  const terminal: Terminal = {
    input: Readable.from([Buffer.from(stdin)]),
    output: stream('output'),
    errors: stream('errors'),
    outputIsScreen: screen,
    errorsAreScreen: screen,
    columns: 60,
    folder,
  }
  const exitCode = await runCommand(args, {
    terminal,
    openPipeline: async () => realPipeline(env),
    openOperator: noOperator,
    signal,
  })
  return { ...said, exitCode, json: () => JSON.parse(said.output), lines: () => jsonLines(said.output) }
}

const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
