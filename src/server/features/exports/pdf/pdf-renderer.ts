import { readFile } from 'node:fs/promises'
import { createRequire, getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { AppError } from '../../../../shared/errors.ts'
import type { PdfDocument } from './document.ts'
import type { RenderedPdf } from './worker.ts'

export interface PdfRenderer {
  /** @throws AppError `unavailable` after a timeout, or when the renderer is closed meanwhile */
  render(document: PdfDocument): Promise<Uint8Array>
  /** Ends the thread and its work. */
  close(): Promise<void>
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))
const MIB = 1024 * 1024
/** The compiler never frees about 1 MiB of each document; above this limit, a new one replaces it. */
const MAX_MEMORY_BYTES = 256 * MIB
const TIMEOUT_MS = 30_000
/** An idle thread ends, since it takes about 100 MB. */
const IDLE_MS = 5 * 60_000
const HEAP_LIMIT_MIB = 512

interface RendererLimits {
  /** Memory of a compiler above which another replaces it. */
  maxMemoryBytes?: number
  /** Time limit of one document, including its wait for others. */
  timeoutMs?: number
}

type Thread = Piscina<PdfDocument, RenderedPdf>

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
    // Without the secrets of the environment.
    env: folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) },
    execArgv: [],
  })
  thread.on('error', () => {})
  return thread
}

const wasStopped = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/**
 * Creates a renderer with one worker thread, which renders one document at a time and starts with the first. The compiler
 * is compiled once for all threads.
 */
export function createPdfRenderer({
  maxMemoryBytes = MAX_MEMORY_BYTES,
  timeoutMs = TIMEOUT_MS,
}: RendererLimits = {}): PdfRenderer {
  const closing = new AbortController()
  let compiler: Promise<WebAssembly.Module> | undefined
  let thread: Thread | undefined

  /** Makes the next document start another thread; this one finishes its work. */
  function retire(used: Thread): void {
    if (thread !== used) return
    thread = undefined
    used.close().catch(() => {})
  }

  async function run(document: PdfDocument): Promise<Uint8Array> {
    const module = await (compiler ??= compileCompiler())
    const used = (thread ??= openThread(module))
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)])
    try {
      const { pdf, memoryBytes } = await used.run(document, { signal })
      if (memoryBytes > maxMemoryBytes) retire(used)
      return pdf
    } catch (error) {
      // A compiler that failed on a document may be in a bad state. An aborted one has ended.
      if (!wasStopped(error)) retire(used)
      throw error
    }
  }

  return {
    async render(document) {
      try {
        return await run(document)
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
