import { afterEach, expect, it } from 'vitest'
import { keepLog } from '../support/log.ts'
import { startTestProduct, type TestProduct } from '../support/product.ts'
import { productionEnv } from '../support/production.ts'

let test: TestProduct
afterEach(async () => test.close())

/** Starts the product and returns its log lines with a configuration event. */
async function warningsOf(env: Record<string, string>): Promise<Record<string, unknown>[]> {
  const kept = keepLog()
  test = await startTestProduct({ env, log: kept.log })
  return kept
    .text()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ event }) => String(event).startsWith('config.'))
}

it('warns in production about placeholder operator details, and about missing language models', async () => {
  const warnings = await warningsOf({
    ...productionEnv,
    SMTP_URL: 'smtp://localhost:25',
    MAIL_FROM: 'Precis <hello@precis.example>',
  })
  const settings = warnings.filter(({ event }) => event === 'config.placeholder').map(({ setting }) => setting)
  expect(settings).toHaveLength(5)
  expect(new Set(settings)).toEqual(
    new Set([
      'MAIL_FROM',
      'content.supportEmail',
      'content.operator.address',
      'content.legal.governingLaw',
      'content.legal.courts',
    ]),
  )
  expect(warnings.filter(({ event }) => event === 'config.no_language_models')).toHaveLength(1)
  expect(new Set(warnings.map(({ level }) => level))).toEqual(new Set([40]))
})

it('does not warn about configured ones', async () => {
  const warnings = await warningsOf({
    ...productionEnv,
    AI_MODELS: 'local:any',
    LOCAL_AI_URL: 'http://localhost:11434/v1',
    SMTP_URL: 'smtp://localhost:25',
    MAIL_FROM: 'Precis <hello@precis.test>',
  })
  expect(warnings.map(({ setting }) => setting)).not.toContain('MAIL_FROM')
  expect(warnings.map(({ event }) => event)).not.toContain('config.no_language_models')
})

it('does not warn outside production', async () => {
  expect(await warningsOf({})).toEqual([])
})
