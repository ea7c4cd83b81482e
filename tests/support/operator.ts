import { PassThrough, Readable } from 'node:stream'
import { runCommand } from '../../src/cli/program.ts'
import { operatorActions } from '../../src/server/operator/actions.ts'
import type { Operator } from '../../src/server/operator/operator.ts'
import type { TestProduct } from './product.ts'

export const OPERATOR = 'grace'

/** Runs operator actions on the product under test. */
function operatorOf({ product }: TestProduct): Operator {
  return {
    run: async ({ name, output }, input, signal) => {
      const action = operatorActions.find((candidate) => candidate.name === name)
      if (action === undefined) throw new Error(`Nobody does ${name}.`)
      const answer = await action.perform(product.openings, JSON.parse(JSON.stringify(input)), {
        operator: OPERATOR,
        signal,
      })
      return output.parse(JSON.parse(JSON.stringify(answer)))
    },
    close: async () => {},
  }
}

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
    openOperator: async () => operatorOf(test),
    signal: new AbortController().signal,
  })
  return { ...said, exitCode, json: () => JSON.parse(said.output) }
}
