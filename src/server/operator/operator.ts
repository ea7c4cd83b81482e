import type { z } from 'zod'
import { type OperatorConfig, readOperatorConfig } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { operatorActions } from './actions.ts'
import type { ActionContract } from './contract.ts'
import { openOwn } from './openings.ts'

/** Runs the actions of operators on the database, also while servers use it. */
export interface Operator {
  /** @throws AppError as the action does; `unavailable` when the database cannot be opened */
  run<I extends z.ZodType, O extends z.ZodType>(
    contract: ActionContract<I, O>,
    input: z.input<I>,
    signal: AbortSignal,
  ): Promise<z.output<O>>
  close(): Promise<void>
}

/**
 * Opens the way by which commands are run; the database is opened with the first that needs it.
 *
 * @param operator account name on this machine, for the records
 * @param readConfig throws ConfigError
 */
export function openOperator(
  operator: string,
  log: Log,
  readConfig: () => OperatorConfig = readOperatorConfig,
): Operator {
  const own = openOwn(readConfig, log)
  return {
    run: async ({ name, output }, input, signal) => {
      const action = operatorActions.find((candidate) => candidate.name === name)
      if (action === undefined) throw new Error(`Unknown action ${name}`)
      return output.parse(await action.perform(own, input, { operator, signal }))
    },
    close: own.close,
  }
}
