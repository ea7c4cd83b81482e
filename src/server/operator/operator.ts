import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import {
  ConfigError,
  type OperatorConfig,
  readOperatorConfig,
  readWhereabouts,
  type Whereabouts,
} from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import type { ActionRun, OperatorAction } from './action.ts'
import { operatorActions } from './actions.ts'
import type { ActionContract } from './contract.ts'
import { askServer, nobody } from './control-client.ts'
import { openOwn } from './openings.ts'

/** Does what operators ask for, wherever it has to be done. */
export interface Operator {
  /** @throws AppError as the action does; `unavailable` when neither a server answers nor its data can be opened */
  run<I extends z.ZodType, O extends z.ZodType>(
    contract: ActionContract<I, O>,
    input: z.input<I>,
    signal: AbortSignal,
  ): Promise<z.output<O>>
  close(): Promise<void>
}

/** How the configuration is read; both throw ConfigError. */
export interface OperatorSources {
  whereabouts: () => Whereabouts
  config: () => OperatorConfig
}

/** How long a data folder may be in use by somebody who does not answer: a server that starts or stops, a command. */
const PATIENCE_MS = 30_000
const POLL_MS = 200

/** Of the embedded database nothing else is `unavailable` while it is opened. */
const isInUse = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable'

/**
 * Opens the way by which commands are done. PostgreSQL serves many, so a command opens it itself. The embedded
 * database serves one process: while a server runs, it is asked; else the command opens the folder under its lock.
 *
 * @param operator who asks: name of the account of the machine
 */
export function openOperator(
  operator: string,
  log: Log,
  sources: OperatorSources = { whereabouts: readWhereabouts, config: readOperatorConfig },
): Operator {
  const own = openOwn(sources.config, log)

  /** The server's answer; `nobody` once the folder is open here. */
  async function askOrOpen(action: OperatorAction, input: unknown, run: ActionRun): Promise<unknown> {
    const { dataDir } = sources.whereabouts()
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const answer = await askServer(dataDir, action.name, input, run)
      if (answer !== nobody) return answer
      try {
        await own.data()
        return nobody
      } catch (error) {
        if (!isInUse(error) || Date.now() > deadline) throw error
      }
      await sleep(POLL_MS, undefined, { signal: run.signal }).catch((error: unknown) => {
        throw new AppError('cancelled', 'Given up.', { cause: error })
      })
    }
  }

  /** Whether the command itself was told of Stripe. A stand-in on the data folder may be over, and a server know more. */
  function knowsStripe(): boolean {
    try {
      return sources.whereabouts().namesStripe && sources.config().stripe !== null
    } catch (error) {
      if (error instanceof ConfigError) return false
      throw error
    }
  }

  async function perform(name: string, input: unknown, run: ActionRun): Promise<unknown> {
    const action = operatorActions.find((candidate) => candidate.name === name)
    if (action === undefined) throw new Error(`Nobody does ${name}.`)
    const isEmbedded = sources.whereabouts().databaseUrl === null
    if (isEmbedded && (action.needs === 'data' || action.needs === 'work')) {
      const answer = await askOrOpen(action, input, run)
      if (answer !== nobody) return answer
    }
    if (isEmbedded && action.serverMayKnow && !knowsStripe()) {
      const answer = await askServer(sources.whereabouts().dataDir, name, input, run)
      if (answer !== nobody) return answer
    }
    return action.perform(own, input, run)
  }

  return {
    run: async ({ name, output }, input, signal) => output.parse(await perform(name, input, { operator, signal })),
    close: own.close,
  }
}
