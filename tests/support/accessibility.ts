import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { switchTheme, takePicture, themes, viewports } from './browser.ts'

/** What axe looks for: WCAG 2.2 A and AA, and what its makers hold good practice. */
export const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Looks for violations alone, in the page itself: there are no frames of other sites, for which axe would open a second page. */
const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(axeRules)
    .setLegacyMode()

/** How much wider than its window a page is, in pixels. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/**
 * How a page is looked at: each theme and each width once. All four together are looked at where pictures are taken as
 * well: it takes twice as long, and colors hardly go by the width.
 */
const looks = [
  { viewport: viewports.desktop, schemes: ['light'] },
  { viewport: viewports.phone, schemes: ['dark'] },
] as const

/** A state as a file is named; a path that says nothing is the front page's. */
const nameOf = (where: string): string =>
  where
    .toLowerCase()
    .match(/[a-z\d]+/g)
    ?.join('-') ?? 'front-page'

/** Nothing to complain of in either theme, on a desktop and on a phone, and nothing wider than the screen. Where pictures are taken, so is one of each. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const { viewport, schemes } of looks) {
    await page.setViewportSize(viewport)
    for (const colorScheme of process.env.SCREENSHOTS === '1' ? themes : schemes) {
      await switchTheme(page, colorScheme)
      // A dialog hides the page behind it, which shows through a veil.
      const { violations } = await axe(page).exclude('[aria-hidden="true"]').analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
      )
      expect(found, `${where}, ${colorScheme}, ${viewport.width} px`).toEqual([])
      if (process.env.SCREENSHOTS === '1') await takePicture(page, nameOf(where), { colorScheme, viewport })
    }
    expect(await overflowOf(page), `${where}, ${viewport.width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(viewports.desktop)
}
