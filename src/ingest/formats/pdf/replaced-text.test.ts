import { describe, expect, it } from 'vitest'
import { makePdf, pdfText } from '../../../../tests/support/pdf.ts'
import { parsePdf } from './parse-pdf.ts'

/** A letter or cluster, and how far behind its start each of its glyphs is painted, in points. */
type Cluster = readonly [text: string, ...glyphs: number[]]

/** Width of the glyphs of Courier at 12 points. */
const ADVANCE = 7.2

const utf16 = (text: string): string => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')

/** Clusters in a line, each given as text for its glyphs, as Chromium writes them. */
function line(y: number, clusters: readonly Cluster[]): string {
  let x = 60
  return clusters
    .map(([text, ...glyphs]) => {
      const painted = glyphs.map((dx, at) => `1 0 0 1 ${x + dx} ${y} Tm (${'no'[at]}) Tj`).join(' ')
      x += text === ' ' ? ADVANCE : Math.max(...glyphs.filter((dx) => dx % ADVANCE === 0)) + ADVANCE
      return text === ' ' ? '' : `/Span << /ActualText <${utf16(text)}> >> BDC BT /typed 12 Tf ${painted} ET EMC\n`
    })
    .join('')
}

const words = (text: string, width: (cluster: string) => readonly number[]): Cluster[] =>
  Array.from(new Intl.Segmenter('und').segment(text), ({ segment }) => [segment, ...width(segment)])

/** A letter and its vowel sign are two glyphs, one beside the other. */
const beside = (cluster: string): readonly number[] => (cluster.length > 1 ? [0, ADVANCE] : [0])

/** A mark is painted over its letter, in part over the next one. */
const over = (cluster: string): readonly number[] => (cluster.length > 1 ? [0, ADVANCE + 0.5] : [0])

describe('text that a file gives for its glyphs', () => {
  it.each<[string, string, (cluster: string) => readonly number[]]>([
    ['Hindi', 'नाव सागर में गई और शाम को आई।', beside],
    ['Tamil', 'படகு காலை ஆறு மணிக்கு செல்லும்.', beside],
    ['Bengali', 'নৌকা সকালে ছাড়ে আর রাতে ফেরে।', beside],
    ['Thai', 'เรือออกตอนเช้า ขึ้นฝั่งที่ท่าเก่า', over],
  ])('reads %s with its own spaces, each cluster once', async (_, text, width) => {
    const pages = [line(700, words(text, width))]
    expect((await parsePdf(makePdf({ pages }))).pieces.map((piece) => piece.text)).toEqual([text])
  })

  it.each(['नाव सागर में गई और शाम को आई।', 'เรือออกตอนเช้า ขึ้นฝั่งที่ท่าเก่า'])(
    'reads %s in a part that is painted as a whole',
    async (text) => {
      const form = `q 2.5 0 0 2.5 0 0 cm\n${line(280, words(text, beside))}Q\n`
      const pages = ['q 0.4 0 0 0.4 30 200 cm /form Do Q\n']
      expect((await parsePdf(makePdf({ pages, form }))).pieces.map((piece) => piece.text)).toEqual([text])
    },
  )

  it('reads the narrow gaps after letters that reach into them', async () => {
    const [gap, width] = [1.4, 12]
    let x = 60
    const pages = ['कई', 'भाई', 'नाव', 'लाए।'].map((word) => {
      const painted = pdfText(x, 700, word, { font: 'unicode' })
      x += word.length * width + gap
      return painted
    })
    expect((await parsePdf(makePdf({ pages: [pages.join('')] }))).pieces.map((piece) => piece.text)).toEqual([
      'कई भाई नाव लाए।',
    ])
  })

  it('joins lines of Thai, Lao and Khmer without spaces', async () => {
    const lines = ['เรือออกตอนเช้าจาก', 'ท่าเก่าของเมือง']
    const pages = [lines.map((text, at) => line(700 - 14 * at, words(text, over))).join('')]
    expect((await parsePdf(makePdf({ pages }))).pieces.map((piece) => piece.text)).toEqual([lines.join('')])
  })

  it('reads Arabic with the spaces that were painted by themselves, whatever the gaps', async () => {
    const text = 'جاء القطار من مدينة بعيدة'
    let x = 400
    const painted = Array.from(text, (letter) => {
      // Joints look like spaces here, and letters reach into the spaces before them.
      x -= letter === ' ' ? -2 : ADVANCE + 2.5
      if (letter === ' ') return `BT /typed 12 Tf 1 0 0 1 ${x - 4} 700 Tm ( ) Tj ET\n`
      return `/Span << /ActualText <${utf16(letter)}> >> BDC BT /typed 12 Tf 1 0 0 1 ${x} 700 Tm (n) Tj ET EMC\n`
    })
    const pages = [painted.toReversed().join('')]
    expect((await parsePdf(makePdf({ pages }))).pieces.map((piece) => piece.text)).toEqual([text])
  })

  it('reads spaces of such Arabic that were painted with a full stop', async () => {
    const text = 'عاد القطار. نام الركاب'
    let x = 400
    const painted = Array.from(text.replace('. ', '.'), (letter) => {
      x -= letter === ' ' ? -2 : letter === '.' ? 0.8 * ADVANCE : ADVANCE + 2.5
      if (letter === ' ') return `BT /typed 12 Tf 1 0 0 1 ${x - 4} 700 Tm ( ) Tj ET\n`
      if (letter === '.') return `BT /typed 12 Tf 40 Tz 1 0 0 1 ${x} 700 Tm ( .) Tj 100 Tz ET\n`
      return `/Span << /ActualText <${utf16(letter)}> >> BDC BT /typed 12 Tf 1 0 0 1 ${x} 700 Tm (n) Tj ET EMC\n`
    })
    const pages = [painted.toReversed().join('')]
    expect((await parsePdf(makePdf({ pages }))).pieces.map((piece) => piece.text)).toEqual([text])
  })
})
