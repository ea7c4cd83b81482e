import Uppy from '@uppy/core'
import XHRUpload from '@uppy/xhr-upload'
import type { UploadTab } from '../../../shared/formats.ts'
import { uploadGroups } from '../../../shared/uploads.ts'
import { ApiError } from '../../lib/api/client.ts'
import type { UploadBody, UploadMeta } from './upload-state.ts'

export type Widget = Uppy<UploadMeta, UploadBody>

/** The screen shows failed uploads, so the console doesn't. */
const quiet = { debug: () => undefined, warn: () => undefined, error: () => undefined }

/** Creates the upload widget of a group, which sends a file by PUT. `prepare` returns its URL, or fails the upload. */
export function createWidget(
  group: UploadTab,
  prepare: (id: string, name: string, size: number) => Promise<string>,
): Widget {
  const { extensions, maxBytes } = uploadGroups[group]
  const widget: Widget = new Uppy<UploadMeta, UploadBody>({
    id: group,
    autoProceed: true,
    allowMultipleUploadBatches: false,
    restrictions: { maxNumberOfFiles: 1, minFileSize: 1, maxFileSize: maxBytes, allowedFileTypes: [...extensions] },
    logger: quiet,
  })
  widget.use(XHRUpload, {
    method: 'PUT',
    formData: false,
    // The server detects the type by the bytes.
    headers: { 'content-type': 'application/octet-stream' },
    endpoint: async (files) => {
      const [file] = [files].flat()
      if (file === undefined) throw new Error('There is nothing to send.')
      try {
        return await prepare(file.id, file.name, file.size ?? 0)
      } catch (error) {
        // The plugin only reports errors of sending itself.
        const own = widget.getState().files[file.id]
        if (own !== undefined && error instanceof Error) widget.emit('upload-error', own, error)
        throw error
      }
    },
    shouldRetry: ({ status }) => status === 0 || status >= 500,
    onAfterResponse: ({ status, statusText, responseText }) => {
      if (status >= 400) throw new ApiError(status, statusText, responseText)
    },
    getResponseData: () => ({}),
  })
  return widget
}
