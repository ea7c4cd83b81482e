import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SourceLocation } from '../../shared/summary/location.ts'
import { CitedLine } from './cited-line.tsx'

const location: SourceLocation = { kind: 'page', page: 1 }

/** Markup of a line with a citation for each label. */
function render(text: string, labels: readonly string[]): string {
  const citations = labels.map((label) => ({ blockId: label, label, location, excerpt: '' }))
  return renderToStaticMarkup(createElement(CitedLine, { text, citations, language: { lang: 'fr', dir: 'ltr' } }))
}

it('keeps French marks and their words on one line', () => {
  const markup = render(`Un « mot » dit, et la « pêche au chalut ». ${'x'.repeat(60)} ?`, [])
  const kept = [...markup.matchAll(/<span class="whitespace-nowrap">([^<]*)</g)].map(([, text]) => text)
  expect(kept).toEqual(['« mot »', '« pêche', 'chalut »', `${'x'.repeat(24)} ?`])
})

it.each([
  ['It opens on April 14, as on Sept. 6–10, 2026.', ['April 14', 'Sept. 6–10']],
  ['Am 14. April und am 3 May, wie in Kapitel 12.', ['14. April', '3 May', 'Kapitel 12']],
  ['On Monday 6–10 a.m. or Friday 6 a.m., not in March 2026 nor in MacDonaldson 4.', ['6–10 a.m.', '6 a.m.']],
])('keeps a name and its number on one line: %s', (text, expected) => {
  const pairs = [...render(text, []).matchAll(/<span class="whitespace-nowrap">([^<]*)</g)].map(([, pair]) => pair)
  expect(pairs).toEqual(expected)
})

it.each([
  ['The hearing is on April 14.', 'April 14.'],
  ['Die Sitzung ist am 14. April.', '14. April.'],
  ['This explains most of the gain in sales.', 'in sales.'],
  ['This explains most of the gain in salmon.', 'salmon.'],
  ['This explains most of the gain in ore.', 'in ore.'],
  ['It was the administration.', 'administration.'],
  ['It grew.', 'grew.'],
])('keeps the end of a line with its chip: %s', (text, date) => {
  const [, last] = /<span class="whitespace-nowrap">(.*?)<button/.exec(render(text, ['p. 2'])) ?? []
  expect(last?.replaceAll(/<[^>]*>/g, '')).toBe(`${date} `)
})

it.each([
  ['names the unit of two locations once', ['p. 2', 'p. 13'], ['p. 2', '13']],
  ['names the units of two locations that differ', ['p. 2', '¶ 13'], ['p. 2', '¶ 13']],
  [
    'names two sources that begin alike',
    ['Report 2024, p. 4', 'Report 2025, p. 9'],
    ['Report 2024, p. 4', 'Report 2025, p. 9'],
  ],
  ['names a third location with a short label', ['p. 2', 'p. 13', 'p. 21'], ['p. 2', '13', 'p. 21']],
  ['counts a third location with a long label', ['p. 2', '¶ 13', 'Chapter 21'], ['p. 2', '¶ 13', '+1']],
  ['counts several further locations', ['p. 2', 'p. 13', 'p. 21', 'p. 34'], ['p. 2', '13', '+2']],
])('%s', (_, labels, chips) => {
  const shown = [...render('A line.', labels).matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, text]) => text)
  expect(shown).toEqual(chips)
})

it.each([
  ['It grew in the spring.', ['p. 2', 'ch. 3'], 'spring. p. 2 ch. 3'],
  ['It grew in the spring.', ['A long chapter', 'Another chapter'], ''],
])('keeps short citations of a line together: %s %s', (text, labels, expected) => {
  const kept = /<span class="whitespace-nowrap">(?=<span)(.*)$/.exec(render(text, labels))?.[1] ?? ''
  expect(kept.replaceAll(/<[^>]*>/g, '')).toBe(expected)
})
