import { readFile } from 'node:fs/promises'
import { createRequire, getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { AppError } from '../../../../shared/errors.ts'
import type { PdfDocument } from './document.ts'
import type { SetPages } from './worker.ts'

/** Makes PDF of documents. */
export interface PdfPress {
  /** @throws AppError `unavailable` where that takes too long, or longer than this process lives */
  print(document: PdfDocument): Promise<Uint8Array>
  /** Ends the thread, and what it is at. */
  close(): Promise<void>
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))
const MIB = 1024 * 1024
/** The compiler keeps about 1 MiB of each document, for good: beyond so much, a fresh one takes its place. */
const WORN_BYTES = 256 * MIB
const DEADLINE_MS = 30_000
/** A thread without work is ended: it holds some 100 MB. */
const IDLE_MS = 5 * 60_000
const HEAP_LIMIT_MIB = 512

export interface PressLimits {
  /** Memory of a compiler beyond which another takes its place. */
  wornBytes?: number
  /** For one document, waiting for others included. */
  deadlineMs?: number
}

type Thread = Piscina<PdfDocument, SetPages>

async function compileCompiler(): Promise<WebAssembly.Module> {
  const { resolve } = createRequire(import.meta.url)
  return WebAssembly.compile(await readFile(resolve('@myriaddreamin/typst-ts-web-compiler/wasm')))
}

function openThread(module: WebAssembly.Module): Thread {
  const folder = getCompileCacheDir()
  const thread: Thread = new Piscina({
    filename: WORKER,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    atomics: 'disabled',
    workerData: module,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB },
    // It has no use for the secrets of the environment.
    env: folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) },
    execArgv: [],
  })
  thread.on('error', () => {})
  return thread
}

const wasStopped = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/**
 * Opens the press. A page takes a processor for a moment, so one thread sets all documents, one after the other, and
 * the server answers meanwhile. It starts with the first document; the compiler is compiled once for all threads.
 */
export function createPdfPress({ wornBytes = WORN_BYTES, deadlineMs = DEADLINE_MS }: PressLimits = {}): PdfPress {
  const closing = new AbortController()
  let compiler: Promise<WebAssembly.Module> | undefined
  let thread: Thread | undefined

  /** Has another thread take over; this one finishes what it has been given. */
  function retire(used: Thread): void {
    if (thread !== used) return
    thread = undefined
    used.close().catch(() => {})
  }

  async function set(document: PdfDocument): Promise<Uint8Array> {
    const module = await (compiler ??= compileCompiler())
    const used = (thread ??= openThread(module))
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(deadlineMs)])
    try {
      const { pdf, memoryBytes } = await used.run(document, { signal })
      if (memoryBytes > wornBytes) retire(used)
      return pdf
    } catch (error) {
      // A compiler that broke off within a document is not to be trusted with another. One that was stopped is gone.
      if (!wasStopped(error)) retire(used)
      throw error
    }
  }

  return {
    async print(document) {
      try {
        return await set(document)
      } catch (error) {
        if (!wasStopped(error)) throw error
        throw new AppError('unavailable', 'This PDF takes too long to make just now. Please try again in a moment.', {
          cause: error,
          retryAfterSeconds: 10,
        })
      }
    },
    async close() {
      closing.abort()
      await thread?.destroy()
    },
  }
}
