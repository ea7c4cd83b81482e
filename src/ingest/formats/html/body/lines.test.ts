import { describe, expect, it } from 'vitest'
import { isClosing, isDateline, isLabel, isMetaLine, isPointer } from './lines.ts'

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
    'Have a tip? Write to the desk.',
    'Updated at 1:23 p.m.',
  ])('%j is a closing', (line) => expect(isClosing(line)).toBe(true))

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
    expect([isLabel(line), isPointer(line), isClosing(line), isDateline(line), isMetaLine(line)]).not.toContain(true)
  })
})
