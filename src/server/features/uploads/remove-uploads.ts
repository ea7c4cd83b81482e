import type { Clock } from '../../platform/clock.ts'
import type { UploadsContext } from './context.ts'
import { deleteUpload, findUpload, findUploadsBefore } from './repo.ts'

/** Removes a file and then its row, so that a failure in between leaves a row to retry from. */
export async function removeUpload({ db, storage }: UploadsContext, id: string): Promise<void> {
  await storage.delete(id)
  await deleteUpload(db, id)
}

/** Far longer than a summary takes, retries included. */
const KEPT_MS = 24 * 60 * 60_000
const BATCH = 100

/** An upload's file, or a leftover of an interrupted write. Other files in the storage are not ours. */
const ownFile = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\.part-[\da-f]+)?$/u

const before = (clock: Clock): Date => new Date(clock.now().getTime() - KEPT_MS)

/** Removes uploads older than a day: unused ones, and those left over by a crash. Returns their number. */
export async function removeOldUploads(context: UploadsContext): Promise<number> {
  let removed = 0
  for (;;) {
    const rows = await findUploadsBefore(context.db, before(context.clock), BATCH)
    for (const row of rows) await removeUpload(context, row.id)
    removed += rows.length
    if (rows.length < BATCH) return removed
  }
}

/**
 * Removes files older than a day without an upload: the account was deleted, or a write was interrupted. Returns their
 * number.
 */
export async function removeStrayFiles(context: UploadsContext): Promise<number> {
  let removed = 0
  for await (const { key } of context.storage.listOlderThan(before(context.clock))) {
    const [, id, unfinished] = ownFile.exec(key) ?? []
    if (id === undefined) continue
    if (unfinished === undefined && (await findUpload(context.db, id)) !== undefined) continue
    await context.storage.delete(key)
    removed += 1
  }
  return removed
}
