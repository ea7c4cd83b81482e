import type { InferenceSession, Tensor } from 'onnxruntime-web'
import { SPEECH_RATE } from '../../shared/transcriber.ts'
import { floatsOf, loadRuntime, outputOf, type Runtime } from './runtime.ts'

const PACKAGE = '@moonshine-ai/moonshine-js'
const FOLDER = './model/tiny/quantized/'

/** Shape of the decoder's memory in Moonshine tiny. */
const LAYERS = 6
const HEADS = 8
const HEAD_SIZE = 36

const START = 1
const END = 2

/** Moonshine's authors stop it there: English has fewer tokens a second, and more are a loop. */
const MAX_TOKENS_PER_SECOND = 6

/** Text that the model recognized in the samples. */
export interface Recognized {
  text: string
  /** Mean log probability of the tokens: 0 for certainty. */
  confidence: number
  /** Whether it stopped by itself. */
  isComplete: boolean
}

const pastNames = Array.from({ length: LAYERS }, (_, layer) =>
  ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'].map((part) => `past_key_values.${layer}.${part}`),
).flat()

/** The likeliest token and its log probability. */
function likeliest(logits: Float32Array): { token: number; logProbability: number } {
  let token = 0
  let best = Number.NEGATIVE_INFINITY
  for (let at = 0; at < logits.length; at += 1) {
    const value = logits[at] ?? best
    if (value > best) [best, token] = [value, at]
  }
  let sum = 0
  for (const value of logits) sum += Math.exp(value - best)
  return { token, logProbability: -Math.log(sum) }
}

/**
 * Moonshine tiny, a model that transcribes English (Jeffries and others 2024, https://arxiv.org/abs/2410.15608): an
 * encoder of samples and a decoder that writes one token after the other.
 */
export class Moonshine {
  readonly #runtime: Runtime
  readonly #encoder: InferenceSession
  readonly #decoder: InferenceSession
  readonly #textOf: (tokens: number[]) => string

  private constructor(
    runtime: Runtime,
    [encoder, decoder]: [InferenceSession, InferenceSession],
    textOf: (tokens: number[]) => string,
  ) {
    this.#runtime = runtime
    this.#encoder = encoder
    this.#decoder = decoder
    this.#textOf = textOf
  }

  /** @throws if its packages aren't installed */
  static async open(): Promise<Moonshine> {
    const runtime = await loadRuntime()
    const encoder = await runtime.open(PACKAGE, `${FOLDER}encoder_model.onnx`)
    const decoder = await runtime.open(PACKAGE, `${FOLDER}decoder_model_merged.onnx`)
    const { default: tokenizer } = await import('llama-tokenizer-js')
    return new Moonshine(runtime, [encoder, decoder], (tokens) => tokenizer.decode(tokens))
  }

  /** Transcribes samples of up to about 30 s. */
  async transcribe(samples: Float32Array): Promise<Recognized> {
    const { tensor } = this.#runtime
    const encoded = await this.#encoder.run({ input_values: new tensor('float32', samples, [1, samples.length]) })
    const hidden = outputOf(encoded, 'last_hidden_state')
    const none = new tensor('float32', new Float32Array(0), [0, HEADS, 1, HEAD_SIZE])
    const past = new Map<string, Tensor>(pastNames.map((name) => [name, none]))
    const tokens = [START]
    const most = Math.ceil((samples.length / SPEECH_RATE) * MAX_TOKENS_PER_SECOND)
    let sum = 0
    let isComplete = false
    for (let step = 0; step < most && !isComplete; step += 1) {
      const outputs = await this.#decoder.run({
        input_ids: new tensor('int64', [BigInt(tokens.at(-1) ?? START)], [1, 1]),
        encoder_hidden_states: hidden,
        use_cache_branch: new tensor('bool', [step > 0]),
        ...Object.fromEntries(past),
      })
      const { token, logProbability } = likeliest(floatsOf(outputOf(outputs, 'logits')))
      sum += logProbability
      isComplete = token === END
      tokens.push(token)
      // The decoder's cache of the encoder's output is written in the first step only.
      for (const name of pastNames)
        if (step === 0 || name.includes('.decoder.'))
          past.set(name, outputOf(outputs, name.replace('past_key_values', 'present')))
    }
    const written = tokens.length - 1
    return {
      text: this.#textOf(isComplete ? tokens.slice(0, -1) : tokens).trim(),
      confidence: sum / Math.max(1, written),
      isComplete,
    }
  }
}
