import { describe, expect, it } from 'vitest'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import { type ErrorCode, errorCodes } from '../../../../shared/errors.ts'
import { choiceLabel, type FailedSource, failureChoices, sourceOfPayload, sourceOfSummary } from './failure-choices.ts'

const page = { url: 'https://example.org/a' }
const video = { url: 'https://www.youtube.com/watch?v=abc' }
const text = { content: 'A' }
const file = { fileUrl: 'uploads/1' }

const labels = (code: ErrorCode | null, source: FailedSource, isFileless = false) =>
  failureChoices(code, source, isFileless).map((choice) => choiceLabel(choice, source, isFileless))
const offered = (code: ErrorCode | null, payload: CreateSummaryPayload) => labels(code, sourceOfPayload(payload))

describe('what a failure leaves to do', () => {
  it('is to upload the text where another try would fail the same way', () => {
    expect(offered('source_needs_login', page)).toEqual([
      'Read it from your browser',
      'Paste the text',
      'Upload it as a file',
    ])
    expect(offered('video_blocked', video)).toEqual([
      'Read it from your browser',
      'Paste the transcript',
      'Upload the transcript',
    ])
    expect(offered('video_no_captions', video)).toEqual(['Upload the transcript', 'Change the link'])
    expect(offered('source_too_short', text)).toEqual(['Back to the text'])
  })

  it('is to upload the recording of a video without captions where recordings are transcribed', () => {
    const source = sourceOfPayload(video)
    const choices = failureChoices('video_no_captions', source, false, true)
    expect(choices.map((choice) => choiceLabel(choice, source))).toEqual(['Upload the recording', 'Change the link'])
    expect(failureChoices('video_private', source, false, true)).toContain('upload')
  })

  it('is another address where the one that was given leads nowhere', () => {
    expect(offered('source_not_found', page)).toEqual(['Change the link', 'Upload it as a file'])
    expect(offered('url_invalid', video)).toEqual(['Change the link', 'Upload the transcript'])
    expect(offered('source_not_found', text)).toEqual(['Back to the text'])
  })

  it('is to try again where that may help', () => {
    expect(offered('source_timed_out', page)).toEqual(['Try again', 'Upload it as a file', 'Change the link'])
    expect(offered('video_live', video)).toEqual(['Try again', 'Upload the transcript', 'Change the link'])
    expect(offered('internal', text)).toEqual(['Try again', 'Back to the text'])
    expect(offered('model_unavailable', file)).toEqual(['Try again', 'Choose another file'])
    expect(offered(null, page)[0]).toBe('Try again')
  })

  it('is not to upload what a model has refused', () => {
    expect(offered('model_refused', page)).toEqual(['Try again', 'Change the link'])
    expect(offered('model_refused', text)).toEqual(['Try again', 'Back to the text'])
  })

  it('offers another language when the engine lacks one', () => {
    expect(offered('language_unavailable', page)).toEqual(['Choose another language'])
    expect(offered('language_unavailable', text)).toEqual(['Choose another language'])
    expect(offered('language_unavailable', file)).toEqual(['Choose another file'])
  })

  it('offers the plans when the plan doesn’t allow the request', () => {
    expect(offered('upgrade_required', page)).toEqual(['See the plans', 'Try again'])
  })

  it('is another file where the one that was sent is no good, and the same one where it is gone', () => {
    expect(offered('source_encrypted', file)).toEqual(['Choose another file'])
    expect(labels('internal', sourceOfPayload(file), true)).toEqual(['Choose the file again'])
  })

  it('is always something', () => {
    for (const code of errorCodes) {
      for (const payload of [page, video, text, file])
        expect(failureChoices(code, sourceOfPayload(payload))).not.toEqual([])
    }
  })
})

describe('the source of a failed summary', () => {
  const unknown = { originalUrl: null, contentType: 'document', sourceInfo: null } as const

  it('comes from the input, where that is known', () => {
    expect(sourceOfSummary(unknown, text)).toMatchObject({ kind: 'text', payload: text })
    expect(sourceOfSummary({ ...unknown, contentType: 'epub' }, file)).toMatchObject({ kind: 'file', isBook: true })
  })

  it('comes from the summary otherwise', () => {
    expect(sourceOfSummary({ ...unknown, originalUrl: page.url, contentType: 'article' }, undefined)).toMatchObject({
      kind: 'address',
      payload: page,
    })
    expect(sourceOfSummary({ ...unknown, contentType: 'epub' }, undefined)).toMatchObject({
      kind: 'file',
      payload: null,
    })
    const named = { ...unknown, sourceInfo: { readAs: 'PDF text', fileName: 'salt.pdf' } }
    expect(sourceOfSummary(named, undefined).kind).toBe('file')
  })

  it('may be a text or a file: the server knows, and can try again', () => {
    expect(failureChoices('source_empty', sourceOfSummary(unknown, undefined))).toEqual(['retry'])
  })
})
