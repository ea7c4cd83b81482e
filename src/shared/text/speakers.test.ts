import { expect, test } from 'vitest'
import { findSpeakers, findTurns, withoutNoise } from './speakers.ts'

const lines = [
  'Ana Lee: Hello all .',
  'Grad C: Hi , one point : lunch .',
  'Ana Lee: Good .',
  'Grad C: Yes .',
  'Ana Lee: So .',
  'Grad C: Bye .',
]

test('finds the speakers of a transcript with or without line breaks', () => {
  expect([...findSpeakers(lines)]).toEqual(['Ana Lee', 'Grad C'])
  expect([...findSpeakers([lines.join(' ')])]).toEqual(['Ana Lee', 'Grad C'])
})

test('keeps voices apart that were heard in different pieces of a recording', () => {
  const heard = ['A: Good morning.', 'B: Hello.', 'A: So.', 'B: Well.', 'A: Yes.', 'B: No.', 'A (from 20:00): Now.']
  const texts = heard.map((line) => `Speaker ${line}`)
  const speakers = findSpeakers(texts)
  expect([...speakers]).toEqual(['Speaker A', 'Speaker B', 'Speaker A (from 20:00)'])
  expect(findTurns('Speaker A (from 1:20:00): Now.', new Set(['Speaker A (from 1:20:00)']))).toEqual([
    { start: 0, contentStart: 26, speaker: 'Speaker A (from 1:20:00)' },
  ])
})

test('finds no speakers in prose with colons', () => {
  expect(
    findSpeakers(['Note: this is prose.', 'Three things matter: time, money and luck.', 'Warning: hot.']).size,
  ).toBe(0)
})

test('finds no speakers in a bibliography', () => {
  const entries = ['Ada Lind', 'Bo Reed', 'Cy Marsh', 'Di Field'].flatMap((author, at) => [
    `${author} (198${at}). The Bird Bank. London: Shore Press. ISBN 0${at}.`,
    `${author} (199${at}). Ropes and Tides. Oslo: Harbor House.`,
  ])
  expect([...findSpeakers(entries)]).toEqual([])
})

test('splits a text at its turns', () => {
  const text = lines.join(' ')
  const turns = findTurns(text, findSpeakers([text]))
  expect(turns.map((turn) => turn.speaker)).toEqual(['Ana Lee', 'Grad C', 'Ana Lee', 'Grad C', 'Ana Lee', 'Grad C'])
  expect(text.slice(turns[0]?.contentStart, turns[1]?.start).trim()).toBe('Hello all .')
})

test('removes noise from passages of transcripts only', () => {
  expect(withoutNoise('Um do we have {disfmarker} Mm aim it at them , but wait . {vocalsound} Yes ?')).toBe(
    'Um do we have Mm aim it at them, but wait. Yes?',
  )
  for (const text of ['Est-ce possible ? Le vote : oui.', 'Run `git add .` in {home}, then wait.'])
    expect(withoutNoise(text)).toBe(text)
})
