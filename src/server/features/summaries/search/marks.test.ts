import { describe, expect, it } from 'vitest'
import { pageOf } from '../../../../../tests/support/pages/page-of.ts'
import type { Segment } from '../../../../shared/summary/summary.ts'
import { marksOf } from './marks.ts'
import { readSearch } from './words.ts'

const mark = (typed: string, title: string, gist = '', takeaways: string[] = []) => {
  const search = readSearch(typed)
  if (search === null) throw new Error('Nothing to look for.')
  return marksOf({ title, page: pageOf({ gist, takeaways }) }, search)
}
/** Marks as brackets. */
const shown = (segments: readonly Segment[]): string =>
  segments.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')

const filler = 'Nothing of note is said in this sentence at all. '.repeat(8)

describe('marksOf', () => {
  it('keeps every character of a title', () => {
    const title = ' \u0001\ue000 tide\u2028“tide” 🎉 '
    const { title: segments, excerpt } = mark('tide', title)
    expect(segments.map(({ text }) => text).join('')).toBe(title)
    expect(segments.every(({ text }) => text !== '')).toBe(true)
    expect(excerpt).toEqual([])
  })

  it('shows the passage with the most words close together', () => {
    const text = `${filler}A tide came. ${filler}Then the tide filled a pool of rock. ${filler}`
    const { excerpt } = mark('tide pool', 'Title', text)
    expect(shown(excerpt)).toMatch(/^….*Then the \[tide\] filled a \[pool\] of rock\. .*…$/)
    const length = excerpt.map((segment) => segment.text).join('').length
    expect(length).toBeGreaterThan(120)
    expect(length).toBeLessThan(160)
    expect(shown(excerpt)).not.toMatch(/…\s|\s…|…\w+ing of/)
  })

  it('searches the takeaways, and shows the text without a match', () => {
    expect(shown(mark('tide', 'Title', filler, ['One.', 'A tide is\n a wave.']).excerpt)).toBe('A [tide] is a wave.')
    expect(shown(mark('tide', 'Tide', filler).excerpt)).toMatch(/^Nothing of note .*…$/)
  })

  it('fills the excerpt at the end of a text', () => {
    const { excerpt } = mark('end', 'Title', `${filler}This is the end.`)
    const text = shown(excerpt)
    expect(text).toMatch(/^…\S.* This is the \[end\]\.$/)
    expect(text.length).toBeGreaterThan(120)
  })

  it('never splits a character', () => {
    const { excerpt } = mark('水', 'Title', `${'𠀀'.repeat(200)}水${'नि'.repeat(200)}`)
    for (const { text } of excerpt) expect(text.isWellFormed()).toBe(true)
    expect(shown(excerpt)).toContain('[水]')
    expect(shown(excerpt)).not.toMatch(/न…$/)
  })
})
