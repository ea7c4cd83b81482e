import { AppError } from '../../../shared/errors.ts'
import type { DataFile } from '../../db/data-files.ts'
import type { Db } from '../../db/database.ts'
import { findSessionById } from './account-data-repo.ts'
import type { AccountDeps } from './account-deps.ts'

/** Whose data, for whom, and until when. */
export interface MyDataRequest {
  userId: string
  /** Of the browser that asks. */
  sessionId: string
  signal: AbortSignal
}

/** How often it is looked whether the one who reads is still signed in. */
const LOOK_EVERY_MS = 500

/** @throws AppError `unauthorized` when the session has ended, or the person is gone */
async function checkStillSignedIn(db: Db, sessionId: string): Promise<void> {
  if ((await findSessionById(db, sessionId)) === undefined) throw new AppError('unauthorized', 'Unauthorized')
}

async function* whileSignedIn(
  deps: Pick<AccountDeps, 'db' | 'allData'>,
  request: MyDataRequest,
): AsyncGenerator<DataFile> {
  let lookAt = performance.now() + LOOK_EVERY_MS
  for await (const file of deps.allData(deps.db, request.userId)) {
    request.signal.throwIfAborted()
    if (performance.now() >= lookAt) {
      await checkStillSignedIn(deps.db, request.sessionId)
      lookAt = performance.now() + LOOK_EVERY_MS
    }
    yield file
  }
  // What was read while the rows went is not the whole: the archive must not be closed as if it were.
  await checkStillSignedIn(deps.db, request.sessionId)
}

/**
 * The archive of a person's data, made while it is read.
 *
 * @throws AppError `unauthorized` when the person signs out or deletes the account meanwhile; what has been read so far
 *   is no whole archive then
 */
export function readMyData(
  deps: Pick<AccountDeps, 'db' | 'allData' | 'pack'>,
  request: MyDataRequest,
): AsyncIterable<Uint8Array> {
  return deps.pack(whileSignedIn(deps, request))
}
