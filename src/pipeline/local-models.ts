import { findLocalModel, type LocalOrigins, originsAt, usualOrigins } from '../summarizer/index.ts'
import type { PipelineConfig } from './pipeline.ts'

interface Log {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
}

/** Of a start with AI_MODELS=auto, which waits for the answers. */
const AUTO_TIMEOUT_MS = 5000
const HINT_TIMEOUT_MS = 1000

/**
 * Returns the settings with the model that AI_MODELS=auto selects: the largest chat model of a server on this machine,
 * or of the one at LOCAL_AI_URL. Without one, the built-in engine stays. Other settings are returned unchanged.
 */
export async function withLocalModel<C extends PipelineConfig>(
  config: C,
  log: Log,
  origins: LocalOrigins = usualOrigins,
): Promise<C> {
  const { isAuto, localUrl, localApiKey, contextTokens } = config.ai
  if (!isAuto) return config
  const found =
    localUrl === null
      ? await findLocalModel(origins, AUTO_TIMEOUT_MS)
      : await findLocalModel(originsAt(localUrl), AUTO_TIMEOUT_MS, localApiKey)
  if (found === null) {
    log.warn(
      { event: 'models.none_found', setting: 'AI_MODELS' },
      'AI_MODELS is auto, but no local model server answers with a chat model: the built-in engine writes all summaries',
    )
    return { ...config, ai: { ...config.ai, isAuto: false } }
  }
  const { server, url, model } = found
  const chosen = {
    isAuto: false,
    models: [`local:${model}`],
    localUrl: url,
    contextTokens: contextTokens ?? found.contextTokens,
  }
  log.info(
    { event: 'models.found', server, address: url, model, contextTokens: chosen.contextTokens },
    'AI_MODELS is auto: a model of a local server writes all summaries',
  )
  return { ...config, ai: { ...config.ai, ...chosen } }
}

/** Logs which setting would use a local model server, if one answers and no models are configured. Never rejects. */
export async function suggestLocalModel(
  { ai }: PipelineConfig,
  log: Log,
  origins: LocalOrigins = usualOrigins,
): Promise<void> {
  if (ai.models.length > 0 || ai.localUrl !== null) return
  const found = await findLocalModel(origins, HINT_TIMEOUT_MS)
  if (found === null) return
  const { server, url, model } = found
  log.info(
    { event: 'models.available', server, address: url, model, setting: 'AI_MODELS=auto' },
    'a local model server answers, and isn’t used: AI_MODELS=auto would have its model write the summaries',
  )
}
