import type { UploadGroup } from '../../../shared/formats.ts'
import { createUploader, type Uploader } from './uploader.ts'

const open = new Map<UploadGroup, { owner: string; uploader: Uploader }>()

/**
 * The uploader of a group, the same one on every screen, so that a file goes on its way while its owner looks elsewhere.
 * What another person had under way in this browser is given up.
 *
 * @param owner the signed-in person's id
 */
export function uploaderOf(group: UploadGroup, owner: string): Uploader {
  const known = open.get(group)
  if (known?.owner === owner) return known.uploader
  known?.uploader.close()
  const uploader = createUploader(group)
  open.set(group, { owner, uploader })
  return uploader
}
