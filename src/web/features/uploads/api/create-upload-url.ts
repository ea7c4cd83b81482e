import { calls, type UploadTarget } from '../../../../shared/api/calls.ts'
import { callApi } from '../../../lib/api/client.ts'

/** POST /api/files/upload-url: where to send one file. */
export async function createUploadUrl(
  file: { name: string; size: number },
  signal: AbortSignal,
): Promise<UploadTarget> {
  return callApi(calls.createUploadUrl, 200, { body: { fileName: file.name, size: file.size }, signal })
}
