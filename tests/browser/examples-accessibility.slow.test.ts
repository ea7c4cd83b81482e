import { describe } from 'vitest'
import { examples } from '../../src/shared/examples.ts'
import { pagePaths } from '../../src/shared/paths.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots, viewports } from '../support/browser.ts'
import { expectToFit } from './auth-steps.ts'
import { startWorld } from './world.ts'

describe('examples', () => {
  const world = startWorld()

  for (const { page: name, kind, title } of examples) {
    browserTest(`of ${kind}: accessible with and without the source`, async ({ newPage }) => {
      const { page } = await newPage({ viewport: viewports.desktop })
      await page.goto(world.product.origin + pagePaths[name])
      await page.getByRole('heading', { level: 2, name: title }).waitFor()
      await page.locator('#source [data-index]').first().waitFor()
      await expectAccessible(page, `${kind} with its source`)
      await expectToFit(page)
      await page.keyboard.press('s')
      await page.locator('#source').waitFor({ state: 'detached' })
      await takeScreenshots(page, name, true)
      await expectAccessible(page, kind)
      await expectToFit(page)
    })
  }
})
