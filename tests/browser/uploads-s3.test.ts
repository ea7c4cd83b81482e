import { describe, expect } from 'vitest'
import { startS3Standin } from '../standins/s3/server.ts'
import { browserTest } from '../support/browser.ts'
import { report } from '../support/files/samples.ts'
import { serveProduct } from '../support/served-product.ts'
import { s3Environment } from '../support/storages.ts'
import { expectToast, register } from './steps.ts'
import { served } from './world.ts'

describe('uploads to S3', () => {
  const standin = served(startS3Standin)
  const product = served(async () => {
    const started = await serveProduct({ env: s3Environment(standin) })
    standin.allowOrigin(started.origin)
    return started
  })

  browserTest('go from the browser to the bucket, as CSP and CORS allow', async ({ page }) => {
    await register(page, product.origin)
    await page.getByRole('tab', { name: 'From File' }).click()
    const sent = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.locator('input[type=file]').setInputFiles(report)
    const response = await sent
    expect([new URL(response.url()).origin, response.status()]).toEqual([standin.origin, 200])
    await expectToast(page, 'File Uploaded', report.name)
    expect([...standin.objects.values()].map(({ body }) => body.equals(report.buffer))).toEqual([true])
    await page.getByRole('button', { name: 'Summarize' }).click()
    await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
    await page
      .getByRole('dialog')
      .filter({ hasText: /Read [\d,]+ words[.,]/ })
      .waitFor({ timeout: 30_000 })
    await expect.poll(() => standin.objects.size).toBe(0)
  })
})
