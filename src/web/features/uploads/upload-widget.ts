import Uppy from '@uppy/core'
import XHRUpload from '@uppy/xhr-upload'
import type { UploadTab } from '../../../shared/formats.ts'
import { formatBytes } from '../../../shared/text/format.ts'
import { ApiError } from '../../lib/api/client.ts'
import { extensionsOfTab, largestOfTab, maxBytesOfName } from './tab-files.ts'
import type { UploadBody, UploadMeta } from './upload-state.ts'

export type Widget = Uppy<UploadMeta, UploadBody>

/** The screen shows failed uploads, so the console doesn't. */
const quiet = { debug: () => undefined, warn: () => undefined, error: () => undefined }

export const PROBLEM_MS = 5000

/** Message for a file above the limit of its kind, which the widget itself doesn't know; null for others. */
export function sizeProblem(
  widget: Widget,
  tab: UploadTab,
  { name, size }: { name: string; size: number },
): string | null {
  const maxBytes = maxBytesOfName(tab, name)
  return size > maxBytes ? widget.i18n('exceedsSize', { file: name, size: formatBytes(maxBytes) }) : null
}

/** Creates the upload widget of a group, which sends a file by PUT. `prepare` returns its URL, or fails the upload. */
export function createWidget(
  group: UploadTab,
  prepare: (id: string, name: string, size: number) => Promise<string>,
): Widget {
  const widget: Widget = new Uppy<UploadMeta, UploadBody>({
    id: group,
    autoProceed: true,
    allowMultipleUploadBatches: false,
    restrictions: {
      maxNumberOfFiles: 1,
      minFileSize: 1,
      maxFileSize: largestOfTab(group),
      allowedFileTypes: extensionsOfTab(group),
    },
    onBeforeFileAdded: ({ id, name, size }, files) => {
      // The widget itself reports that the file is already there.
      if (Object.hasOwn(files, id)) return false
      const problem = sizeProblem(widget, group, { name, size: size ?? 0 })
      if (problem !== null) widget.info(problem, 'error', PROBLEM_MS)
      return problem === null
    },
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
