import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type PlanCatalogue, planCatalogueSchema } from '../../../shared/plans/catalogue.ts'

const shippedNames = ['standard', 'two-plan'] as const

/** The plan catalogue can't be used; the message names the file and every fault in it. */
export class PlanCatalogueError extends Error {
  constructor(file: string, complaints: readonly string[], cause?: unknown) {
    super(`PLAN_CATALOGUE: ${file} is not a plan catalogue:\n${complaints.map((line) => `  ${line}`).join('\n')}`, {
      cause,
    })
    this.name = 'PlanCatalogueError'
  }
}

function fileOf(nameOrPath: string): string {
  const shipped = shippedNames.find((name) => name === nameOrPath)
  return shipped === undefined ? nameOrPath : fileURLToPath(new URL(`./catalogues/${shipped}.json`, import.meta.url))
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new PlanCatalogueError(file, [error instanceof Error ? error.message : String(error)], error)
  }
}

/**
 * Reads the plan catalogue: one of the shipped ones by name, or an operator's own file by path.
 *
 * @throws PlanCatalogueError naming every fault
 */
export function loadCatalogue(nameOrPath: string): PlanCatalogue {
  const file = fileOf(nameOrPath)
  const parsed = planCatalogueSchema.safeParse(parseJson(file))
  if (parsed.success) return parsed.data
  throw new PlanCatalogueError(
    file,
    parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`),
  )
}
