import { type Command, InvalidArgumentError, Option } from 'commander'
import type { z } from 'zod'
import type { Pipeline } from '../pipeline/pipeline.ts'
import type * as Actions from '../server/operator/actions.ts'
import type { OperatorContext } from '../server/operator/operator-context.ts'
import { AppError } from '../shared/errors.ts'
import { toJsonText } from './operator/output.ts'
import { DONE, FAILED, openProgressLine, type ProgressLine, reportFailure, type Terminal, write } from './terminal.ts'

/** Server code for operator commands. Commands get it as a value, since loading it takes long. */
export interface Operator {
  actions: typeof Actions
  context: OperatorContext
  close: () => Promise<void>
}

/** Result of an action. */
export type ResultOf<Name extends keyof typeof Actions> = Awaited<ReturnType<(typeof Actions)[Name]>>

/** Options of a command with a dry run. */
export interface DryRun {
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
  command.option('--json', 'print the result as one JSON object')
  return example === null ? command : command.addHelpText('after', `${note}\nExample:\n  ${example}`)
}

/** Does the same for a command with a dry run. */
export const withDryRun = (command: Command, example: string, note = ''): Command =>
  withJson(command.option('--dry-run', 'show what would happen, without changing anything'), example, note)

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
type Fault<T> = (output: T) => string | null

export interface Parts {
  terminal: Terminal
  /** Opens the readers and the summarizer; called only when there is work for them. */
  openPipeline: () => Pipeline | Promise<Pipeline>
  /** Opens the way to the data of a server; called only when a command needs it. */
  openOperator: () => Promise<Operator>
  /** Aborts when the user interrupts the command. */
  signal: AbortSignal
}

/** One run of the command, which ends with an exit code. */
export class CommandRun {
  readonly parts: Parts
  exitCode = DONE

  constructor(parts: Parts) {
    this.parts = parts
  }

  get terminal(): Terminal {
    return this.parts.terminal
  }

  /** Runs work with an open pipeline and reports its failure. */
  async withPipeline(
    options: { json?: boolean },
    work: (pipeline: Pipeline, progress: ProgressLine) => Promise<void>,
  ): Promise<void> {
    const progress = openProgressLine(this.terminal)
    let pipeline: Pipeline | undefined
    try {
      pipeline = await this.parts.openPipeline()
      await work(pipeline, progress)
    } catch (error) {
      progress.clear()
      await this.#fail(error, options)
    } finally {
      await pipeline?.close()
    }
  }

  /**
   * Has a command run work with server code, and print its result, or why it failed.
   * @param output formats the result as text, for use without `--json`; `fault` returns a problem that the result
   * reports, with which the command exits with a status other than 0
   * @param work takes what was typed: the arguments of the command, then its options
   */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the types of what commander passes untyped
  operate<T, Typed extends unknown[]>(
    command: Command,
    output: Page<T> | { page: Page<T>; fault: Fault<T> },
    work: (operator: Operator & { signal: AbortSignal }, ...typed: Typed) => Promise<T>,
  ): void {
    const { page, fault } = typeof output === 'function' ? { page: output, fault: undefined } : output
    command.action(async (...typed: Typed) => {
      let operator: Operator | undefined
      const open = async (): Promise<T> => {
        operator = await this.parts.openOperator()
        return work({ ...operator, signal: this.parts.signal }, ...typed)
      }
      await this.show(command.opts(), open, page, fault)
      await operator?.close()
    })
  }

  /** Prints the result of work that needs no server code, or why it failed. */
  async show<T>(options: { json?: boolean }, work: () => Promise<T>, page: Page<T>, fault?: Fault<T>): Promise<void> {
    try {
      const output = await work()
      await this.print(options, output, () => page(output, this.terminal))
      const problem = fault?.(output) ?? null
      if (problem === null) return
      this.exitCode = FAILED
      await write(this.terminal.errors, `precis: ${problem}\n`)
    } catch (error) {
      await this.#fail(withCause(error), options)
    }
  }

  /** Prints a result: the whole object as JSON, or as readable text. */
  async print(options: { json?: boolean }, output: unknown, page: () => string): Promise<void> {
    await write(this.terminal.output, options.json === true ? toJsonText(output) : page())
  }

  async #fail(error: unknown, { json = false }: { json?: boolean }): Promise<void> {
    this.exitCode = await reportFailure(this.terminal, error, { json, signal: this.parts.signal })
  }
}
