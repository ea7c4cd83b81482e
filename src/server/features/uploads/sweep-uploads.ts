import type { Clock } from '../../platform/clock.ts'
import { type RemoveUploadDeps, removeUpload } from './remove-upload.ts'
import { findUpload, findUploadsBefore } from './repo.ts'

export interface SweepUploadsDeps extends RemoveUploadDeps {
  clock: Clock
}

/** Far longer than a summary can take from its upload on, retries included. */
const KEPT_MS = 24 * 60 * 60_000
const BATCH = 100

/** An upload's file, or what an interrupted write has left of one. Whatever else lies there is somebody else's. */
const ownFile = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\.part-[\da-f]+)?$/u

const before = (clock: Clock): Date => new Date(clock.now().getTime() - KEPT_MS)

/**
 * Removes uploads that are older than a day: nobody made a summary of them, or its end was lost in a crash.
 *
 * @returns how many there were
 */
export async function removeOldUploads(deps: SweepUploadsDeps): Promise<number> {
  let removed = 0
  for (;;) {
    const rows = await findUploadsBefore(deps.db, before(deps.clock), BATCH)
    for (const row of rows) await removeUpload(deps, row.id)
    removed += rows.length
    if (rows.length < BATCH) return removed
  }
}

/**
 * Removes files older than a day that no upload knows: their person is gone, or a write was cut off by a crash.
 *
 * @returns how many there were
 */
export async function removeStrayFiles(deps: SweepUploadsDeps): Promise<number> {
  let removed = 0
  for await (const { key } of deps.storage.listOlderThan(before(deps.clock))) {
    const [, id, unfinished] = ownFile.exec(key) ?? []
    if (id === undefined) continue
    if (unfinished === undefined && (await findUpload(deps.db, id)) !== undefined) continue
    await deps.storage.delete(key)
    removed += 1
  }
  return removed
}
