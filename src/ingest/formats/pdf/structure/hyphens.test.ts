import { describe, expect, it } from 'vitest'
import { joinLines, Vocabulary } from './hyphens.ts'

const join = (before: string, after: string, ...lines: string[]) => {
  const vocabulary = new Vocabulary([before, after, ...lines].map((text) => ({ text })))
  return joinLines(before, after, vocabulary)
}

describe('joinLines', () => {
  it('puts a space between lines', () => {
    expect(join('high', 'water')).toBe('high water')
  })

  it('drops the hyphen of a broken word', () => {
    expect(join('the high wa-', 'ter mark')).toBe('the high water mark')
    expect(join('the high wa\u00ad', 'ter mark')).toBe('the high water mark')
    expect(join('die Gezei\u2010', 'ten sind')).toBe('die Gezeiten sind')
  })

  it('keeps a hyphen that the document has within lines', () => {
    expect(join('some cross-', 'check', 'we cross-check them all')).toBe('some cross-check')
    expect(join('the sea-', 'level rose', 'the sea-level of the port')).toBe('the sea-level rose')
    expect(join('the sea-', 'level rose', 'the sealevel of the port')).toBe('the sealevel rose')
  })

  it.each([
    ['to ex-', 'plain it', 'to explain it'],
    ['of so-', 'ciety', 'of society'],
    ['his ex-', 'wife', 'his ex-wife'],
    ['a so-', 'called tide', 'a so-called tide'],
    ['a self-', 'made tide', 'a self-made tide'],
  ])('joins %s and %s', (before, after, joined) => {
    expect(join(before, after)).toBe(joined)
  })

  it('keeps a hyphen before a capital or a digit, and after a number', () => {
    expect(join('Jean-', 'Paul')).toBe('Jean-Paul')
    expect(join('COVID-', '19')).toBe('COVID-19')
    expect(join('from 10-', 'year series')).toBe('from 10-year series')
  })

  it('keeps a dash apart', () => {
    expect(join('the moon -', 'so they say')).toBe('the moon - so they say')
    expect(join('the moon –', 'so they say')).toBe('the moon – so they say')
    expect(join('der Mond –', '1990 war es so')).toBe('der Mond – 1990 war es so')
  })

  it.each([
    ['the line München–', 'Verona', 'the line München–Verona'],
    ['the years 1990–', '1995', 'the years 1990–1995'],
    ['the moon—', 'so they say', 'the moon—so they say'],
    ['the tide (', 'high water)', 'the tide (high water)'],
    ['by sea and/', 'or by land', 'by sea and/or by land'],
  ])('joins what a dash, slash or bracket links: %s', (before, after, expected) => {
    expect(join(before, after)).toBe(expected)
  })

  it('joins a URL without a space', () => {
    expect(join('see https://tides.example/north-', 'sea')).toBe('see https://tides.example/north-sea')
    expect(join('see https://tides.example/', 'north')).toBe('see https://tides.example/north')
  })

  it('joins Chinese and Japanese without a space, and Korean with one', () => {
    expect(join('潮の満ち', '引き')).toBe('潮の満ち引き')
    expect(join('달이 바다를', '당긴다')).toBe('달이 바다를 당긴다')
  })
})
