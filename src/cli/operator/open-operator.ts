import { z } from 'zod'
import * as actions from '../../server/operator/actions.ts'
import { createOperatorContext } from '../../server/operator/operator-context.ts'
import { readOperatorConfig } from '../../server/platform/config/config.ts'
import { secretsIn } from '../../server/platform/config/secrets.ts'
import { createLog } from '../../server/platform/log.ts'
import { operatorName } from '../../server/platform/process.ts'
import type { Operator } from '../command-run.ts'

const lineSchema = z.object({ msg: z.string().optional(), err: z.object({ message: z.string() }).optional() })

/** Message of a server log line, with the message of its error. */
function messageOf(line: string): string {
  const { msg, err } = lineSchema.parse(JSON.parse(line))
  return [msg, err?.message].filter((part) => part !== undefined).join(': ')
}

/**
 * Opens the server code for operator commands, configured by the environment.
 * @param warn receives the warnings that server code logs meanwhile
 * @throws ConfigError, PlanCatalogueError
 */
export function openOperator(warn: (message: string) => void): Operator {
  const stream = { write: (line: string) => warn(messageOf(line)) }
  const log = createLog({ logLevel: 'warn', production: false }, stream, secretsIn())
  const context = createOperatorContext(readOperatorConfig(), log, operatorName())
  return { actions, context, close: context.close }
}
