import type { z } from 'zod'

/**
 * Something an operator can do: its name, what goes in and what comes out. Both are JSON, for they may pass through the
 * socket of a running server. Contracts load nothing of the server, so that a command starts at once.
 */
export interface ActionContract<I extends z.ZodType, O extends z.ZodType> {
  readonly name: string
  readonly input: I
  readonly output: O
}

export const defineContract = <I extends z.ZodType, O extends z.ZodType>(
  contract: ActionContract<I, O>,
): ActionContract<I, O> => contract
