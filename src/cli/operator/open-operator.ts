import { z } from 'zod'
import { type Operator, openOperator } from '../../server/operator/operator.ts'
import { createLog } from '../../server/platform/log.ts'
import { operatorName } from '../../server/platform/operator-name.ts'
import { secretsIn } from '../../server/platform/secrets.ts'

const lineSchema = z.object({ msg: z.string().optional(), err: z.object({ message: z.string() }).optional() })

/** Message of a server log line, with the message of its error. */
function messageOf(line: string): string {
  const { msg, err } = lineSchema.parse(JSON.parse(line))
  return [msg, err?.message].filter((part) => part !== undefined).join(': ')
}

/**
 * Opens the database and storage that the environment configures.
 *
 * @param tell takes what the parts of a server have to say while a command uses them
 */
export function openOwnOperator(tell: (message: string) => void): Operator {
  const stream = { write: (line: string) => tell(messageOf(line)) }
  const log = createLog({ logLevel: 'warn', production: false }, stream, secretsIn())
  return openOperator(operatorName(), log)
}
