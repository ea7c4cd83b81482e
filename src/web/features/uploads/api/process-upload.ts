import { calls, type ProcessedUpload } from '../../../../shared/api/calls.ts'
import { callApi } from '../../../lib/api/client.ts'

/** POST /api/files/process: what an uploaded file is, and whether it can be read. */
export async function processUpload(
  upload: { objectPath: string; fileName: string },
  signal: AbortSignal,
): Promise<ProcessedUpload> {
  return callApi(calls.processUpload, 200, {
    body: { fileUrl: upload.objectPath, fileName: upload.fileName },
    signal,
  })
}
