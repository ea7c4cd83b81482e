import { listOf } from '../text/format.ts'
import type { Engine } from './summary.ts'

export const isBuiltIn = ({ id }: Engine): boolean => id === 'extractive'

/** Models have a version in their names. Without one, a name is an operator's alias, such as "strong". */
const hasVersion = (name: string): boolean => /\d/u.test(name)

/** The models of an engine by name: "gpt-5" for "openai:gpt-5"; null for the built-in engine, and for aliases. */
export function modelNames(engine: Engine): string | null {
  if (isBuiltIn(engine)) return null
  const names = engine.id.split(',').map((model) => model.slice(model.indexOf(':') + 1))
  return listOf(names.filter(hasVersion)) || null
}
