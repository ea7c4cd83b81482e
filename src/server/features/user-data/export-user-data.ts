import { AppError } from '../../../shared/errors.ts'
import { hasPrices } from '../../../shared/plans/catalogue.ts'
import type { Db } from '../../db/database.ts'
import { planChangesOf } from '../../plans/plan-changes-repo.ts'
import { emailLinksOf } from '../accounts/email/email-links-repo.ts'
import { findSessionById, sessionsOfUser } from '../accounts/session/sessions-repo.ts'
import { tokensOf } from '../accounts/tokens/tokens-repo.ts'
import { findUserById } from '../accounts/users-repo.ts'
import { cancellationRequestsOf, paymentEventsOf } from '../billing/repo.ts'
import { type TextFile, zipFiles } from '../exports/zip-files.ts'
import { sharesOf } from '../sharing/repo.ts'
import { suggestionsOf } from '../suggestions/repo.ts'
import { modelUsageOf } from '../summaries/model-usage-repo.ts'
import { uploadsOf } from '../uploads/repo.ts'
import { jsonFile, type UserDataContext } from './context.ts'
import { readme } from './readme.ts'
import { summaryFiles } from './summary-files.ts'

type Context = Pick<UserDataContext, 'db' | 'clock' | 'catalogue'>

const SESSION_CHECK_MS = 500

/** JSON file of rows, with some of their columns. */
function rowsFile<T extends object>(name: string, rows: readonly T[], ...columns: (keyof T & string)[]): TextFile {
  return jsonFile(
    name,
    rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))),
  )
}

/** The user's row without the hashes of their password and of their reset token. */
async function profileOf(db: Db, userId: string) {
  const user = await findUserById(db, userId)
  if (user === undefined) return null
  const { password, resetToken: _resetToken, ...rest } = user
  const emailLinks = await emailLinksOf(db, userId)
  return {
    ...rest,
    hasPassword: password !== null,
    emailLinks: emailLinks.map(({ purpose, email, createdAt, expiresAt }) => ({
      purpose,
      email,
      createdAt,
      expiresAt,
    })),
  }
}

/**
 * Everything stored about a user. Columns are listed, so that a new one is not exported by accident. Reads page by page
 * rather than in one transaction, which would stay open for as long as the download takes.
 */
async function* filesOf(context: Context, userId: string): AsyncGenerator<TextFile> {
  const { db, clock, catalogue } = context
  const requests = await cancellationRequestsOf(db, userId)
  const events = await paymentEventsOf(db, userId)
  const planChanges = await planChangesOf(db, userId)
  // Without prices, only what remains from a time with them.
  const hasBilling = hasPrices(catalogue) || requests.length + events.length + planChanges.length > 0
  yield readme(clock.now(), hasBilling)
  const profile = await profileOf(db, userId)
  if (profile !== null) yield jsonFile('profile.json', profile)
  const sessions = await sessionsOfUser(db, userId)
  const times = ['createdAt', 'lastSeenAt', 'authenticatedAt', 'expiresAt'] as const
  yield rowsFile('sessions.json', sessions, 'id', 'userAgent', ...times)
  const tokens = await tokensOf(db, userId)
  yield rowsFile('api-tokens.json', tokens, 'id', 'name', 'scopes', 'ending', 'createdAt', 'lastUsedAt')
  const uploads = await uploadsOf(db, userId)
  const file = ['fileName', 'fileType', 'bytes', 'declaredBytes', 'sha256'] as const
  yield rowsFile('uploads.json', uploads, 'id', ...file, 'state', 'createdAt')
  if (hasBilling) {
    const answer = ['status', 'createdAt', 'processedAt', 'answer'] as const
    yield rowsFile('cancellation-requests.json', requests, 'id', 'reason', ...answer)
    yield jsonFile('payment-events.json', events)
    // Without the name of the operator.
    yield rowsFile('plan-changes.json', planChanges, 'fromPlan', 'toPlan', 'expiresAt', 'reason', 'createdAt')
  }
  yield jsonFile('shared-links.json', await sharesOf(db, userId))
  yield jsonFile('model-usage.json', await modelUsageOf(db, userId))
  const suggestions = await suggestionsOf(db, userId)
  const suggestion = ['featureType', 'description', 'priority', 'createdAt'] as const
  yield rowsFile('feature-suggestions.json', suggestions, 'id', ...suggestion)
  yield* summaryFiles(context, userId)
}

/** @throws AppError `unauthorized` when the session has ended */
async function checkSession(db: Db, sessionId: string): Promise<void> {
  if ((await findSessionById(db, sessionId)) === undefined) throw new AppError('unauthorized', 'Unauthorized')
}

async function* whileSignedIn(
  context: Context,
  { userId, sessionId, signal }: { userId: string; sessionId: string; signal: AbortSignal },
): AsyncGenerator<TextFile> {
  let checkAt = performance.now() + SESSION_CHECK_MS
  for await (const file of filesOf(context, userId)) {
    signal.throwIfAborted()
    if (performance.now() >= checkAt) {
      await checkSession(context.db, sessionId)
      checkAt = performance.now() + SESSION_CHECK_MS
    }
    yield file
  }
  // Rows may have been deleted while they were read; then the archive must not be finished as if it were complete.
  await checkSession(context.db, sessionId)
}

/**
 * Creates a zip archive of everything stored about a user, while it is read.
 *
 * @throws AppError `unauthorized` when the session ends meanwhile; the archive is incomplete then
 */
export function exportUserData(
  context: Context,
  request: { userId: string; sessionId: string; signal: AbortSignal },
): AsyncIterable<Uint8Array> {
  return zipFiles(whileSignedIn(context, request))
}
