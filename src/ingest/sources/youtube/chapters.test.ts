import { describe, expect, it } from 'vitest'
import { chapterData } from '../../../../tests/standins/youtube/answers.ts'
import { chaptersOfDescription, chaptersOfPage } from './chapters.ts'

const lines = (description: string, duration = 0): string[] =>
  chaptersOfDescription(description, duration).map((chapter) => `${chapter.startSeconds} ${chapter.title}`)

describe('chaptersOfDescription', () => {
  it.each([
    ['times first', '0:00 Intro\n1:05 The moon\n1:02:03 The sea'],
    ['times in brackets, with dashes', '[00:00] - Intro\n(01:05) – The moon\n(1:02:03): The sea'],
    ['bullets', '• 0:00 Intro\n• 1:05 The moon\n• 1:02:03 The sea'],
    ['times last', 'Intro 0:00\nThe moon (1:05)\nThe sea - 1:02:03'],
    ['ranges', '0:00 - 1:05 Intro\n1:05 - 1:02:03 The moon\n1:02:03 - 1:10:00 The sea'],
    [
      'lines between',
      'A talk about tides, at 12:30 in Lisbon.\n\n0:00 Intro\n\nlinks: https://example.com\n1:05 The moon\n1:02:03 The sea\nBye',
    ],
  ])('finds %s', (_, description) => expect(lines(description)).toEqual(['0 Intro', '65 The moon', '3723 The sea']))

  it.each([
    ['two only', '0:00 Intro\n1:05 The moon'],
    ['none at the start', '0:05 Intro\n1:05 The moon\n2:05 The sea'],
    ['times without titles', '0:00\n1:05\n2:05'],
    ['chapters too short', '0:00 Intro\n0:04 The moon\n0:08 The sea'],
    ['no times', 'We talk about tides.'],
  ])('returns no chapters with %s', (_, description) => expect(lines(description)).toEqual([]))

  it('stops where times decrease or the video ends', () => {
    expect(lines('0:00 A\n0:30 B\n1:00 C\n0:20 D')).toEqual(['0 A', '30 B', '60 C'])
    expect(lines('0:00 A\n0:30 B\n1:00 C\n9:00 D', 300)).toEqual(['0 A', '30 B', '60 C'])
  })

  it('limits the time for floods of times', () => {
    chaptersOfDescription(`${'-'.repeat(200_000)}\n${'0:00 '.repeat(50_000)}\n${'a '.repeat(100_000)}1:00`, 0)
  })
})

describe('chaptersOfPage', () => {
  it('reads the chapters of the progress bar, sorted and once each', () => {
    expect(
      chaptersOfPage(
        chapterData([
          [65.5, 'The moon'],
          [0, 'Intro'],
          [0, 'Intro'],
          [90, ' '],
        ]),
      ),
    ).toEqual([
      { title: 'Intro', startSeconds: 0 },
      { title: 'The moon', startSeconds: 65.5 },
    ])
  })

  it('reads the chapters of the list without a progress bar', () => {
    const item = (text: string, startTimeSeconds?: number) => ({
      macroMarkersListItemRenderer: { title: { runs: [{ text }] }, onTap: { watchEndpoint: { startTimeSeconds } } },
    })
    expect(
      chaptersOfPage({
        panels: [{ contents: [item('Intro'), item('The moon', 39.16), { macroMarkersListItemRenderer: {} }] }],
      }),
    ).toEqual([
      { title: 'Intro', startSeconds: 0 },
      { title: 'The moon', startSeconds: 39.16 },
    ])
  })

  it('tolerates deep nesting and invalid data', () => {
    let deep: unknown = chapterData([
      [0, 'Intro'],
      [20, 'End'],
    ])
    for (let depth = 0; depth < 20_000; depth += 1) deep = [deep]
    expect(chaptersOfPage(deep)).toHaveLength(2)
    expect(chaptersOfPage(null)).toEqual([])
  })
})
