import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import type { ActionContract } from '../../server/operator/contract.ts'
import type { Operator } from '../../server/operator/operator.ts'
import { DONE, FAILED, reportFailure, type Terminal, write } from '../terminal.ts'
import { toJsonText } from './output.ts'

export type OpenOperator = () => Promise<Operator>

export interface OperatorOptions {
  json?: boolean
}

/** Most lines of a list. */
const MOST_LISTED = 10_000

/** Parses what was typed as the length of a list. */
export function count(typed: string): number {
  const number = Number(typed)
  if (Number.isInteger(number) && number >= 1 && number <= MOST_LISTED) return number
  throw new InvalidArgumentError(`A whole number from 1 to ${MOST_LISTED} is needed.`)
}

/** How an answer is shown. */
interface Showing<T> {
  /** As readable text. */
  page: (output: T) => string
  /** Describes a problem that the output reports; the command then exits with a status other than 0. */
  fault?: (output: T) => string | null
}

/** One use of a command of operators: it ends with an exit code. */
export class OperatorRun {
  readonly terminal: Terminal
  readonly #openOperator: OpenOperator
  readonly #signal: AbortSignal
  exitCode = DONE

  constructor(parts: { terminal: Terminal; openOperator: OpenOperator; signal: AbortSignal }) {
    this.terminal = parts.terminal
    this.#openOperator = parts.openOperator
    this.#signal = parts.signal
  }

  /** Runs an action and prints its result, as JSON with `--json`, else as text; or prints why it failed. */
  async perform<I extends z.ZodType, O extends z.ZodType>(
    options: OperatorOptions,
    contract: ActionContract<I, O>,
    input: z.input<I>,
    showing: Showing<z.output<O>>,
  ): Promise<void> {
    let operator: Operator | undefined
    const work = async (): Promise<z.output<O>> => {
      operator = await this.#openOperator()
      return operator.run(contract, input, this.#signal)
    }
    await this.show(options, work, showing)
    await operator?.close()
  }

  /** Prints the result of work that needs no server, or why it failed. */
  async show<T>(options: OperatorOptions, work: () => Promise<T>, showing: Showing<T>): Promise<void> {
    const json = options.json === true
    try {
      const output = await work()
      await write(this.terminal.output, json ? toJsonText(output) : showing.page(output))
      const fault = showing.fault?.(output) ?? null
      if (fault === null) return
      this.exitCode = FAILED
      await write(this.terminal.errors, `precis: ${fault}\n`)
    } catch (error) {
      this.exitCode = await reportFailure(this.terminal, error, { json, signal: this.#signal })
    }
  }
}
