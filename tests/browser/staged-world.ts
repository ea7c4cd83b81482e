import type { Locator, Page } from 'playwright-core'
import { type ServedProduct, serveProduct } from '../support/served-product.ts'
import { type StagedPipeline, type StagedRun, stagedPipeline } from '../support/staged-pipeline.ts'
import { givePlan, register } from './steps.ts'
import { served } from './world.ts'

export interface StagedWorld {
  product: ServedProduct
  pipeline: StagedPipeline
}

/** The product with a staged pipeline, for all tests of a file. */
export function startStagedWorld(): StagedWorld {
  const pipeline = stagedPipeline()
  return { pipeline, product: served(async () => serveProduct({ pipeline })) }
}

/** Registers a user on the top plan, without upgrade offers. */
export async function registerElite(page: Page, { product }: StagedWorld): Promise<string> {
  const email = await register(page, product.origin)
  await givePlan(page, product.database, email, 'elite')
  return email
}

/** Waits until the page has opened the event stream: later events appear immediately. */
export async function openedStream(page: Page): Promise<void> {
  await page.waitForResponse((response) => response.url().endsWith('/events'))
}

/** The current stage of an open summary that is being written. */
export const currentStage = (page: Page): Locator => page.getByRole('dialog').locator('[aria-current=step]')

/** Requests a summary of a URL, and returns its staged run. */
export async function begin(page: Page, { pipeline }: StagedWorld, url: string): Promise<StagedRun> {
  await page.getByRole('tab', { name: 'From URL' }).click()
  await page.getByLabel('Link to a video or article').fill(url)
  const stream = openedStream(page)
  await page.getByRole('button', { name: 'Summarize' }).click()
  const run = await pipeline.next()
  await stream
  return run
}

/** Like `begin`, and continues in the background. */
export async function beginInBackground(page: Page, world: StagedWorld, url: string): Promise<StagedRun> {
  const run = await begin(page, world, url)
  await page.getByRole('button', { name: 'Continue in background' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return run
}
