import { expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/verification.ts'
import data from './testing/translations.json' with { type: 'json' }
import { findUnsupported } from './unsupported-claims.ts'

const reports = new Map(Object.entries(data.reports).map(([name, text]) => [name, sourceOf([text])]))

function reported(claims: readonly (readonly string[])[], language: string): string[] {
  return claims.flatMap(([report = '', text = '']) => {
    const source = reports.get(report)
    return source === undefined || findUnsupported(source, text, language).length === 0 ? [] : [text]
  })
}

test.each(Object.entries(data.languages))('accepts what a translation into %s renders truly', (language, claims) => {
  expect(reported(claims.true, language)).toEqual([])
})

test.each(Object.entries(data.languages))('reports new persons and numbers in %s', (language, claims) => {
  // A name whose consonants are those of another passes in another script: Linda and London.
  expect(reported(claims.false, language).length).toBeGreaterThanOrEqual(claims.false.length - 1)
})
