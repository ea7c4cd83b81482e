import { describe, expect, it } from 'vitest'
import { isClosingLine, isDateline, isLabel, isMetaLine, isPointer } from './lines.ts'

const prose = [
  'Share prices fell for the third day.',
  'Read on for three tips that help.',
  'More than a third of the employees will likely receive notice this week, two people said.',
  'By 2018, when I started digging into this story, only one of them was left in the city.',
  'The video shows how the tide turned in 1953, and what it left behind on the beach.',
  'They sign up additional readers throughout the week, and lose as many.',
  '등대는 육십 년 뒤 2011년 경매에서 다시 팔렸다.',
  'Маяк снова зажгли 3 мая 2011 года.',
  '灯塔在2011年又亮了起来。',
  'By 2019 the pier was gone.',
  '2019 was a hard year for the boats.',
  'Published in 1954, the chart was never sold in the north.',
]

/** Last paragraphs that begin like requests to the reader. */
const endings = [
  'Subscribe now, said the poster at the pier, or lose your seat.',
  'Parents who register their boats today pay nothing until May.',
  'Her newsletter about the tides goes out weekly.',
  'Like her mother at that age, Ada now sits by the water.',
  'Support for the wall is higher today than it was in spring.',
  'Contact with the boat was lost at 4 in the morning.',
  'Translated by candlelight, the letters fill four boxes.',
  'Translated by Lev Brandt, the letters fill four boxes.',
  '“Sign up for our newsletter!” said the note on the door.',
  'Abonnieren Sie, rief der Bote, und alle lachten.',
  'Siga-nos, disse o guia, e nós fomos.',
  '3 May 1944.',
]

describe('lines that are no prose', () => {
  it.each([
    'Advertisement',
    'Share this on WhatsApp',
    'comments',
    'Related Stories',
    'Facebook Twitter Email',
    'arrow_forward_ios',
    '12 comments',
    'Top stories',
    'Реклама',
    'Leia mais',
  ])('%j is a label', (line) => expect(isLabel(line)).toBe(true))

  it.each([
    'Related: What the moon does',
    'READ MORE: Tides for beginners',
    'Also: See all of our coverage',
    'Tags: tides, moon',
    'Lire aussi : Les marées',
  ])('%j is a pointer', (line) => expect(isPointer(line)).toBe(true))

  it.each([
    'Follow us on Twitter and Facebook.',
    'Sign up for our newsletter today',
    'Ada Example contributed to this report.',
    'Updated at 1:23 p.m.',
    'Additional reporting by Ada Example and Ben Sample',
    'Melden Sie sich für unseren Newsletter an.',
  ])('%j is a closing', (line) => expect(isClosingLine(line, false)).toBe(true))

  it.each([
    'Have a tip? Write to the desk.',
    'Follow Ada on Twitter.',
    'Subscribe today for more about the tides.',
    'Follow Ada on Facebook, Instagram and X.',
    'Sign up to our newsletter today, it only takes a minute.',
    'Subscribe now, it takes only a minute.',
    'Donate today, every gift counts for the work of the reporters.',
  ])('%j is a closing if it has a link', (line) =>
    expect([isClosingLine(line, true), isClosingLine(line, false)]).toEqual([true, false]),
  )

  it.each([
    'Anyone can register for the course of the harbor today, but few will come.',
    'Her newsletter has reached four thousand readers, many of whom subscribe for the tides.',
    'Support for the wall is, by one survey, greater today than ever.',
    'Find the pier on the old map, and you will see how far the sea has come.',
    'Like her mother at the lamp, she never slept.',
    'Donate blood today, the nurse told us.',
    'Subscribe now, Ada Lind shouted from the pier.',
    '“Sign up for our newsletter!” said the note on the door.',
    'Wer will, kann den Newsletter bestellen.',
  ])('%j ends a text, also with a link', (line) => expect(isClosingLine(line, true)).toBe(false))

  it.each(endings)('%j ends a text', (line) => expect(isClosingLine(line, false)).toBe(false))

  it.each([
    'Published Wed, Nov 20 2019',
    '4:29 AM EST',
    'Updated 2 hours ago',
    '기사입력 :[ 2018-08-25 15:24 ]',
    'Published November 20th, 2019 - 07:29 GMT',
  ])('%j is a dateline', (line) => expect(isDateline(line)).toBe(true))

  it('recognizes a line of properties by two of them', () => {
    expect(isMetaLine('05/10/2018 - Publicado por: A. B. - Categoria: Mar - Tags: marés')).toBe(true)
    expect(isMetaLine('The author: a man of the sea, by his own account.')).toBe(false)
  })

  it.each(prose)('%j is prose', (line) => {
    const found = [isLabel(line), isPointer(line), isClosingLine(line, true), isDateline(line), isMetaLine(line)]
    expect(found).not.toContain(true)
  })
})
