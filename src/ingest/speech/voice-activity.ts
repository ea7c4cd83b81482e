import type { InferenceSession, Tensor } from 'onnxruntime-web'
import { SPEECH_RATE } from '../../shared/transcriber.ts'
import { floatsOf, outputOf, type Runtime } from './runtime.ts'

/** Samples that one probability is about: 32 ms. */
export const FRAME = 512

/** Samples before a frame that the model is given with it. */
const CONTEXT = 64

/** Quieter frames contain nothing: their amplitude is below one step of 16 bits. */
const SILENCE = 1 / 32_768

/** Silero VAD, which estimates for each frame whether someone speaks (https://github.com/snakers4/silero-vad). */
export class VoiceActivity {
  readonly #runtime: Runtime
  readonly #session: InferenceSession
  readonly #rate: Tensor
  readonly #input = new Float32Array(CONTEXT + FRAME)
  #state: Tensor

  private constructor(runtime: Runtime, session: InferenceSession) {
    this.#runtime = runtime
    this.#session = session
    this.#rate = new runtime.tensor('int64', [BigInt(SPEECH_RATE)])
    this.#state = this.#empty()
  }

  /** @throws if the package isn't installed */
  static async open(runtime: Runtime): Promise<VoiceActivity> {
    return new VoiceActivity(runtime, await runtime.open('@ricky0123/vad-web', './silero_vad_v5.onnx'))
  }

  #empty(): Tensor {
    return new this.#runtime.tensor('float32', new Float32Array(2 * 128), [2, 1, 128])
  }

  /** Probability that someone speaks in a frame, which follows the one before. */
  async probability(frame: Float32Array): Promise<number> {
    const input = this.#input
    input.copyWithin(0, FRAME)
    input.set(frame, CONTEXT)
    if (frame.every((sample) => Math.abs(sample) < SILENCE)) return 0
    const outputs = await this.#session.run({
      input: new this.#runtime.tensor('float32', input, [1, input.length]),
      state: this.#state,
      sr: this.#rate,
    })
    this.#state = outputOf(outputs, 'stateN')
    return floatsOf(outputOf(outputs, 'output'))[0] ?? 0
  }
}
