import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startLoopbackServer } from '../loopback-server.ts'

/** A request to transcribe, as the stand-in received it. */
interface TranscriptionRequest {
  path: string
  key: string
  model: string
  format: string
  fileName: string
  /** Seconds of the WAV file. */
  seconds: number
}

/** Answers a request; may leave it open. */
export type Transcribe = (request: TranscriptionRequest, response: ServerResponse, number: number) => void

export interface TranscriptionServer {
  /** With `/v1`. */
  url: string
  requests: readonly TranscriptionRequest[]
  /** Replaces how requests are answered. */
  play: (transcribe: Transcribe) => void
  stop: () => Promise<void>
}

export const sendJson = (response: ServerResponse, body: unknown, status = 200, headers = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** One segment as whisper.cpp's server writes it, which leaves out some of Whisper's fields. */
export const segment = (start: number, end: number, text: string) => ({ id: 0, start, end, text, tokens: [1] })

/** Says the same sentence for every ten seconds. */
export const speakSentences: Transcribe = ({ seconds }, response) => {
  const segments = Array.from({ length: Math.max(1, Math.ceil(seconds / 10)) }, (_, at) =>
    segment(
      at * 10,
      Math.min(seconds, at * 10 + 9),
      ` The ferry number ${at + 1} left the northern harbor in the morning.`,
    ),
  )
  const text = segments.map((one) => one.text).join('')
  sendJson(response, { task: 'transcribe', language: 'english', duration: seconds, text, segments })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

async function readRequest(request: IncomingMessage): Promise<TranscriptionRequest> {
  const body = new Uint8Array(await buffer(request))
  const form = await new Response(body, {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData()
  const file = form.get('file')
  if (!(file instanceof File)) throw new Error('A request without a file.')
  const wav = Buffer.from(await file.arrayBuffer())
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.readUInt32LE(24) !== 16_000) throw new Error('Not a WAV file.')
  return {
    path: request.url ?? '',
    key: request.headers.authorization ?? '',
    model: textOf(form.get('model')),
    format: textOf(form.get('response_format')) || 'json',
    fileName: file.name,
    seconds: wav.readUInt32LE(40) / 32_000,
  }
}

/** A stand-in for services with OpenAI's call for transcriptions. */
export async function startTranscriptionServer(): Promise<TranscriptionServer> {
  const requests: TranscriptionRequest[] = []
  let transcribe = speakSentences
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const read = await readRequest(request)
      requests.push(read)
      transcribe(read, response, requests.length)
    } catch (error) {
      sendJson(response, { error: { message: String(error) } }, 400)
    }
  }
  const { origin, stop } = await startLoopbackServer((request, response) => {
    void receive(request, response)
  })
  return {
    url: `${origin}/v1`,
    requests,
    play: (next) => {
      transcribe = next
    },
    stop,
  }
}
