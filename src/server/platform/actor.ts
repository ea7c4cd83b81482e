import type { FastifyRequest } from 'fastify'
import { AppError } from '../../shared/errors.ts'

/** Who asks: a signed-in person. */
export interface Actor {
  userId: string
  /** The plan value that counts now; the plan catalogue says what it means. */
  plan: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
}

declare const proven: unique symbol

/** A row together with the proof that its owner is the one who asks. Only an authorization check makes one. */
export type Authorized<T> = T & { readonly [proven]: true }

/**
 * The one place where ownership turns into proof.
 *
 * @param advice what a person can do about a missing one
 * @throws AppError `not_found` when the row is missing or another person's: nobody learns which
 */
export function authorizeOwner<T extends { userId: string }>(
  actor: Actor,
  row: T | undefined,
  what: string,
  advice?: string,
): Authorized<T> {
  if (row === undefined || row.userId !== actor.userId) {
    throw new AppError('not_found', [`This ${what} does not exist.`, advice].filter(Boolean).join(' '))
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the brand exists in types only, and is given here alone
  return row as Authorized<T>
}

/**
 * The person behind a request.
 *
 * @throws AppError `unauthorized` when nobody is signed in
 */
export function requireActor(request: FastifyRequest): Actor {
  if (request.actor === null) throw new AppError('unauthorized', 'Unauthorized')
  return request.actor
}
