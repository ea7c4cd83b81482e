import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../../shared/errors.ts'
import { createThreadPool, mebibytes, ThreadEnded } from '../../../../threads/thread-pool.ts'
import type { PdfDocument } from './document.ts'
import type { PdfTask } from './worker.ts'

export interface PdfRenderer {
  /** @throws AppError `unavailable` after a timeout, or when the renderer is closed meanwhile */
  render(document: PdfDocument): Promise<Uint8Array>
  /** Ends the thread and its work. */
  close(): Promise<void>
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))
const TIMEOUT_MS = 30_000
/** An idle thread ends, since it takes about 100 MB. */
const IDLE_MS = 5 * 60_000

async function compileCompiler(): Promise<WebAssembly.Module> {
  const { resolve } = createRequire(import.meta.url)
  return WebAssembly.compile(await readFile(resolve('@myriaddreamin/typst-ts-web-compiler/wasm')))
}

/**
 * Creates a renderer with one worker thread, which renders one document at a time and starts with the first. The compiler
 * is compiled once for all threads.
 * @param options.timeoutMs time limit of one document, including its wait for others
 */
export function createPdfRenderer({ timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): PdfRenderer {
  const pool = createThreadPool({ minThreads: 0, idleMs: IDLE_MS })
  const run = pool.openKind<PdfTask, Uint8Array>({ script: WORKER, threads: 1, memoryBytes: mebibytes(768) })
  let compiler: Promise<WebAssembly.Module> | undefined
  return {
    render: async (document) => {
      try {
        const signal = AbortSignal.timeout(timeoutMs)
        return await run({ document, module: await (compiler ??= compileCompiler()) }, { signal })
      } catch (error) {
        if (!(error instanceof ThreadEnded) || error.end === 'crash') throw error
        throw new AppError(
          'unavailable',
          'Making this PDF is taking too long right now. Please try again in a moment.',
          {
            cause: error,
            retryAfterSeconds: 10,
          },
        )
      }
    },
    close: async () => pool.close(),
  }
}
