import { calls } from '../../../src/shared/api/calls.ts'
import type { CallContract } from '../../../src/shared/api/contract.ts'
import type { TestProduct } from '../product.ts'

/** One method of one path, as listed by the app. */
export interface Route {
  method: string
  /** With `:name` parameters. */
  path: string
}

/** Every call of the contracts, by name. */
export const callEntries = Object.entries(calls) as [keyof typeof calls, CallContract][]

/** Methods that other sites must not be able to use with a user's cookies. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
export const isUnsafe = ({ method }: Route): boolean => !safeMethods.has(method)

/** "│   ├── /retry (POST, GET)" in the printed tree: four characters per level, then the suffix of the path above. */
const branch = /^((?:[│ ] {3})*)[├└]── (\S+) \(([A-Z, ]+)\)$/

/** All routes of a running app, read from its router, so that routes without a contract are included. */
export function routesOf({ product }: TestProduct): Route[] {
  const above: string[] = []
  return product.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const [, indent, part, methods] = branch.exec(line) ?? []
      if (indent === undefined || part === undefined || methods === undefined)
        throw new Error(`Not a route as the router draws them: ${line}`)
      const depth = indent.length / 4
      const path = `${depth === 0 ? '' : above[depth - 1]}${part}`
      above[depth] = path
      return methods.split(', ').map((method) => ({ method, path }))
    })
}

/** Name of a route in tables: "POST /api/auth/login". */
export const nameOf = ({ method, path }: Route): string => `${method} ${path}`

/** A path with an id for each of its parameters. */
export const pathWith = (path: string, id: string): string => path.replaceAll(/:\w+/g, id)

/** An id that doesn't exist. */
export const unknownId = '00000000-0000-4000-8000-000000000000'
