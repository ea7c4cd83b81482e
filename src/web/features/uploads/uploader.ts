import { formatsOfGroup, type UploadGroup } from '../../../shared/formats.ts'
import { uploadGroups, uploadPath } from '../../../shared/uploads.ts'
import { toast, toastFailure } from '../../components/toast.tsx'
import { callApi } from '../../lib/api/client.ts'
import { changeUpload, getDraft, subscribeDraft } from '../../lib/stores/drafts.ts'
import { failureOf } from './upload-state.ts'
import { createWidget, type Widget } from './upload-widget.ts'

const megabytes = (group: UploadGroup): string => `${uploadGroups[group].maxBytes / 1024 / 1024}\u00A0MB`

export const uploadWords = {
  document: {
    drop: 'Drop a document here, or',
    choose: 'Choose a document',
    hint: `${formatsOfGroup('document')}, up to ${megabytes('document')}`,
    uploaded: 'File Uploaded',
    processingFailed: 'Failed to process uploaded file',
  },
  epub: {
    drop: 'Drop an e\u2011book here, or',
    choose: 'Choose an e\u2011book',
    hint: `${formatsOfGroup('epub')} without copy protection, up to ${megabytes('epub')}`,
    uploaded: 'E-Book Uploaded',
    processingFailed: 'Failed to process uploaded EPUB file',
  },
} satisfies Record<UploadGroup, unknown>

const ERROR_MS = 5000
const PROCESSING_FAILED = 'Upload Processing Failed'

/** Path of an upload URL on this server, since the page may have another origin than APP_URL; other URLs unchanged. */
function reachable(uploadURL: string): string {
  const { pathname, search } = new URL(uploadURL)
  return pathname.startsWith(uploadPath) ? `${pathname}${search}` : uploadURL
}

const describe = (file: File) => ({ name: file.name, type: file.type, data: file })

const extensionOf = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '')

/** Makes the server read each uploaded file. */
function checkAfterUpload(
  widget: Widget,
  group: UploadGroup,
  { signalNow, isWatched }: { signalNow: () => AbortSignal; isWatched: () => boolean },
): void {
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
        const failure = { ...failureOf(error, words.processingFailed), title: PROCESSING_FAILED }
        widget.setFileState(id, { error: failure.reason })
        widget.setFileMeta(id, { failure })
        // The file's card shows it, unless the user is on another screen or tab.
        if (!isWatched()) toastFailure(PROCESSING_FAILED, error, failure.reason)
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
  let watchers = 0
  checkAfterUpload(widget, group, { signalNow: () => work.signal, isWatched: () => watchers > 0 })

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
    widget.setFileMeta(file.id, { failure: { ...failureOf(error, ''), title: failedMessage() } })
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
    /** Follows the state, for a screen that shows it. */
    subscribe: (listener: () => void) => {
      const unsubscribe = widget.store.subscribe(listener)
      watchers += 1
      return () => {
        watchers -= 1
        unsubscribe()
      }
    },
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
