import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { InferenceSession, Tensor } from 'onnxruntime-web'

/** Loads ONNX Runtime, an optional dependency, as WebAssembly with one thread. @throws if it isn't installed */
export async function loadRuntime() {
  const { env, InferenceSession: session, Tensor: tensor } = await import('onnxruntime-web')
  env.wasm.numThreads = 1
  env.logLevel = 'error'
  return {
    tensor,
    /** @param file path of a model within a package, relative to its main module */
    open: async (packageName: string, file: string): Promise<InferenceSession> => {
      const url = new URL(file, import.meta.resolve(packageName))
      return session.create(new Uint8Array(await readFile(fileURLToPath(url))), { executionProviders: ['wasm'] })
    },
  }
}

export type Runtime = Awaited<ReturnType<typeof loadRuntime>>

/** An output that has to be there. */
export function outputOf(outputs: InferenceSession.OnnxValueMapType, name: string): Tensor {
  const value = outputs[name]
  if (value === undefined) throw new Error(`The model gives no ${name}.`)
  return value
}

/** The numbers of a tensor of 32-bit floats. */
export function floatsOf({ data }: Tensor): Float32Array {
  if (!(data instanceof Float32Array)) throw new Error('The model gives no floats.')
  return data
}
