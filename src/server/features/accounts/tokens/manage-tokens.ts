import type { FastifyRequest } from 'fastify'
import {
  type ApiToken,
  type CreatedToken,
  type CreateTokenPayload,
  tokenScopes,
} from '../../../../shared/account/accounts.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { ApiTokenRow } from '../../../db/schema/index.ts'
import { lockUser } from '../../../plans/quota-repo.ts'
import { requireActor } from '../../../platform/request-context.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import { confirmIdentity } from '../confirm-identity.ts'
import type { AccountContext } from '../context.ts'
import { enqueueNotice, mayNotify } from '../email/email-links.ts'
import { hashOf, newKey, requireUser, sessionOf, TOKEN_PREFIX } from '../session/session-plugin.ts'
import { findSessionById } from '../session/sessions-repo.ts'
import { deleteToken, insertToken, tokensOf } from './tokens-repo.ts'

const MAX_TOKENS = 20

const toApiToken = ({ id, name, scopes, ending, createdAt, lastUsedAt }: ApiTokenRow): ApiToken => ({
  id,
  name,
  scopes,
  ending,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** Lists the signed-in user's API tokens, newest first. */
export async function listOwnTokens({ db }: AccountContext, request: FastifyRequest): Promise<ApiToken[]> {
  return (await tokensOf(db, requireActor(request).userId)).map(toApiToken)
}

/**
 * Creates an API token of the signed-in user. Only its hash is stored.
 * @throws AppError `wrong_password`, `sign_in_again`, `rate_limited`; `too_many_tokens`; `unauthorized` when the
 * session has ended
 */
export async function createToken(
  context: AccountContext,
  request: FastifyRequest,
  { name, scopes, currentPassword }: CreateTokenPayload,
): Promise<CreatedToken> {
  const user = requireUser(request)
  await confirmIdentity(context, request, user, currentPassword)
  const notify = await mayNotify(context, request, user)
  const token = TOKEN_PREFIX + newKey()
  const [row] = await context.db.transaction(async (tx) => {
    // The lock makes a change of the password, which revokes tokens, happen before or after.
    await lockUser(tx, user.id)
    const session = await findSessionById(tx, sessionOf(request)?.id ?? '')
    if (session === undefined) return []
    if ((await tokensOf(tx, user.id)).length >= MAX_TOKENS) {
      throw new AppError('too_many_tokens', `You have ${MAX_TOKENS} tokens. Revoke one that you no longer use first.`)
    }
    if (notify) await enqueueNotice(context, tx, 'token_created', user)
    return insertToken(tx, {
      userId: user.id,
      name,
      scopes: tokenScopes.filter((scope) => scopes.includes(scope)),
      tokenHash: hashOf(token),
      ending: token.slice(-4),
      createdAt: context.clock.now(),
    })
  })
  if (row === undefined) throw new AppError('unauthorized', 'Unauthorized')
  logSecurityEvent(request.log, 'token_created', user.id, { tokenId: row.id })
  return { ...toApiToken(row), token }
}

/** Revokes an API token of the signed-in user. @throws AppError `not_found` */
export async function revokeToken({ db }: AccountContext, request: FastifyRequest, id: string): Promise<void> {
  const { userId } = requireActor(request)
  if (!(await deleteToken(db, userId, id))) {
    throw new AppError('not_found', 'This token does not exist. It may have been revoked already.')
  }
  logSecurityEvent(request.log, 'token_revoked', userId, { tokenId: id })
}
