import { expect, it } from 'vitest'
import { OfficeMath } from './office-math.ts'
import { readXml } from './xml.ts'

const NAMESPACE = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'

function read(inner: string): string {
  const math = new OfficeMath()
  let text = ''
  const runs = inner.replace(/>([^<>]+)</gu, '><m:r><m:t xml:space="preserve">$1</m:t></m:r><')
  readXml(Buffer.from(`<m:oMath ${NAMESPACE}>${runs}</m:oMath>`), {
    open: (name, attributes) => math.open(name, attributes),
    close() {
      text += math.close()
    },
    text: (found) => math.text(found),
  })
  return text
}

const part = (name: string, ...inner: string[]): string => `<m:${name}>${inner.join('')}</m:${name}>`
const e = (inner: string): string => part('e', inner)
const t = (text: string): string => `<m:box><m:e>${text}</m:e></m:box>`
const fraction = (above: string, below: string, type = ''): string =>
  part('f', type === '' ? '' : `<m:fPr><m:type m:val="${type}"/></m:fPr>`, part('num', above), part('den', below))
const brackets = (inner: string, begin = '(', end = ')'): string =>
  part('d', `<m:dPr><m:begChr m:val="${begin}"/><m:endChr m:val="${end}"/></m:dPr>`, inner)
const sum = (below: string, above: string, inner: string): string =>
  part('nary', '<m:naryPr><m:chr m:val="∑"/></m:naryPr>', part('sub', below), part('sup', above), e(inner))

it.each([
  [fraction('v t', '2'), '(v t)/2'],
  [fraction('vt', '2'), 'vt/2'],
  [fraction(part('sSup', e('π'), part('sup', '2')), part('sSub', e('x'), part('sub', '10'))), 'π^2/x_10'],
  [fraction('1', `a${part('sSup', e('n'), part('sup', '2'))}`), '1/(an^2)'],
  [fraction('1', '2a'), '1/(2a)'],
  [fraction('a+b', 'c-d'), '(a+b)/(c-d)'],
  [fraction(fraction('a', 'b'), 'c'), '(a/b)/c'],
  [brackets(e(fraction('n', 'k', 'noBar'))), '(n over k)'],
  [brackets(e('a') + e('b'), '(', ']'), '(a|b]'],
  [part('sSup', e(brackets(e(fraction('p', 'q')))), part('sup', 'm-1')), '(p/q)^(m-1)'],
  [part('sSup', e(`${brackets(e('a'))}${brackets(e('b'))}`), part('sup', '2')), '((a)(b))^2'],
  [part('sSup', e('90'), part('sup', '∘')), '90°'],
  [part('sSup', e('f'), part('sup', '′')), 'f′'],
  [part('sSubSup', e('x'), part('sub', 'i'), part('sup', '2')), 'x_i^2'],
  [part('sPre', part('sub', '6'), part('sup', '14'), e('C')), '_6^14C'],
  [sum('i=1', 'n', 'i'), '∑_(i=1)^n i'],
  [part('nary', part('sub'), part('sup'), e('dx')), '∫dx'],
  [part('rad', part('deg'), e('x+1')), '√(x+1)'],
  [part('rad', part('deg'), e('')), '√()'],
  [part('rad', part('deg', '3'), e('x')), 'x^(1/3)'],
  [part('acc', '<m:accPr><m:chr m:val="⃗"/></m:accPr>', e('F')), 'F⃗'],
  [part('func', part('fName', 'sin'), e('x')), 'sin x'],
  [part('sSup', part('e', 'sin'), part('sup', '2')), 'sin^2'],
  [part('limLow', e('lim'), part('lim', 'n→∞')), 'lim_(n→∞)'],
  [brackets(e(part('m', part('mr', e('1'), e('0')), part('mr', e('0'), e('1'))))), '(1, 0; 0, 1)'],
  [part('eqArr', e('a&amp;=b'), e('c&amp;=d')), 'a=b; c=d'],
  [`${t('x')}${t(' if ')}${t('y')}`, 'x if y'],
])('reads %s as %s', (inner, expected) => {
  expect(read(inner)).toBe(expected)
})
