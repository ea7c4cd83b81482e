import { afterAll, beforeAll, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { freePort } from '../support/process.ts'
import { productionEnv } from '../support/production.ts'
import { type ServedProduct, serveProduct } from '../support/served-product.ts'
import { tidePools } from '../support/texts.ts'
import { registerByHand } from './steps.ts'

let product: ServedProduct
let origin: string
beforeAll(async () => {
  const port = await freePort()
  origin = `http://precis.home.arpa:${port}`
  const env = { ...productionEnv, APP_URL: origin, ALLOW_HTTP: 'true', PLAN_CATALOGUE: 'home' }
  product = await serveProduct({ port, env: { ...env, STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' } })
})
afterAll(async () => product.close())

browserTest('production works over plain HTTP in a private network', async ({ page, problems }) => {
  problems.allow(/Cross-Origin-Opener-Policy/)
  await registerByHand(page, origin)
  expect(await page.evaluate('isSecureContext')).toBe(false)
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name, secure, sameSite }) => [name, secure, sameSite])).toContainEqual([
    'precis.sid',
    false,
    'Lax',
  ])
  const headers = (await page.request.get(`http://127.0.0.1:${new URL(origin).port}`)).headers()
  expect(headers['strict-transport-security']).toBeUndefined()
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')

  await page.getByRole('tab', { name: 'From Text' }).click()
  await page.getByLabel('Text to summarize').fill(tidePools)
  await page.getByRole('button', { name: 'Summarize' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await dialog.getByText('Copied').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('Text to summarize').focus()
  await page.keyboard.press('Control+V')
  await expect.poll(async () => page.getByLabel('Text to summarize').inputValue()).toContain('Carrow')
})
