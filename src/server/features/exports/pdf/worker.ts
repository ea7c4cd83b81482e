import { workerData } from 'node:worker_threads'
import type { PdfDocument } from './document.ts'
import { openSetter, type Setter } from './set-page.ts'

export interface SetPages {
  pdf: Uint8Array
  /** Bytes of memory that the thread's compiler has taken by now. */
  memoryBytes: number
}

let setter: Promise<Setter> | undefined

/** The compiler, compiled: pools hand it over beside data of their own. */
function compiledModule(): WebAssembly.Module {
  const values: unknown[] = Array.isArray(workerData) ? workerData : [workerData]
  const module = values.find((value): value is WebAssembly.Module => value instanceof WebAssembly.Module)
  if (module === undefined) throw new Error('This thread was given no compiler.')
  return module
}

/** What a thread does with each document it gets. */
export default async function work(document: PdfDocument): Promise<SetPages> {
  const { set, memoryBytes } = await (setter ??= openSetter(compiledModule()))
  return { pdf: await set(document), memoryBytes: memoryBytes() }
}
