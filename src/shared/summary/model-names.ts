import { listOf } from '../text/format.ts'
import type { Engine } from './summary.ts'

/** The models of an engine by name: "gpt-…" for "openai:gpt-…"; null for the built-in engine. */
export function modelNames({ id }: Engine): string | null {
  return id === 'extractive' ? null : listOf(id.split(',').map((model) => model.slice(model.indexOf(':') + 1)))
}
