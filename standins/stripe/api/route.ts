import type { z } from 'zod'
import type { Engine } from '../engine/engine.ts'
import type { Params } from './form.ts'
import { readParams } from './params.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

/** A call of the API. */
export interface Route {
  method: Method
  /** Parts of the path; `:id` stands for any one. */
  parts: string[]
  /** Checks the parameters, and gives what then does the call. Both throw Stripe's refusals. */
  prepare: (engine: Engine, params: Params, ids: readonly string[]) => () => object
}

/** @param path such as `/v1/customers/:id` */
export function route<S extends z.ZodType>(
  method: Method,
  path: string,
  schema: S,
  run: (engine: Engine, params: z.infer<S>, id: string) => object,
): Route {
  return {
    method,
    parts: path.split('/').slice(1),
    prepare: (engine, params, [id = '']) => {
      const read = readParams(schema, params)
      return () => run(engine, read, id)
    },
  }
}

/** A part of a path as it was meant; empty where it means nothing. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** The ids in a path, if it is the route's. */
export function idsOf({ parts }: Route, path: string): string[] | undefined {
  const given = path.split('/').slice(1)
  if (given.length !== parts.length) return undefined
  const ids: string[] = []
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? ''
    if (part !== ':id' && part !== value) return undefined
    if (part === ':id') ids.push(decode(value))
  }
  return ids.includes('') ? undefined : ids
}
