import { calls, type ProcessedUpload, type UploadTarget } from '../../../shared/api/calls.ts'
import type { UploadGroup } from '../../../shared/formats.ts'
import { uploadPath } from '../../../shared/uploads.ts'
import { toast } from '../../components/toast/toast-store.ts'
import { isUnauthorized } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { changeUpload, getDraft, subscribeDraft } from '../../lib/drafts.ts'
import { createWidget, type Widget } from './create-widget.ts'
import { failureOf, isSameStep, type Notice, noticesOf, stepOf, type UploadStep } from './upload-view.ts'
import { uploadWords } from './upload-words.ts'

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
  const target = await callApi(calls.createUploadUrl, { body, signal })
  return { ...target, uploadURL: reachable(target.uploadURL) }
}

/** POST /api/files/process: what an uploaded file is, and whether it can be read. */
export async function processUpload(
  upload: { objectPath: string; fileName: string },
  signal: AbortSignal,
): Promise<ProcessedUpload> {
  return callApi(calls.processUpload, {
    body: { fileUrl: upload.objectPath, fileName: upload.fileName },
    signal,
  })
}

const ERROR_MS = 5000

export interface UploadView {
  step: UploadStep
  notices: readonly Notice[]
}

/** Takes files of one group up to the point where they can be summarized. */
export interface Uploader {
  view: () => UploadView
  subscribe: (listener: () => void) => () => void
  /** Takes a file that was chosen or dropped; says why where it can't. */
  add: (files: readonly File[]) => void
  /** Puts a file in place of the one that is there, unless there is something wrong with the new one. */
  replace: (files: readonly File[]) => void
  /** Forgets the file, and stops what is being done with it. */
  remove: () => void
  /** Tries again with the file that failed, or that does not get on. */
  retry: () => void
  /** Ends the uploader, and with it whatever it is doing. */
  close: () => void
}

const describe = (file: File) => ({ name: file.name, type: file.type, data: file })

function extensionOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : ''
}

/** Has the server look at each file that has arrived. */
function readAfterUpload(widget: Widget, group: UploadGroup, signal: () => AbortSignal): void {
  const words = uploadWords[group]
  widget.addPostProcessor(async (ids) => {
    const files = ids.map((id) => widget.getState().files[id]).filter((file) => file !== undefined)
    for (const file of files) {
      const { target, failure } = file.meta
      if (target === undefined || failure !== undefined) continue
      const current = signal()
      try {
        const upload = await processUpload({ objectPath: target.objectPath, fileName: file.name }, current)
        if (current.aborted) return
        changeUpload(group, upload)
        widget.setState({ allowNewUpload: true })
        toast({ title: words.uploaded, description: upload.fileName })
      } catch (error) {
        if (current.aborted) return
        const told = failureOf(error, words.processingFailed)
        widget.setFileState(file.id, { error: told.reason })
        widget.setFileMeta(file.id, { failure: told })
        if (!isUnauthorized(error)) {
          toast({ title: 'Upload Processing Failed', description: told.reason, variant: 'destructive' })
        }
      }
    }
  })
}

/** Makes the uploader of a group. What it has ready stands in the draft, so that it outlives tabs and reloads. */
function createUploader(group: UploadGroup): Uploader {
  let work = new AbortController()
  const widget = createWidget(group, async (name, size) => {
    const target = await createUploadUrl({ name, size }, work.signal)
    const [file] = widget.getFiles()
    if (file !== undefined) widget.setFileMeta(file.id, { target })
    return target.uploadURL
  })
  readAfterUpload(widget, group, () => work.signal)

  const failedMessage = (name: string) => widget.i18n('failedToUpload', { file: name })
  const step = () => stepOf(widget.getState(), getDraft()[group])
  let view: UploadView = { step: step(), notices: [] }
  const listeners = new Set<() => void>()
  const refresh = () => {
    const next = step()
    const notices = noticesOf(widget.getState().info).filter(
      ({ message }) => next.step === 'failed' || !widget.getFiles().some(({ name }) => message === failedMessage(name)),
    )
    const isSame = notices.length === view.notices.length && isSameStep(next, view.step)
    if (isSame && notices.every(({ message }, index) => message === view.notices[index]?.message)) return
    view = { step: next, notices }
    for (const listener of listeners) listener()
  }
  const unsubscribe = [
    widget.store.subscribe(refresh),
    subscribeDraft(() => {
      const [file] = widget.getFiles()
      // What was ready has been summarized or removed.
      if (getDraft()[group] === null && file?.progress.complete && !file.error) widget.cancelAll()
      refresh()
    }),
  ]

  widget.on('file-removed', () => {
    work.abort()
    work = new AbortController()
  })
  widget.on('upload-error', (file, error) => {
    if (file === undefined || widget.getState().files[file.id] === undefined) return
    widget.setFileMeta(file.id, { failure: failureOf(error, `${failedMessage(file.name)}.`) })
  })

  widget.on('upload-stalled', (_, files) => {
    for (const { id } of files) widget.setFileMeta(id, { isStalled: true })
  })
  widget.on('upload-progress', (file) => {
    if (file?.meta.isStalled) widget.setFileMeta(file.id, { isStalled: false })
  })

  const put = (files: readonly File[]) => widget.addFiles(files.map(describe))
  const sendAgain = (data: unknown) => {
    if (!(data instanceof File)) return
    widget.cancelAll()
    put([data])
  }
  const retry = () => {
    const [file] = widget.getFiles()
    if (file === undefined) return
    const { failure } = file.meta
    if (failure === undefined || failure.isLost) {
      sendAgain(file.data)
    } else {
      widget.setFileMeta(file.id, { failure: undefined })
      void widget.retryUpload(file.id)
    }
  }
  widget.on('back-online', () => {
    if (view.step.step === 'failed' && view.step.failure.isConnection) retry()
  })

  const remove = () => {
    widget.cancelAll()
    changeUpload(group, null)
  }
  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (files) => {
      if (view.step.step === 'failed') widget.cancelAll()
      // A file from before a reload is in the draft, not in the widget.
      if (view.step.step === 'ready' && widget.getFiles().length === 0) {
        widget.info(widget.i18n('youCanOnlyUploadX', { smart_count: 1 }), 'error', ERROR_MS)
      } else {
        put(files)
      }
    },
    replace: ([file]) => {
      if (file === undefined) return
      const { name, size, type } = file
      const complaint = widget.validateSingleFile({ name, size, type, extension: extensionOf(name) })
      if (complaint !== null) {
        widget.info(complaint, 'error', ERROR_MS)
        return
      }
      remove()
      put([file])
    },
    remove,
    retry,
    close: () => {
      for (const stop of unsubscribe) stop()
      widget.destroy()
    },
  }
}

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
