import { PassThrough, Readable } from 'node:stream'
import { runCommand } from '../../src/cli/program.ts'
import * as actions from '../../src/server/operator/actions.ts'
import type { TestProduct } from './product.ts'

export const OPERATOR = 'grace'

/** Result of one command. */
export interface CommandResult {
  output: string
  errors: string
  exitCode: number
  json: () => unknown
}

/** Runs an operator command against the product under test, without a separate process. */
export async function runOperator(
  test: TestProduct,
  args: readonly string[],
  screen: { columns: number } | null = null,
): Promise<CommandResult> {
  const said = { output: '', errors: '' }
  const stream = (name: 'output' | 'errors') =>
    new PassThrough().on('data', (chunk: Buffer) => {
      said[name] += chunk.toString()
    })
  const exitCode = await runCommand(args, {
    terminal: {
      input: Readable.from([]),
      output: stream('output'),
      errors: stream('errors'),
      outputIsScreen: screen !== null,
      errorsAreScreen: screen !== null,
      columns: screen?.columns ?? 80,
      folder: process.cwd(),
    },
    openPipeline: () => {
      throw new Error('These commands read no sources.')
    },
    openOperator: async () => ({
      actions,
      context: { ...test.product.operator, operator: OPERATOR },
      close: async () => {},
    }),
    signal: new AbortController().signal,
  })
  return { ...said, exitCode, json: () => JSON.parse(said.output) }
}
