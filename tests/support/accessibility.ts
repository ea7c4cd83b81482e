import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { resize, switchTheme, takePicture, themes, viewports } from './browser.ts'

/** Rules that axe checks: WCAG 2.2 A and AA, and best practices. */
const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Reports violations only, in the page itself: there are no frames of other sites, for which axe would open a second
 * page.
 */
const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(axeRules)
    .setLegacyMode()

/**
 * Violations of a page, as axe names them. A control that lies halfway under a sticky bar is judged again in the middle of
 * the screen, where a reader scrolls it: only its whole size counts.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  // A dialog hides the page behind it, which is visible through the overlay.
  const { violations } = await axe(page).exclude('[aria-hidden="true"]').analyze()
  const found: string[] = []
  for (const { id, nodes } of violations)
    for (const { html, target } of nodes) {
      const selector = String(target[0])
      if (id === 'target-size' && !(await isSmallInTheMiddle(page, selector))) continue
      found.push(`${id}: ${html.slice(0, 120)}`)
    }
  return found
}

/** Whether a control is too small for axe when nothing that sticks to an edge of the screen covers it. */
async function isSmallInTheMiddle(page: Page, selector: string): Promise<boolean> {
  await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: 'center' })`)
  const { violations } = await axe(page).include(selector).withRules('target-size').analyze()
  return violations.length > 0
}

/** Horizontal overflow of a page, in pixels. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/**
 * Combinations in which a page is checked: each theme and each width once, but one alone in `npm test`. With screenshots,
 * all four: that takes twice as long, and contrast hardly depends on the width.
 */
const looks: readonly {
  viewport: (typeof viewports)[keyof typeof viewports]
  schemes: readonly (typeof themes)[number][]
}[] = [
  { viewport: viewports.desktop, schemes: ['light'] },
  { viewport: viewports.phone, schemes: process.env.FULL_TESTS === '1' ? ['dark'] : [] },
]

/** Turns a path into a file name; "/" becomes front-page. */
const nameOf = (where: string): string =>
  where
    .toLowerCase()
    .match(/[a-z\d]+/g)
    ?.join('-') ?? 'front-page'

/**
 * Checks that a page has no axe violations in either theme, on a desktop and on a phone, and doesn't overflow. With
 * SCREENSHOTS=1, takes a screenshot of each.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const { viewport, schemes } of looks) {
    await resize(page, viewport)
    // A control scrolled halfway under a sticky bar is not too small.
    await page.evaluate(
      "document.querySelectorAll('*:has(> [role=dialog]), [role=dialog] *').forEach((element) => (element.scrollTop = 0))",
    )
    for (const colorScheme of process.env.SCREENSHOTS === '1' ? themes : schemes) {
      await switchTheme(page, colorScheme)
      expect(await violationsOf(page), `${where}, ${colorScheme}, ${viewport.width} px`).toEqual([])
      if (process.env.SCREENSHOTS === '1') await takePicture(page, nameOf(where), { colorScheme, viewport })
    }
    // Scripts of the page take some frames to adapt to a width.
    await expect
      .poll(async () => overflowOf(page), { message: `${where}, ${viewport.width} px` })
      .toBeLessThanOrEqual(0)
  }
  await resize(page, viewports.desktop)
}
