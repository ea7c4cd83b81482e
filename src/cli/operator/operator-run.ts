import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import type { OperatorContext } from '../../server/operator/operator-context.ts'
import { AppError } from '../../shared/errors.ts'
import { DONE, FAILED, reportFailure, type Terminal, write } from '../terminal.ts'
import { toJsonText } from './output.ts'

/** An open context of operator commands; tests do not close theirs. */
export type OpenOperator = () => Promise<OperatorContext & { close?: () => Promise<void> }>

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

/**
 * Validates what the user typed.
 *
 * @throws AppError `invalid_input`
 */
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

/** How a result is shown. */
interface Showing<T> {
  /** As readable text. */
  page: (output: T) => string
  /** Problem that the result reports; the command then exits with a status other than 0. */
  fault?: (output: T) => string | null
}

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

  /** Runs work with the data of a server, and prints its result, or why it failed. */
  async perform<T>(
    options: OperatorOptions,
    work: (context: OperatorContext, signal: AbortSignal) => Promise<T>,
    showing: Showing<T>,
  ): Promise<void> {
    let context: Awaited<ReturnType<OpenOperator>> | undefined
    const open = async (): Promise<T> => {
      context = await this.#openOperator()
      return work(context, this.#signal)
    }
    await this.show(options, open, showing)
    await context?.close?.()
  }

  /** Prints the result of work, as JSON with `--json`, else as text; or prints why it failed. */
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
      this.exitCode = await reportFailure(this.terminal, withCause(error), { json, signal: this.#signal })
    }
  }
}
