import type { UploadType } from '../../../shared/uploads.ts'
import type { Tx } from '../../db/database.ts'
import type { Actor } from '../../platform/actor.ts'

/** An uploaded file that a summary can be made of. */
export interface IdentifiedFile {
  fileName: string
  fileType: UploadType
  /** Of its bytes, in hex. */
  sha256: string
}

/** What summaries need of files that people have uploaded. A `fileUrl` is what their payload names a file by. */
export interface UploadedFiles {
  /** Sees to it that a file has been looked at, if it is there; throws where it will not do. */
  prepare(actor: Actor, fileUrl: string): Promise<void>
  /** Names a user's file that was checked and not claimed, locked until the transaction ends; throws where it can't be used. */
  identify(tx: Tx, actor: Actor, fileUrl: string): Promise<IdentifiedFile>
  /** Takes a user's file for one summary, permanently when the transaction commits; throws where that can't be. */
  claim(tx: Tx, actor: Actor, fileUrl: string): Promise<void>
  /** Whether a file that was claimed is still there. */
  isKept(tx: Tx, actor: Actor, fileUrl: string): Promise<boolean>
  /** A claimed file's bytes; throws when they are gone. */
  read(userId: string, fileUrl: string): Promise<{ bytes: Uint8Array; fileName: string }>
  /** The file has been read, or will never be: it is removed. Never throws. */
  release(fileUrl: string): Promise<void>
}
