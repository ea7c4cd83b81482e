import type { FastifyRequest } from 'fastify'
import { AppError } from '../../shared/errors.ts'

/** The signed-in user who sends a request. */
export interface Actor {
  userId: string
  /** The plan value in effect now, for the plan catalogue. */
  plan: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
}

declare const authorized: unique symbol

/** A row that belongs to the actor. Created by `authorizeOwner` only. */
export type Authorized<T> = T & { readonly [authorized]: true }

/**
 * Checks that a row belongs to the actor.
 *
 * @param advice what the user can do if it is missing
 * @throws AppError `not_found` when the row is missing or another user's, without revealing which
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the brand exists in types only
  return row as Authorized<T>
}

/** @throws AppError `unauthorized` without a session */
export function requireActor(request: FastifyRequest): Actor {
  if (request.actor === null) throw new AppError('unauthorized', 'Unauthorized')
  return request.actor
}
