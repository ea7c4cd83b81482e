import type { Response } from 'light-my-request'
import type { Pipeline } from '../../src/pipeline/pipeline.ts'
import type { SummaryRow } from '../../src/server/db/schema/index.ts'
import { findSummary } from '../../src/server/features/summaries/repo.ts'
import { faithfulModel } from '../standins/models/fake-models/faithful-model.ts'
import type { FakeModel } from '../standins/models/plan.ts'
import type { ModelRequest, ProtocolName } from '../standins/models/request.ts'
import type { Script } from '../standins/models/script.ts'
import { type ModelServer, startModelServer } from '../standins/models/server.ts'
import { keepLog } from './log.ts'
import { startTestProduct, type TestClient, type TestProduct } from './product.ts'
import { ferryReport, tidePools } from './texts.ts'
import { setPlan } from './uploads.ts'

/** A model of each provider, as configured, and its protocol. */
export const vendors: readonly { model: string; protocol: ProtocolName }[] = [
  { model: 'openai:gpt-5-mini', protocol: 'openai-responses' },
  { model: 'anthropic:claude-sonnet-4-5', protocol: 'anthropic' },
  { model: 'google:gemini-2.5-flash', protocol: 'google' },
  { model: 'local:qwen3:8b', protocol: 'openai-chat' },
]

/** Name of a model in requests. */
export const nameOf = (model: string): string => model.slice(model.indexOf(':') + 1)

/** API key of every provider: it doesn't look like a key, so that only knowing it can hide it. */
export const canaryKey = 'Canary/5+Fq:9zT'

/** Settings that lead the product to a stand-in for all providers. */
export function modelEnv(origin: string, models: readonly string[]): Record<string, string> {
  return {
    AI_MODELS: models.join(','),
    OPENAI_API_KEY: canaryKey,
    OPENAI_BASE_URL: `${origin}/openai/v1`,
    ANTHROPIC_API_KEY: canaryKey,
    ANTHROPIC_BASE_URL: `${origin}/anthropic/v1`,
    GOOGLE_GENERATIVE_AI_API_KEY: canaryKey,
    GOOGLE_GENERATIVE_AI_BASE_URL: `${origin}/google/v1beta`,
    LOCAL_AI_URL: `${origin}/local/v1`,
    LOCAL_AI_KEY: canaryKey,
  }
}

/** Result of one requested summary. */
interface Asked {
  response: Response
  /** Requests to the models for it. */
  requests: readonly ModelRequest[]
}

export interface ModelProduct {
  models: ModelServer
  test: TestProduct
  /** A user on the top plan. */
  user: TestClient
  /** All log output of the product. */
  logged: () => string
  /** Requests a summary of a new text, with the models playing a script. */
  ask: (script?: Script, payload?: object) => Promise<Asked>
  /** Retries a failed summary. */
  retry: (id: string, script?: Script) => Promise<Asked>
  /** The user's newest summary in the list. */
  newest: () => Promise<{ id: string; status: string; failureCode: string | null; failureMessage: string | null }>
  /** Summaries that count towards the user's month. */
  used: () => Promise<number>
  rowOf: (id: string) => Promise<SummaryRow | undefined>
  close: () => Promise<void>
}

export interface ModelProductOptions {
  /** As configured, in order. */
  models: readonly string[]
  model?: FakeModel
  env?: Record<string, string>
  /** Replaces the configured pipeline: reads and summarizes with models at a URL. */
  makePipeline?: (origin: string) => Pipeline
}

const EMAIL = 'ada@example.com'
let texts = 0

/** A text that no other test uses, since the same text would not be summarized twice. */
export function freshText(): string {
  texts += 1
  return `Notebook ${texts} of the museum is told here. ${tidePools}`
}

/** The same of a text that is long enough for an advanced summary. */
export function freshReport(): string {
  texts += 1
  return `Number ${texts} of the reports to the council. ${ferryReport}`
}

/** The whole product with stand-ins for its language models, and a user. */
export async function startModelProduct({
  models: names,
  model = faithfulModel,
  env = {},
  makePipeline,
}: ModelProductOptions): Promise<ModelProduct> {
  const models = await startModelServer({ model, apiKey: canaryKey })
  const { log, text: logged } = keepLog()
  const pipeline = makePipeline === undefined ? {} : { pipeline: makePipeline(models.origin) }
  const test = await startTestProduct({ env: { ...modelEnv(models.origin, names), ...env }, log, ...pipeline })
  const user = await test.register(EMAIL)
  await setPlan(test, EMAIL, 'elite')

  async function during(script: Script, call: () => Promise<Response>): Promise<Asked> {
    const before = models.requests.length
    models.play(script)
    const response = await call()
    models.play([])
    return { response, requests: models.requests.slice(before) }
  }

  return {
    models,
    test,
    user,
    logged,
    ask: async (script = [], payload = { content: freshText() }) =>
      during(script, async () => user.post('/api/summaries', payload)),
    retry: async (id, script = []) => during(script, async () => user.post(`/api/summaries/${id}/retry`)),
    newest: async () => (await user.get('/api/summaries')).json()[0],
    used: async () => (await user.get('/api/stats')).json().summariesUsed,
    rowOf: async (id) => findSummary(test.database.db, id),
    close: async () => {
      await test.close()
      await models.stop()
    },
  }
}
