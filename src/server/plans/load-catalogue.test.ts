import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownPlan } from '../../../tests/support/plans.ts'
import { loadCatalogue, PlanCatalogueError } from './load-catalogue.ts'

describe('loadCatalogue', () => {
  let folder: string
  const write = (content: string): string => {
    const file = join(folder, 'plans.json')
    writeFileSync(file, content)
    return file
  }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'precis-plans-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['standard', ['starter', 'lite', 'pro', 'elite'], 3],
    ['two-plan', ['starter', 'pro'], 5],
    ['home', ['starter'], null],
  ])('loads the shipped catalogue %s', (name, ids, summaries) => {
    const { plans } = loadCatalogue(name)
    expect(plans.map(({ id }) => id)).toEqual(ids)
    expect(plans[0]?.summariesPerMonth).toBe(summaries)
  })

  it("reads an operator's own file by its path", () => {
    const file = write(JSON.stringify({ name: 'own', plans: [{ ...ownPlan, name: 'Free' }] }))
    expect(loadCatalogue(file)).toMatchObject({ name: 'own', plans: [{ name: 'Free', summariesPerMonth: 7 }] })
  })

  it('lists the file and all its errors', () => {
    const file = write(
      JSON.stringify({
        plans: [
          { ...ownPlan, summariesPerMonth: 0 },
          { ...ownPlan, id: 'gold', price: { amount: -1, currency: 'EUR' } },
        ],
      }),
    )
    expect(() => loadCatalogue(file)).toThrow(PlanCatalogueError)
    for (const part of [
      `PLAN_CATALOGUE: ${file} is not a plan catalogue`,
      'name: ',
      'plans.0.summariesPerMonth: ',
      'plans.1.id: ',
      'plans.1.price.amount: ',
      'plans.1.price.currency: ',
    ]) {
      expect(() => loadCatalogue(file)).toThrow(part)
    }
  })

  it.each([
    ['is not there', () => join(folder, 'nowhere.json'), 'no such file'],
    ['is not JSON', () => write('plans: none'), 'not valid JSON'],
  ])('rejects a file that %s', (_, file, message) => {
    expect(() => loadCatalogue(file())).toThrow(PlanCatalogueError)
    expect(() => loadCatalogue(file())).toThrow(message)
  })
})
