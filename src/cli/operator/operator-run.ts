import { type Command, InvalidArgumentError, Option } from 'commander'
import type { z } from 'zod'
import type * as Actions from '../../server/operator/actions.ts'
import type { OperatorContext } from '../../server/operator/operator-context.ts'
import { AppError } from '../../shared/errors.ts'
import { DONE, FAILED, reportFailure, type Terminal, write } from '../terminal.ts'
import { toJsonText } from './output.ts'

/** Server code for operator commands. Commands get it as a value, since loading it takes long. */
export interface Operator {
  actions: typeof Actions
  context: OperatorContext
  close: () => Promise<void>
}

/** Result of an action. */
export type ResultOf<Name extends keyof typeof Actions> = Awaited<ReturnType<(typeof Actions)[Name]>>

export type OpenOperator = () => Promise<Operator>

export interface OperatorOptions {
  json?: boolean
  dryRun?: boolean
}

/** Parses a whole number from 1 to `most`. */
export function wholeNumber(most: number): (typed: string) => number {
  return (typed) => {
    const number = Number(typed)
    if (Number.isInteger(number) && number >= 1 && number <= most) return number
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}.`)
  }
}

export const limitOption = (): Option =>
  new Option('--limit <N>', 'maximum number of rows').argParser(wholeNumber(10_000)).default(100)

/** Adds what operator commands have in common; `note` is a line of help before the example. */
export function withJson(command: Command, example: string | null, note = ''): Command {
  command.option('--json', 'answer with one JSON object')
  return example === null ? command : command.addHelpText('after', `${note}\nExample:\n  ${example}`)
}

/** Does the same for a command with a dry run. */
export const withDryRun = (command: Command, example: string, note = ''): Command =>
  withJson(command.option('--dry-run', 'show what would happen, without changes'), example, note)

/** Validates what the user typed. Throws AppError `invalid_input`. */
export function parseTyped<S extends z.ZodType>(schema: S, typed: unknown): z.output<S> {
  const { data, error } = schema.safeParse(typed)
  if (error === undefined) return data
  throw new AppError(
    'invalid_input',
    error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
  )
}

/** Adds the cause to the message of an `unavailable` error: operators may see it, users may not. */
function withCause(error: unknown): unknown {
  if (!(error instanceof AppError && error.code === 'unavailable' && error.cause instanceof Error)) return error
  return new AppError(error.code, `${error.message}\n${error.cause.message}`, { cause: error.cause })
}

type Page<T> = (output: T, terminal: Terminal) => string

/** One run of an operator command, which ends with an exit code. */
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

  /**
   * Runs work with server code, and prints its result, or why it failed.
   * @param page formats the result as text, for use without `--json`
   * @param fault returns a problem that the result reports; the command then exits with a status other than 0
   */
  async perform<T>(
    options: OperatorOptions,
    work: (operator: Operator, signal: AbortSignal) => Promise<T>,
    page: Page<T>,
    fault?: (output: T) => string | null,
  ): Promise<void> {
    let operator: Operator | undefined
    const open = async (): Promise<T> => {
      operator = await this.#openOperator()
      return work(operator, this.#signal)
    }
    await this.show(options, open, page, fault)
    await operator?.close()
  }

  /** Prints the result of work that needs no server code, or why it failed. */
  async show<T>(
    options: OperatorOptions,
    work: () => Promise<T>,
    page: Page<T>,
    fault?: (output: T) => string | null,
  ): Promise<void> {
    const json = options.json === true
    try {
      const output = await work()
      await write(this.terminal.output, json ? toJsonText(output) : page(output, this.terminal))
      const problem = fault?.(output) ?? null
      if (problem === null) return
      this.exitCode = FAILED
      await write(this.terminal.errors, `precis: ${problem}\n`)
    } catch (error) {
      this.exitCode = await reportFailure(this.terminal, withCause(error), { json, signal: this.#signal })
    }
  }
}
