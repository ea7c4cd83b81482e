import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { createModels, type ModelParts } from '../../src/summarizer/models/create-models.ts'
import type { ModelAnswer, ModelCall, Models } from '../../src/summarizer/models/model.ts'
import type { ModelSettings } from '../../src/summarizer/models/settings.ts'
import type { FakeModel } from '../standins/models/plan.ts'
import { type ModelServer, startModelServer } from '../standins/models/server.ts'

const schema = z.object({ summary: z.string(), points: z.array(z.object({ text: z.string() })) })
type Answer = z.infer<typeof schema>

/** Answer of the stand-in. */
export const value: Answer = { summary: 'One thing. Another thing. A third one.', points: [{ text: 'One thing.' }] }

/** API key of every provider: it must never be shown. */
export const canaryKey = 'sk-canary-0123456789'

export const openai = 'openai:gpt-5-mini'
export const anthropic = 'anthropic:claude-sonnet-4-5'
export const google = 'google:gemini-2.5-flash'
export const local = 'local:qwen3:8b'
export const providers = [openai, anthropic, google, local]

export type Call = ModelCall<Answer>

/** A call that every model accepts. */
export function callOf(changes: Partial<Call> = {}): Call {
  return {
    instructions: 'Summarize what stands between the marks.',
    prompt: 'A text of a few words.',
    schema,
    schemaName: 'summary',
    maxOutputTokens: 1000,
    signal: new AbortController().signal,
    ...changes,
  }
}

/** Models connected to a stand-in, with a fake clock and waits that take no time. */
interface TestModels {
  close: () => Promise<void>
  server: ModelServer
  /** Waits between attempts, in milliseconds. */
  waits: number[]
  /** Log entries, one line each. */
  logged: string[]
  now: () => Date
  advance: (ms: number) => void
  settings: (models: readonly string[], changes?: Partial<ModelSettings>) => ModelSettings
  create: (models: readonly string[], changes?: Partial<ModelSettings>, parts?: ModelParts) => Models
  /** Creates the models again and makes one call. */
  ask: (
    models: readonly string[],
    changes?: Partial<ModelSettings>,
    call?: Partial<Call>,
  ) => Promise<ModelAnswer<Answer>>
}

/** @param model gives all answers; by default `value` */
export async function startTestModels(model: FakeModel = () => value): Promise<TestModels> {
  const server = await startModelServer({ model })
  const waits: number[] = []
  const logged: string[] = []
  let time = Date.parse('2026-11-20T12:00:00Z')

  const settings: TestModels['settings'] = ([first = openai, ...others], changes = {}) => ({
    models: [first, ...others],
    checkModel: null,
    openaiApiKey: canaryKey,
    openaiBaseUrl: `${server.origin}/openai/v1`,
    anthropicApiKey: canaryKey,
    anthropicBaseUrl: `${server.origin}/anthropic/v1`,
    googleApiKey: canaryKey,
    googleBaseUrl: `${server.origin}/google/v1beta`,
    localUrl: `${server.origin}/local/v1`,
    localApiKey: canaryKey,
    contextTokens: null,
    callTimeoutMs: 5000,
    stallTimeoutMs: 5000,
    ...changes,
  })

  const create: TestModels['create'] = (models, changes, parts) =>
    createModels(settings(models, changes), {
      clock: { now: () => new Date(time) },
      random: () => 0.5,
      pause: async (ms) => {
        waits.push(ms)
        const end = time + ms
        await setImmediate()
        time = Math.max(time, end)
      },
      log: { warn: (fields, message) => logged.push(`${JSON.stringify(fields)} ${message}`) },
      ...parts,
    })

  return {
    close: async () => server.stop(),
    server,
    waits,
    logged,
    now: () => new Date(time),
    advance: (ms) => {
      time += ms
    },
    settings,
    create,
    ask: (models, changes, call) => create(models, changes).begin().call(callOf(call)),
  }
}
