import { describe, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { uploadGroups } from '../../../shared/uploads.ts'
import { ApiError } from '../../lib/api/client.ts'
import { factsOf } from './file-step.tsx'
import { failureOf, noticesOf, stepOf } from './upload-state.ts'
import { createWidget } from './upload-widget.ts'

const upload = {
  objectPath: 'uploads/1',
  fileName: 'report.pdf',
  fileType: 'pdf' as const,
  bytes: 2_200_000,
  words: 31_204,
  pages: 86,
  title: 'Report',
}

const refusal = (status: number, code: ErrorCode) => new ApiError(status, '', JSON.stringify({ code, message: 'No.' }))

describe('failureOf', () => {
  it('distinguishes temporary failures from those of the file', () => {
    expect(failureOf(refusal(422, 'source_encrypted'), '')).toMatchObject({ reason: 'No.', mayRetry: false })
    expect(failureOf(refusal(503, 'unavailable'), '')).toMatchObject({ mayRetry: true, isLost: false })
    expect(failureOf(refusal(429, 'rate_limited'), '')).toMatchObject({ mayRetry: true, isLost: false })
    expect(failureOf(refusal(410, 'upload_expired'), '')).toMatchObject({ mayRetry: true, isLost: true })
  })

  it('treats a missing response as a lost connection', () => {
    const lost = { mayRetry: true, isConnection: true }
    expect(failureOf(new Error('Upload error'), '')).toMatchObject({
      ...lost,
      reason: 'The connection was lost before the upload finished.',
    })
    expect(failureOf(new AppError('unavailable', 'Away.'), '')).toMatchObject({ ...lost, reason: 'Away.' })
    expect(failureOf(new AppError('internal', 'Odd.'), '')).toMatchObject({ isConnection: false })
  })

  it('falls back to its own reason', () => {
    expect(failureOf(new ApiError(502, 'Bad Gateway', ''), 'Failed to process uploaded file').reason).toBe(
      'Failed to process uploaded file',
    )
  })
})

describe('factsOf', () => {
  it('lists facts with no-break spaces', () => {
    expect(factsOf(upload)).toBe('PDF · 2.1\u00A0MB · 86\u00A0pages · 31,204\u00A0words')
    expect(factsOf({ ...upload, fileType: 'doc', pages: undefined, words: 1 })).toBe('Word · 2.1\u00A0MB · 1\u00A0word')
  })

  it('counts no words of a scan, whose text isn’t recognized yet', () => {
    expect(factsOf({ ...upload, isScan: true })).toBe('PDF · 2.1\u00A0MB · 86\u00A0pages')
  })
})

describe('the upload widget', () => {
  const widget = (group: 'document' | 'epub') => createWidget(group, async () => '/never')
  const file = (name: string, bytes = 1) => ({ name, type: '', data: new File([new Uint8Array(bytes)], name) })
  const said = (group: 'document' | 'epub', ...files: ReturnType<typeof file>[]) => {
    const own = widget(group)
    own.addFiles(files)
    return noticesOf(own.getState(), []).map(({ message }) => message)
  }

  it('accepts one file of the right type and size, and explains rejections', () => {
    vi.useFakeTimers()
    expect(said('document', file('a.PDF'))).toEqual([])
    expect(said('document', file('a.exe'))).toEqual([
      'You can only upload: .doc, .docx, .pdf, .odt, .pptx, .html, .htm, .txt, .md, .srt, .vtt, .png, .jpg, .webp, .heic, .tiff',
    ])
    expect(said('epub', file('a.pdf'))).toEqual(['You can only upload: .epub'])
    expect(said('document', file('a.pdf'), file('b.doc'))).toEqual(['You can only upload 1 file'])
    expect(said('document', file('a.pdf', 0))).toEqual(['This file is smaller than the allowed size of 1 B'])
    vi.useRealTimers()
  })

  it('accepts files of exactly the maximum size', () => {
    const sized = (size: number) => ({ name: 'a.pdf', extension: 'pdf', type: '', size })
    const { maxBytes } = uploadGroups.document
    expect(maxBytes).toBe(26_214_400)
    expect(widget('document').validateSingleFile(sized(maxBytes))).toBeNull()
    expect(widget('document').validateSingleFile(sized(maxBytes + 1))).toBe(
      'a.pdf exceeds maximum allowed size of 25 MB',
    )
    const book = { name: 'a.epub', extension: 'epub', type: '', size: 52_428_801 }
    expect(widget('epub').validateSingleFile(book)).toBe('a.epub exceeds maximum allowed size of 50 MB')
    expect(widget('epub').validateSingleFile({ ...book, size: 52_428_800 })).toBeNull()
  })

  it('lists at most four errors, and the number of others', () => {
    vi.useFakeTimers()
    const files = ['a.exe', 'b.exe', 'c.exe', 'd.exe', 'e.exe', 'f.exe'].map((name) => file(name, 1))
    const own = widget('document')
    own.addFiles(files)
    expect(own.getState().info).toHaveLength(5)
    expect(noticesOf(own.getState(), []).at(-1)?.message).toBe('2 additional restrictions were not fulfilled')
    vi.advanceTimersByTime(3000)
    expect(own.getState().info).toHaveLength(4)
    vi.advanceTimersByTime(2000)
    expect(own.getState().info).toHaveLength(0)
    vi.useRealTimers()
  })
})

describe('stepOf', () => {
  it('goes from empty to ready', () => {
    const nothing = { files: {}, totalProgress: 0 }
    expect(stepOf(nothing, null)).toEqual({ step: 'empty' })
    expect(stepOf(nothing, upload)).toEqual({ step: 'ready', upload })

    vi.useFakeTimers()
    const widget = createWidget('document', async () => '/never')
    const file = widget.addFile({ name: 'a.pdf', type: '', data: new File(['text'], 'a.pdf') })
    const step = () => stepOf(widget.getState(), null)
    const chosen = { name: 'a.pdf', names: ['a.pdf'], size: 4 }
    expect(step()).toEqual({ step: 'sending', percent: 0, isStalled: false, ...chosen })
    widget.setFileMeta(file, { isStalled: true })
    expect(step()).toMatchObject({ step: 'sending', isStalled: true })
    widget.emit('upload-success', widget.getFile(file), { status: 200 })
    expect(step()).toEqual({ step: 'reading', ...chosen })
    const failure = { ...failureOf(refusal(422, 'source_encrypted'), ''), title: 'Failed' }
    widget.setFileMeta(file, { failure })
    expect(step()).toEqual({ step: 'failed', failure, ...chosen })
    vi.useRealTimers()
  })
})
