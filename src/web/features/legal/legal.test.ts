import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { retention } from '../../../shared/account/retention.ts'
import { graceDays } from '../../../shared/account/subscription-status.ts'
import { content } from '../../../shared/content.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { spans } from './legal-text.ts'
import PrivacyPage from './privacy-page.tsx'
import TermsPage from './terms-page.tsx'

const markupOf = (page: FunctionComponent): string =>
  renderToStaticMarkup(
    // oxlint-disable-next-line react/no-children-prop -- the types of wouter ask for it
    createElement(Router, { ssrPath: '/', children: createElement(page) }),
  )
const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')

const privacy = markupOf(PrivacyPage)
const terms = markupOf(TermsPage)

/** Every stretch of time that a text names in figures. */
const timesIn = (text: string): string[] =>
  text.match(/\b[\d-]+ (?:business )?(?:minute|hour|day|week|month|year)s?\b/g) ?? []

describe('the privacy policy', () => {
  it('lists exactly the retention times of the code', () => {
    expect(Object.keys(retention).every((name) => name in spans)).toBe(true)
    expect([...new Set(timesIn(textOf(privacy)))].toSorted()).toEqual([...new Set(Object.values(spans))].toSorted())
    for (const [name, count] of Object.entries(retention)) {
      expect(Object.entries(spans)).toContainEqual([name, expect.stringMatching(new RegExp(`^${count} [a-z]+$`))])
    }
  })

  it('lists the operator, the processors with their countries, and the contact', () => {
    const text = textOf(privacy)
    for (const { name, country } of Object.values(content.legal.processors).flat()) {
      expect(text).toContain(`${name} (${country})`)
    }
    for (const part of [content.operator.name, content.operator.address, content.supportEmail]) {
      expect(text).toContain(part)
    }
  })
})

describe('the terms of use', () => {
  it('contain no price or quota, but a link to the pricing page', () => {
    const text = textOf(terms)
    expect(text).not.toMatch(/[$€£]\s?\d|\bUSD\b|\b\d+ summaries\b/)
    expect(terms).toContain(`href="${pagePaths.subscribe}"`)
  })

  it('contain the periods of the configuration', () => {
    const text = textOf(terms)
    const { legal } = content
    for (const part of [legal.cancellationAnswer, legal.governingLaw, legal.courts]) expect(text).toContain(part)
    const allowed = new Set([
      `${legal.moneyBackDays} days`,
      `${legal.noticeDays} days`,
      `${graceDays} days`,
      legal.cancellationAnswer,
      `${legal.minimumAge} years`,
    ])
    expect(timesIn(text).filter((time) => !allowed.has(time))).toEqual([])
  })
})

describe('both legal texts', () => {
  it.each([
    ['the privacy policy', privacy],
    ['the terms of use', terms],
  ])('%s: has a date and a valid table of contents', (_name, markup) => {
    expect(textOf(markup)).toContain('Last updated August 1, 2025')
    const targets = [...markup.matchAll(/href="#([a-z-]+)"/g)].map(([, id]) => id)
    const ids = [...markup.matchAll(/<section id="([a-z-]+)"/g)].map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(10)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...new Set(targets)].toSorted()).toEqual(ids.toSorted())
  })

  it.each([
    ['the privacy policy', privacy],
    ['the terms of use', terms],
  ])('%s: separates numbers from words', (_name, markup) => {
    expect(textOf(markup).match(/\d+[a-z]{3,}/g) ?? []).toEqual([])
  })

  it('link only to existing pages', () => {
    const links = [...`${privacy}${terms}`.matchAll(/href="(\/[^"#]*)/g)].map(([, path]) => path)
    const pages: readonly (string | undefined)[] = Object.values(pagePaths)
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter((path) => !pages.includes(path))).toEqual([])
  })
})
