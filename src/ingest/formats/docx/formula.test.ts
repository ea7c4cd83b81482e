import { describe, expect, it } from 'vitest'
import { buildDocx, paragraph } from '../../../../tests/support/files/build-docx.ts'
import { parseDocx } from './parse-docx.ts'

describe('formulas', () => {
  it.each([
    ['brackets', '<m:d><m:dPr><m:endChr m:val="]"/></m:dPr><m:e>a</m:e><m:e>b</m:e></m:d>', 'y=(a|b]'],
    ['powers', '<m:sSup><m:e>x</m:e><m:sup>2</m:sup></m:sSup>', 'y=x^2'],
    [
      'sums',
      '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>i=1</m:sub><m:sup>n</m:sup><m:e>i</m:e></m:nary>',
      'y=∑_(i=1)^n i',
    ],
    ['integrals', '<m:nary><m:naryPr/><m:sub/><m:sup/><m:e>dx</m:e></m:nary>', 'y=∫dx'],
    ['roots', '<m:rad><m:deg>3</m:deg><m:e>x</m:e></m:rad><m:rad><m:deg/><m:e/></m:rad>', 'y=x^(1/3)√()'],
    ['matrices', '<m:d><m:e><m:m><m:mr><m:e>a</m:e><m:e>b</m:e></m:mr></m:m></m:e></m:d>', 'y=(a, b)'],
  ])('keeps %s of formulas', async (_, inner, text) => {
    const formula = inner.replace(/>([^<>]+)</gu, '><m:r><m:t>$1</m:t></m:r><')
    const body = paragraph(`<m:oMath><m:r><m:t>y=</m:t></m:r>${formula}</m:oMath>`)
    expect((await parseDocx(buildDocx({ body }))).pieces).toEqual([{ type: 'paragraph', text }])
  })
})
