import { describe, expect, it } from 'vitest'
import { parseChapterTitle } from './chapter-title.ts'

describe('parseChapterTitle', () => {
  it.each([
    ['Chapter 13. Wheelbarrow.', '13', 'Wheelbarrow'],
    ['CHAPTER XIII', '13', ''],
    ['CHAPTER XIII. WHEELBARROW', '13', 'WHEELBARROW'],
    ['Chapter 13: Wheelbarrow', '13', 'Wheelbarrow'],
    ['Chapter 13 Wheelbarrow', '13', 'Wheelbarrow'],
    ['Chapter Twenty-One — The Return', '21', 'The Return'],
    ['CHAPTER ONE', '1', ''],
    ['Chap. 4', '4', ''],
    ['Chapter 1.2: Terms', '1.2', 'Terms'],
    ['13. Wheelbarrow', '13', 'Wheelbarrow'],
    ['13 – Wheelbarrow', '13', 'Wheelbarrow'],
    ['3. 1805', '3', '1805'],
    ['XIII. Wheelbarrow', '13', 'Wheelbarrow'],
    ['XIX', '19', ''],
    ['7', '7', ''],
    ['I: Arrival', '1', 'Arrival'],
    ['Kapitel 3', '3', ''],
    ['3. Kapitel: Der Fluss', '3', 'Der Fluss'],
    ['Chapitre IV', '4', ''],
    ['CAPÍTULO II. De la primera salida', '2', 'De la primera salida'],
    ['Глава 12. Утро', '12', 'Утро'],
    ['ΚΕΦΑΛΑΙΟ 2', '2', ''],
    ['1. Bölüm', '1', ''],
    ['5. fejezet', '5', ''],
    ['الفصل ٣: البحر', '3', 'البحر'],
    ['अध्याय २', '2', ''],
    ['第十二章 风', '12', '风'],
    ['第3章', '3', ''],
    ['第二十一回　雨', '21', '雨'],
    ['제3장 바다', '3', '바다'],
    ['บทที่ 4', '4', ''],
  ])('reads the number and the name of %s', (title, number, name) => {
    expect(parseChapterTitle(title)).toEqual({ number, name })
  })

  it.each([
    'ETYMOLOGY.',
    'Letter 1',
    'Part Two',
    'BOOK ONE: 1805',
    'Civil: a history',
    'C. Notes',
    'I, Claudius',
    'I Am Legend',
    '1984: the year before',
    '1.1. Overview',
    '12 Angry Men',
    '10-20',
    '12:41',
    'Chapters',
    'Chapter and Verse',
    'IIX',
    'Appendix A',
    '',
  ])('finds no chapter number in %s', (title) => {
    expect(parseChapterTitle(title)).toBeNull()
  })
})
