import type { UploadTab } from '../../../shared/formats.ts'
import { isPictureName, MAX_PICTURES, uploadPath } from '../../../shared/uploads.ts'
import { toast, toastFailure } from '../../components/toast.tsx'
import { callApi } from '../../lib/api/client.ts'
import { recordingBytes } from '../../lib/site.ts'
import { changeUpload, getDraft, subscribeDraft } from '../../lib/stores/drafts.ts'
import { acceptedBy } from './tab-files.ts'
import { failureOf } from './upload-state.ts'
import { createWidget, PROBLEM_MS, sizeProblem, type Widget } from './upload-widget.ts'

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "Word, PDF and text, up to 25 MB. Recordings (MP3, M4A, WAV), up to 200 MB." */
const formatsOfTab = (tab: UploadTab, more = '') =>
  acceptedBy[tab].map(({ formats, maxBytes, shown }) => ({
    text: `${capitalized(formats)}${more}`,
    /** Left out on phones, where it would take two lines. */
    list: shown,
    end: `, up to ${maxBytes / 1024 / 1024}\u00A0MB.`,
  }))

export const uploadWords = {
  document: {
    drop: recordingBytes === null ? 'Drop a document here, or' : 'Drop a document or a recording here, or',
    choose: recordingBytes === null ? 'Choose a document' : 'Choose a document or a recording',
    hints: [
      ...formatsOfTab('document'),
      { text: `Up to ${MAX_PICTURES} pictures become one document.`, list: '', end: '' },
    ],
    uploaded: 'File Uploaded',
    processingFailed: 'Failed to process uploaded file',
  },
  epub: {
    drop: 'Drop an e\u2011book here, or',
    choose: 'Choose an e\u2011book',
    hints: formatsOfTab('epub', ' without copy protection'),
    uploaded: 'E-Book Uploaded',
    processingFailed: 'Failed to process uploaded EPUB file',
  },
} satisfies Record<UploadTab, unknown>

const PROCESSING_FAILED = 'Upload Processing Failed'

/** Path of an upload URL on this server, since the page may have another origin than APP_URL; other URLs unchanged. */
function reachable(uploadURL: string): string {
  const { pathname, search } = new URL(uploadURL)
  return pathname.startsWith(uploadPath) ? `${pathname}${search}` : uploadURL
}

/** Cameras and scanners number their files: "IMG_9.jpg" is before "IMG_10.jpg". */
const byName = new Intl.Collator('en', { numeric: true })

const describe = (file: File) => ({ name: file.name, type: file.type, data: file })

const extensionOf = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '')

/** Makes the server read each uploaded file. */
function checkAfterUpload(
  widget: Widget,
  group: UploadTab,
  { signalNow, isWatched }: { signalNow: () => AbortSignal; isWatched: () => boolean },
): void {
  const words = uploadWords[group]
  widget.addPostProcessor(async () => {
    // Files that were sent by an earlier attempt are pages too.
    const files = widget.getFiles()
    const targets = files.map(({ meta }) => meta.target?.objectPath).filter((path) => path !== undefined)
    const isSent = files.every(({ meta, progress }) => meta.failure === undefined && progress.uploadComplete)
    const [first] = files
    const [fileUrl] = targets
    if (first !== undefined && isSent && targets.length === files.length) {
      const { id, name } = first
      const signal = signalNow()
      try {
        const body = files.length > 1 ? { fileUrls: targets } : { fileUrl, fileName: name }
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
function createUploader(group: UploadTab) {
  let work = new AbortController()
  const widget = createWidget(group, async (id, fileName, size) => {
    const target = await callApi('createUploadUrl', { body: { fileName, size }, signal: work.signal })
    widget.setFileMeta(id, { target })
    return reachable(target.uploadURL)
  })
  let watchers = 0
  checkAfterUpload(widget, group, { signalNow: () => work.signal, isWatched: () => watchers > 0 })

  const failedMessage = (name: string) => widget.i18n('failedToUpload', { file: name })
  const failure = () => widget.getFiles().find(({ meta }) => meta.failure !== undefined)?.meta.failure
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
    widget.setFileMeta(file.id, { failure: { ...failureOf(error, ''), title: failedMessage(file.name) } })
  })
  widget.on('upload-stalled', (_, files) => {
    for (const { id } of files) widget.setFileMeta(id, { isStalled: true })
  })
  widget.on('upload-progress', (file) => {
    if (file?.meta.isStalled) widget.setFileMeta(file.id, { isStalled: false })
  })

  const put = (files: readonly File[]) => {
    const isTogether = files.length > 1 && files.every(({ name }) => isPictureName(name))
    widget.setOptions({ restrictions: { maxNumberOfFiles: isTogether ? MAX_PICTURES : 1 } })
    widget.addFiles(files.toSorted((one, other) => byName.compare(one.name, other.name)).map(describe))
  }
  const retry = () => {
    const files = widget.getFiles()
    const failed = files.filter(({ meta }) => meta.failure !== undefined)
    if (failed.length === 0 || failed.some(({ meta }) => meta.failure?.isLost)) {
      const again = files.map(({ data }) => data).filter((data) => data instanceof File)
      widget.cancelAll()
      put(again)
    } else {
      for (const { id } of failed) {
        widget.setFileMeta(id, { failure: undefined })
        void widget.retryUpload(id)
      }
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
    failedMessages: () => widget.getFiles().map(({ name }) => failedMessage(name)),
    /** Adds a chosen or dropped file, or pictures, which become the pages of one document. The widget's messages explain why it can't. */
    add: (files: readonly File[]) => {
      if (failure() !== undefined) widget.cancelAll()
      const count = widget.getFiles().length
      if (count > 0) {
        // Another one doesn't join those that are sent or read.
        widget.setOptions({ restrictions: { maxNumberOfFiles: count } })
        widget.addFiles(files.map(describe))
      } else if (isReady()) {
        // A file from before a reload is in the draft, not in the widget.
        widget.info(widget.i18n('youCanOnlyUploadX', { smart_count: 1 }), 'error', PROBLEM_MS)
      } else put(files)
    },
    /** Replaces the file, unless the new one is invalid. */
    replace: (files: readonly File[]) => {
      if (files.length === 0) return
      const problem = files
        .map(
          ({ name, size, type }) =>
            widget.validateSingleFile({ name, size, type, extension: extensionOf(name) }) ??
            sizeProblem(widget, group, { name, size }),
        )
        .find((found) => found !== null)
      if (problem !== undefined) {
        widget.info(problem, 'error', PROBLEM_MS)
        return
      }
      remove()
      put(files)
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

const open = new Map<UploadTab, { owner: string; uploader: Uploader }>()

/** The uploader of a group, shared by all screens, until another user (`owner`) signs in. */
export function uploaderOf(group: UploadTab, owner: string): Uploader {
  const known = open.get(group)
  if (known?.owner === owner) return known.uploader
  known?.uploader.close()
  const uploader = createUploader(group)
  open.set(group, { owner, uploader })
  return uploader
}
