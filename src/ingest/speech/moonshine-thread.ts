import { threadWork } from '../../threads/thread-work.ts'
import { Moonshine, type Recognized } from './moonshine.ts'

/** Answer to the samples of a piece. */
export type MoonshineAnswer = { recognized: Recognized } | { failure: string; isMissing: boolean }

let model: Promise<Moonshine> | undefined

async function answer(samples: Float32Array): Promise<MoonshineAnswer> {
  try {
    model ??= Moonshine.open()
    return { recognized: await (await model).transcribe(samples) }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error), isMissing }
  }
}

/** Transcribes the samples of a piece. The thread keeps the model for the next one. */
export default threadWork(answer)
