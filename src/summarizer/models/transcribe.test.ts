import { beforeEach, describe, expect, it } from 'vitest'
import {
  segment,
  sendJson,
  speakSentences,
  startTranscriptionServer,
  type Transcribe,
} from '../../../tests/standins/transcription/server.ts'
import { forSuite } from '../../../tests/support/suite.ts'
import { createServiceTranscriber, type TranscriptionSettings, transcriptionPrice } from './transcribe.ts'

const key = 'sk-canary-transcribe-0123456789'
const server = forSuite(startTranscriptionServer)
let waits: number[] = []
let logged: string[] = []

beforeEach(() => {
  waits = []
  logged = []
  server.play(speakSentences)
})

const create = (changes: Partial<TranscriptionSettings> = {}) =>
  createServiceTranscriber(
    { model: 'openai:whisper-1', url: server.url, key, callTimeoutMs: 5000, ...changes },
    {
      random: () => 0.5,
      pause: async (ms) => void waits.push(ms),
      log: { warn: (fields, message) => logged.push(`${JSON.stringify(fields)} ${message}`) },
    },
  )

const piece = (seconds: number, start = 0) => ({ samples: new Float32Array(seconds * 16_000).fill(0.1), start })
const signal = new AbortController().signal
const asked = () => server.requests.length

/** Answers the first requests one way, and those after plainly. */
const first =
  (count: number, answer: Transcribe): Transcribe =>
  (request, response, number) =>
    (number - before <= count ? answer : speakSentences)(request, response, number)
let before = 0
beforeEach(() => {
  before = asked()
})

describe('a transcription service', () => {
  it('gets a WAV file with the key, and answers segments on the clock of the recording', async () => {
    const heard = await create().transcribe(piece(20, 600), signal)
    expect(server.requests.at(-1)).toEqual({
      path: '/v1/audio/transcriptions',
      key: `Bearer ${key}`,
      model: 'whisper-1',
      format: 'verbose_json',
      fileName: 'audio.wav',
      seconds: 20,
    })
    expect(heard).toEqual({
      language: 'en',
      segments: [
        { start: 600, end: 609, text: 'The ferry number 1 left the northern harbor in the morning.' },
        { start: 610, end: 619, text: 'The ferry number 2 left the northern harbor in the morning.' },
      ],
    })
  })

  it.each([
    ['openai:whisper-1', 'verbose_json', 600, 4],
    ['openai:gpt-4o-transcribe', 'json', 30, 4],
    ['openai:gpt-4o-transcribe-diarize', 'diarized_json', 600, 4],
    ['local:Systran/faster-whisper-small:int8', 'verbose_json', 120, 1],
  ])('is asked in the form that %s knows', async (model, format, maxPieceSeconds, concurrency) => {
    const transcriber = create({ model })
    expect(transcriber).toMatchObject({ name: model.slice(model.indexOf(':') + 1), maxPieceSeconds, concurrency })
    await transcriber.transcribe(piece(1), signal)
    expect(server.requests.at(-1)).toMatchObject({ format, model: transcriber.name })
  })

  it.each<[string, unknown, unknown]>([
    ['no segments', { text: ' Only words. ' }, [{ start: 60, end: 80, text: 'Only words.' }]],
    ['no words', { text: ' ', segments: [segment(0, 20, ' ')] }, []],
    [
      'nanoseconds, as older servers do',
      { text: 'a b', segments: [segment(0, 5e9, 'a'), segment(5e9, 20e9, 'b')] },
      [
        { start: 60, end: 65, text: 'a' },
        { start: 65, end: 80, text: 'b' },
      ],
    ],
    ['times beyond the piece', { text: 'a', segments: [segment(3, 900, 'a')] }, [{ start: 63, end: 80, text: 'a' }]],
    [
      'speakers, who are named anew for each piece',
      {
        text: 'a',
        segments: [{ type: 'transcript.text.segment', id: '1', start: 0, end: 4, text: 'a', speaker: 'A' }],
      },
      [{ start: 60, end: 64, text: 'a', speaker: 'Speaker A (from 1:00)' }],
    ],
  ])('may answer with %s', async (_, body, segments) => {
    server.play((_request, response) => sendJson(response, body))
    expect((await create().transcribe(piece(20, 60), signal)).segments).toEqual(segments)
  })

  it('is asked plainly once it has refused times', async () => {
    server.play((request, response, number) =>
      request.format === 'verbose_json'
        ? sendJson(response, { error: { message: 'Unsupported response_format: verbose_json' } }, 400)
        : speakSentences(request, response, number),
    )
    const transcriber = create({ model: 'local:tiny', key: null })
    expect((await transcriber.transcribe(piece(5), signal)).segments).toHaveLength(1)
    await transcriber.transcribe(piece(5), signal)
    expect(server.requests.slice(before).map(({ format }) => format)).toEqual(['verbose_json', 'json', 'json'])
  })

  it('is not asked for less than a word', async () => {
    expect(await create().transcribe(piece(0.05), signal)).toEqual({ segments: [] })
    expect(asked()).toBe(before)
  })

  it.each<[string, Transcribe, number[]]>([
    [
      '429',
      (_, response) => sendJson(response, { error: { message: 'Slow down' } }, 429, { 'retry-after': '2' }),
      [2125],
    ],
    ['500', (_, response) => sendJson(response, { error: { message: 'Oops' } }, 500), [250]],
    ['a connection that breaks', (_, response) => void response.destroy(), [250]],
    ['garbage', (_, response) => void response.writeHead(200).end('<html>Bad gateway'), [250]],
  ])('is asked again after %s', async (_, answer, expected) => {
    server.play(first(1, answer))
    expect((await create().transcribe(piece(5), signal)).segments).toHaveLength(1)
    expect(waits).toEqual(expected)
    expect(asked() - before).toBe(2)
  })

  it.each<[string, Transcribe, number, string, RegExp]>([
    [
      '401',
      (_, response) => sendJson(response, { error: { message: `Wrong key ${key}` } }, 401),
      1,
      'model_unavailable',
      /operator/,
    ],
    [
      '400',
      (_, response) => sendJson(response, { error: { message: 'No such model' } }, 400),
      1,
      'model_unavailable',
      /operator/,
    ],
    [
      'a lasting 429',
      (_, response) => sendJson(response, { error: { message: 'Slow' } }, 429),
      5,
      'model_unavailable',
      /try again/,
    ],
    ['a lasting 500', (_, response) => sendJson(response, {}, 500), 3, 'model_unavailable', /try again/],
    ['lasting garbage', (_, response) => sendJson(response, { words: 7 }), 3, 'model_unavailable', /try again/],
    [
      'policy',
      (_, response) => sendJson(response, { error: { message: 'content_policy violation' } }, 400),
      1,
      'model_refused',
      /declined/,
    ],
  ])('fails with a clear error after %s, and never shows the key', async (_, answer, tries, code, message) => {
    server.play(answer)
    const failure: unknown = await create()
      .transcribe(piece(5), signal)
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(asked() - before).toBe(tries)
    expect(logged.length).toBeGreaterThan(0)
    expect(JSON.stringify([failure, (failure as Error).stack, logged])).not.toContain(key)
  })

  it('that hangs is given up at its time limit', async () => {
    server.play(() => {})
    await expect(create({ callTimeoutMs: 200 }).transcribe(piece(5), signal)).rejects.toMatchObject({
      code: 'model_unavailable',
    })
    expect(logged.join()).toContain('timed_out')
  })

  it('is left alone after many failures', async () => {
    server.play((_, response) => void response.destroy())
    const transcriber = create()
    for (let at = 0; at < 3; at += 1) await transcriber.transcribe(piece(5), signal).catch(() => {})
    expect(asked() - before).toBe(5)
  })

  it('gets a piece in parts if it refuses the size', async () => {
    server.play((request, response, number) =>
      request.seconds > 15
        ? sendJson(response, { error: { message: 'Maximum content size limit exceeded' } }, 413)
        : speakSentences(request, response, number),
    )
    const { segments } = await create().transcribe(piece(40, 100), signal)
    expect(server.requests.slice(before).filter(({ seconds }) => seconds <= 15).length).toBeGreaterThanOrEqual(3)
    expect(segments[0]).toMatchObject({ start: 100 })
    expect(segments.at(-1)?.end).toBeLessThanOrEqual(140)
    expect(segments.map(({ start }) => start)).toEqual(segments.map(({ start }) => start).toSorted((a, b) => a - b))
    server.play((_, response) => sendJson(response, { error: { message: 'Too large' } }, 413))
    await expect(create().transcribe(piece(40), signal)).rejects.toMatchObject({ code: 'model_unavailable' })
  })

  it('is canceled with its signal', async () => {
    server.play(() => {})
    const controller = new AbortController()
    const heard = create().transcribe(piece(5), controller.signal)
    setTimeout(() => controller.abort(), 50)
    await expect(heard).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('settings', () => {
  it.each([
    [{ model: 'whisper-1' }, /Not the name/],
    [{ model: 'google:x' }, /Not the name/],
    [{ model: 'local:x', url: null }, /No URL/],
    [{ key: null }, /No API key/],
  ])('%j are rejected', (changes, message) => {
    expect(() => create(changes)).toThrow(message)
  })

  it('know the list price of OpenAI’s own models', () => {
    expect(transcriptionPrice('openai:whisper-1', null)).toBe(0.006)
    expect(transcriptionPrice('openai:whisper-1', 'https://gateway.example/v1')).toBeNull()
    expect(transcriptionPrice('local:whisper-1', null)).toBeNull()
  })
})
