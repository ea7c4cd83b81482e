import type { z } from 'zod'
import type { Engine } from '../engine/engine.ts'
import { type Params, readParams } from './params.ts'

/** An operation of the API. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  pattern: RegExp
  /** Checks the parameters and returns what then runs the operation. Both throw StripeFailure. */
  prepare: (engine: Engine, params: Params, id: string) => () => object
}

/** @param path such as `/v1/customers/:id` */
export const route = <S extends z.ZodType>(
  method: Route['method'],
  path: string,
  schema: S,
  run: (engine: Engine, params: z.infer<S>, id: string) => object,
): Route => ({
  method,
  pattern: new RegExp(`^${path.replace(':id', '([^/]+)')}$`, 'u'),
  prepare: (engine, params, id) => {
    const read = readParams(schema, params)
    return () => run(engine, read, id)
  },
})
