// Types of the packages in bench/package.json that the benchmarks call, so that they are checked before installation.

declare module 'mammoth' {
  const mammoth: { extractRawText(input: { buffer: Buffer }): Promise<{ value: string }> }
  export default mammoth
}

declare module 'word-extractor' {
  type Part = 'getBody' | 'getFootnotes' | 'getEndnotes'
  export default class WordExtractor {
    extract(source: Buffer): Promise<Record<Part, () => string>>
  }
}

declare module 'officeparser' {
  const officeparser: { parseOfficeAsync(file: Buffer): Promise<string> }
  export default officeparser
}

declare module '@plussub/srt-vtt-parser' {
  export function parse(text: string): { entries: { text: string }[] }
}

declare module 'marked' {
  export const marked: { parse(markdown: string): string | Promise<string> }
}

declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Request {
    method: 'GET'
    path: string
    headers: Record<string, string | undefined>
  }

  interface Client {
    setRequests(requests: Request[]): void
  }

  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    setupClient: (client: Client) => void
  }

  /** Emits `response` with (client, status, bytes, milliseconds), and `reqError`. */
  export default function autocannon(
    options: Options,
    done: (error: Error | null) => void,
  ): EventEmitter<{ response: [Client, number, number, number]; reqError: [Error] }>
}
