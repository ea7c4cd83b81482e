import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PlanCatalogue } from '../../shared/plans/catalogue.ts'
import { planCatalogueSchema } from '../../shared/plans/catalogue-schema.ts'

const shippedNames = ['standard', 'two-plan', 'home'] as const

interface CatalogueFault {
  /** Dotted path ("plans.1.price"); empty for the whole file. */
  path: string
  message: string
}

/** A file read as a plan catalogue: the catalogue, or its errors. */
interface CatalogueFile {
  file: string
  /** Null if it can't be read or isn't JSON. */
  json: string | null
  /** Null if there are errors. */
  catalogue: PlanCatalogue | null
  faults: readonly CatalogueFault[]
  cause?: unknown
}

/** The plan catalogue is invalid; the message lists the file and every error. */
export class PlanCatalogueError extends Error {
  constructor({ file, faults, cause }: CatalogueFile) {
    const lines = faults.map(({ path, message }) => (path === '' ? `  ${message}` : `  ${path}: ${message}`))
    super(`PLAN_CATALOGUE: ${file} is not a plan catalogue:\n${lines.join('\n')}`, { cause })
    this.name = 'PlanCatalogueError'
  }
}

function fileOf(nameOrPath: string): string {
  const shipped = shippedNames.find((name) => name === nameOrPath)
  return shipped === undefined ? nameOrPath : fileURLToPath(new URL(`./catalogues/${shipped}.json`, import.meta.url))
}

export const isShipped = (name: string): boolean => shippedNames.some((shipped) => shipped === name)

/** Reads and validates a plan catalogue: a shipped one by name, or an operator's file by path. */
export function readCatalogue(nameOrPath: string): CatalogueFile {
  const file = fileOf(nameOrPath)
  let json: string
  let raw: unknown
  try {
    json = readFileSync(file, 'utf8')
    raw = JSON.parse(json)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { file, json: null, catalogue: null, faults: [{ path: '', message }], cause: error }
  }
  const parsed = planCatalogueSchema.safeParse(raw)
  if (parsed.success) return { file, json, catalogue: parsed.data, faults: [] }
  const faults = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { file, json, catalogue: null, faults }
}

/**
 * Loads a plan catalogue: a shipped one by name, or an operator's file by path.
 * @throws PlanCatalogueError listing every error
 */
export function loadCatalogue(nameOrPath: string): PlanCatalogue {
  const read = readCatalogue(nameOrPath)
  if (read.catalogue === null) throw new PlanCatalogueError(read)
  return read.catalogue
}
