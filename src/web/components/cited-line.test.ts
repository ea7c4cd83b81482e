import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SourceLocation } from '../../shared/summary/location.ts'
import { CitedLine } from './cited-line.tsx'

const location: SourceLocation = { kind: 'page', page: 1 }

/** Texts of the chips of a line, in order. */
function chipsOf(...labels: string[]): string[] {
  const citations = labels.map((label) => ({ blockId: label, label, location, excerpt: '' }))
  const markup = renderToStaticMarkup(
    createElement(CitedLine, { text: 'A line.', citations, language: { lang: 'en', dir: 'ltr' } }),
  )
  return [...markup.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, text = '']) => text)
}

it('keeps French marks and their words on one line', () => {
  const line = `Un « mot » dit, et la « pêche au chalut ». ${'x'.repeat(60)} ?`
  const markup = renderToStaticMarkup(
    createElement(CitedLine, { text: line, citations: [], language: { lang: 'fr', dir: 'ltr' } }),
  )
  const kept = [...markup.matchAll(/<span class="whitespace-nowrap">([^<]*)</g)].map(([, text]) => text)
  expect(kept).toEqual(['« mot »', '« pêche', 'chalut »', `${'x'.repeat(24)} ?`])
})

it('names the unit of two locations once', () => {
  expect(chipsOf('p. 2', 'p. 13')).toEqual(['p. 2', '13'])
  expect(chipsOf('p. 2', '¶ 13')).toEqual(['p. 2', '¶ 13'])
})

it('keeps the names of two sources that begin alike', () => {
  const labels = ['Annual report 2024, p. 4', 'Annual report 2025, p. 9']
  expect(chipsOf(...labels)).toEqual(labels)
})
