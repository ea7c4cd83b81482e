import Uppy, { type State } from '@uppy/core'
import XHRUpload from '@uppy/xhr-upload'
import type { ProcessedUpload, UploadTarget } from '../../../shared/api/calls.ts'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { describeFormats, fileFormats, type UploadGroup, uploadTypes } from '../../../shared/formats.ts'
import { uploadGroups, uploadPath } from '../../../shared/uploads.ts'
import { toast, toastFailure } from '../../components/toast.tsx'
import { ApiError, callApi, reasonOf } from '../../lib/api/client.ts'
import { changeUpload, getDraft, subscribeDraft } from '../../lib/stores/drafts.ts'

const lostCodes: ReadonlySet<ErrorCode> = new Set(['upload_expired', 'upload_incomplete', 'not_found'])
const CONNECTION_LOST = 'The connection was lost before the upload finished.'

const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** Classifies an error of sending or reading a file. Errors that we don't know come from the connection. */
export function failureOf(error: unknown, fallback: string) {
  const known = error instanceof AppError
  if (!(error instanceof ApiError)) {
    return {
      reason: known ? error.message : CONNECTION_LOST,
      /** Whether a retry with the same file may succeed. */
      mayRetry: true,
      /** Whether the server did not respond, so that a retry makes sense once the connection is back. */
      isConnection: !known || error.code === 'unavailable',
      /** Whether a retry has to send the file again. */
      isLost: false,
      error,
    }
  }
  const isLost = error.code !== null && lostCodes.has(error.code)
  const mayRetry = isLost || isPassing(error.status)
  return { reason: reasonOf(error, fallback), mayRetry, isConnection: false, isLost, error }
}
type UploadFailure = ReturnType<typeof failureOf>

type UploadMeta = {
  target?: UploadTarget | undefined
  failure?: UploadFailure | undefined
  /** Whether the upload has made no progress for a while. */
  isStalled?: boolean | undefined
}
type UploadBody = Record<string, never>

interface Chosen {
  name: string
  /** Bytes. */
  size: number
}

export type UploadStep =
  | { step: 'empty' }
  | ({ step: 'sending'; percent: number; isStalled: boolean } & Chosen)
  | ({ step: 'reading' } & Chosen)
  | ({ step: 'failed'; failure: UploadFailure } & Chosen)
  | { step: 'ready'; upload: ProcessedUpload }

type UploadState = State<UploadMeta, UploadBody>

/** The step that the widget is in. `ready` is the upload to be summarized, which outlives the widget. */
export function stepOf(
  { files, totalProgress: percent }: Pick<UploadState, 'files' | 'totalProgress'>,
  ready: ProcessedUpload | null,
): UploadStep {
  if (ready !== null) return { step: 'ready', upload: ready }
  const [file] = Object.values(files)
  if (file === undefined) return { step: 'empty' }
  const chosen = { name: file.name, size: file.size ?? 0 }
  const { failure, isStalled = false } = file.meta
  if (failure !== undefined) return { step: 'failed', failure, ...chosen }
  if (file.progress.uploadComplete) return { step: 'reading', ...chosen }
  return { step: 'sending', percent, isStalled, ...chosen }
}

/** The widget's messages without duplicates, and without the failure of a file that is being sent again. */
export function noticesOf({ info, files }: Pick<UploadState, 'info' | 'files'>, failedMessage: string) {
  const hasFailed = Object.values(files).some(({ meta }) => meta.failure !== undefined)
  return info
    .map(({ message, type }) => ({ message, isError: type === 'error' || type === 'warning' }))
    .filter(({ message }, index, all) => all.findIndex((other) => other.message === message) === index)
    .filter(({ message }) => hasFailed || message !== failedMessage)
}

const megabytes = (group: UploadGroup): string => `${uploadGroups[group].maxBytes / 1024 / 1024}\u00A0MB`

const documentTypes = uploadTypes.filter((type) => fileFormats[type].group === 'document')

export const uploadWords = {
  document: {
    drop: 'Drop a document here, or',
    choose: 'Choose a document',
    hint: `${describeFormats(documentTypes).join(', ')}, up to ${megabytes('document')}`,
    uploaded: 'File Uploaded',
    processingFailed: 'Failed to process uploaded file',
  },
  epub: {
    drop: 'Drop an e\u2011book here, or',
    choose: 'Choose an e\u2011book',
    hint: `EPUB without copy protection, up to ${megabytes('epub')}`,
    uploaded: 'E-Book Uploaded',
    processingFailed: 'Failed to process uploaded EPUB file',
  },
} satisfies Record<UploadGroup, unknown>

const ERROR_MS = 5000

/** Path of an upload URL on this server, since the page may have another origin than APP_URL; other URLs unchanged. */
function reachable(uploadURL: string): string {
  const { pathname, search } = new URL(uploadURL)
  return pathname.startsWith(uploadPath) ? `${pathname}${search}` : uploadURL
}

type Widget = Uppy<UploadMeta, UploadBody>

/** The screen shows failed uploads, so the console doesn't. */
const quiet = { debug: () => undefined, warn: () => undefined, error: () => undefined }

/** Creates the upload widget of a group, which sends a file by PUT. `prepare` returns its URL, or fails the upload. */
export function createWidget(group: UploadGroup, prepare: (name: string, size: number) => Promise<string>): Widget {
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
        return await prepare(file.name, file.size ?? 0)
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

const describe = (file: File) => ({ name: file.name, type: file.type, data: file })

const extensionOf = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '')

/** Makes the server read each uploaded file. */
function checkAfterUpload(widget: Widget, group: UploadGroup, signalNow: () => AbortSignal): void {
  const words = uploadWords[group]
  widget.addPostProcessor(async (ids) => {
    const files = ids.map((id) => widget.getState().files[id]).filter((file) => file !== undefined)
    for (const { id, name, meta } of files) {
      if (meta.target === undefined || meta.failure !== undefined) continue
      const signal = signalNow()
      try {
        const body = { fileUrl: meta.target.objectPath, fileName: name }
        const upload = await callApi('processUpload', { body, signal })
        if (signal.aborted) return
        changeUpload(group, upload)
        widget.setState({ allowNewUpload: true })
        toast({ title: words.uploaded, description: upload.fileName })
      } catch (error) {
        if (signal.aborted) return
        const failure = failureOf(error, words.processingFailed)
        widget.setFileState(id, { error: failure.reason })
        widget.setFileMeta(id, { failure })
        toastFailure('Upload Processing Failed', error, failure.reason)
      }
    }
  })
}

/** Creates the uploader of a group. A file that is ready is in the draft, which survives a reload. */
function createUploader(group: UploadGroup) {
  let work = new AbortController()
  const widget = createWidget(group, async (fileName, size) => {
    const target = await callApi('createUploadUrl', { body: { fileName, size }, signal: work.signal })
    const [file] = widget.getFiles()
    if (file !== undefined) widget.setFileMeta(file.id, { target })
    return reachable(target.uploadURL)
  })
  checkAfterUpload(widget, group, () => work.signal)

  const failedMessage = () => widget.i18n('failedToUpload', { file: widget.getFiles()[0]?.name ?? '' })
  const failure = () => widget.getFiles()[0]?.meta.failure
  const isReady = () => getDraft()[group] !== null
  const unsubscribe = subscribeDraft(() => {
    const [file] = widget.getFiles()
    // The file that was ready has been summarized or removed.
    if (!isReady() && file?.progress.complete && !file.error) widget.cancelAll()
  })

  widget.on('file-removed', () => {
    work.abort()
    work = new AbortController()
  })
  widget.on('upload-error', (file, error) => {
    if (file === undefined || widget.getState().files[file.id] === undefined) return
    widget.setFileMeta(file.id, { failure: failureOf(error, `${failedMessage()}.`) })
  })
  widget.on('upload-stalled', (_, files) => {
    for (const { id } of files) widget.setFileMeta(id, { isStalled: true })
  })
  widget.on('upload-progress', (file) => {
    if (file?.meta.isStalled) widget.setFileMeta(file.id, { isStalled: false })
  })

  const put = (files: readonly File[]) => widget.addFiles(files.map(describe))
  const retry = () => {
    const [file] = widget.getFiles()
    if (file === undefined) return
    if (file.meta.failure === undefined || file.meta.failure.isLost) {
      if (!(file.data instanceof File)) return
      widget.cancelAll()
      put([file.data])
    } else {
      widget.setFileMeta(file.id, { failure: undefined })
      void widget.retryUpload(file.id)
    }
  }
  widget.on('back-online', () => {
    if (failure()?.isConnection) retry()
  })
  const remove = () => {
    widget.cancelAll()
    changeUpload(group, null)
  }
  return {
    state: () => widget.getState(),
    subscribe: (listener: () => void) => widget.store.subscribe(listener),
    failedMessage,
    /** Adds a chosen or dropped file. The widget's messages explain why it can't. */
    add: (files: readonly File[]) => {
      if (failure() !== undefined) widget.cancelAll()
      // A file from before a reload is in the draft, not in the widget.
      if (isReady() && widget.getFiles().length === 0)
        widget.info(widget.i18n('youCanOnlyUploadX', { smart_count: 1 }), 'error', ERROR_MS)
      else put(files)
    },
    /** Replaces the file, unless the new one is invalid. */
    replace: ([file]: readonly File[]) => {
      if (file === undefined) return
      const { name, size, type } = file
      const problem = widget.validateSingleFile({ name, size, type, extension: extensionOf(name) })
      if (problem !== null) {
        widget.info(problem, 'error', ERROR_MS)
        return
      }
      remove()
      put([file])
    },
    /** Removes the file, and stops its upload. */
    remove,
    retry,
    close: () => {
      unsubscribe()
      widget.destroy()
    },
  }
}

export type Uploader = ReturnType<typeof createUploader>

const open = new Map<UploadGroup, { owner: string; uploader: Uploader }>()

/** The uploader of a group, shared by all screens, until another user (`owner`) signs in. */
export function uploaderOf(group: UploadGroup, owner: string): Uploader {
  const known = open.get(group)
  if (known?.owner === owner) return known.uploader
  known?.uploader.close()
  const uploader = createUploader(group)
  open.set(group, { owner, uploader })
  return uploader
}
