import { calls, type UploadTarget } from '../../../../shared/api/calls.ts'
import { uploadPath } from '../../../../shared/uploads.ts'
import { callApi } from '../../../lib/api/client.ts'

/** URL of the server itself as a path, for pages that were opened at another address than APP_URL; others unchanged. */
function reachable(uploadURL: string): string {
  const { pathname, search } = new URL(uploadURL)
  return pathname.startsWith(uploadPath) ? `${pathname}${search}` : uploadURL
}

/** POST /api/files/upload-url: where to send one file. */
export async function createUploadUrl(
  file: { name: string; size: number },
  signal: AbortSignal,
): Promise<UploadTarget> {
  const body = { fileName: file.name, size: file.size }
  const target = await callApi(calls.createUploadUrl, 200, { body, signal })
  return { ...target, uploadURL: reachable(target.uploadURL) }
}
