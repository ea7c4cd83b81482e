import { parentPort } from 'node:worker_threads'
import { type Heard, Moonshine } from './moonshine.ts'

/** Answer to the samples of a piece. */
export type MoonshineAnswer = { heard: Heard } | { failure: string; isMissing: boolean }

let model: Promise<Moonshine> | undefined

async function answer(samples: Float32Array): Promise<MoonshineAnswer> {
  try {
    model ??= Moonshine.open()
    return { heard: await (await model).transcribe(samples) }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error), isMissing }
  }
}

// One at a time: the next samples follow the answer.
parentPort?.on('message', (samples: Float32Array) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void answer(samples).then((answered) => parentPort?.postMessage(answered))
})
