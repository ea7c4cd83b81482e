import { setTimeout as wait } from 'node:timers/promises'
import { type AskTools, askModels } from './ask-model.ts'
import { contextTokensOf } from './context-window.ts'
import { createMeter } from './meter.ts'
import type { Models } from './model.ts'
import { createProviderModel, createTransport, type Fetch, secretsOf } from './provider-model.ts'
import { createRedact } from './redact.ts'
import type { ModelSettings } from './settings.ts'

export interface ModelLog {
  warn(fields: Record<string, unknown>, message: string): void
}

export interface ModelParts {
  /** Sends the requests; the built-in client by default. */
  fetch?: Fetch
  clock?: { now(): Date }
  log?: ModelLog
  /** Waits before another try; rejects with the signal's reason when it fires. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
  random?: () => number
}

/** Self-hosted servers may take long to load a model and to read. */
const FIRST_WORD_TIMEOUT_MS = 10 * 60_000

export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal })
  } catch {
    signal.throwIfAborted()
  }
}

/** Creates the configured language models, once a process. Throws for a bad name or a missing key or URL. */
export function createModels(settings: ModelSettings, parts: ModelParts = {}): Models {
  const { clock = { now: () => new Date() }, log, pause = pauseFor, random = Math.random } = parts
  const transport = createTransport(parts.fetch)
  const make = (name: string) => createProviderModel(name, settings, transport, () => clock.now().getTime())
  const [firstName, ...otherNames] = settings.models
  const first = make(firstName)
  const models = [first, ...otherNames.map(make)]
  const { checkModel } = settings
  const checking = models.find(({ name }) => name === checkModel) ?? (checkModel === null ? first : make(checkModel))
  const checkers = [checking, ...models.filter((model) => model !== checking)]
  const shared: Omit<AskTools, 'spend'> = {
    callTimeoutMs: settings.callTimeoutMs,
    firstWordTimeoutMs: settings.firstWordTimeoutMs ?? FIRST_WORD_TIMEOUT_MS,
    stallTimeoutMs: settings.stallTimeoutMs,
    redact: createRedact(secretsOf(settings)),
    now: () => clock.now(),
    pause,
    random,
    failed: (model, failure, waitMs) => {
      const fields = { model: model.name, failure: failure.kind, status: failure.status, retryInMs: waitMs }
      log?.warn(fields, `${model.name} ${failure.message}`)
    },
  }
  return {
    names: settings.models,
    contextTokens: contextTokensOf(first.windowTokens, settings.contextTokens),
    begin: () => {
      const meter = createMeter()
      return {
        call: (call) => askModels(call.isCheck === true ? checkers : models, call, { ...shared, spend: meter.add }),
        usage: meter.usage,
      }
    },
  }
}
