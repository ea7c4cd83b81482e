import { describe, expect, it } from 'vitest'
import { joinLines, Vocabulary } from './hyphens.ts'

/** Lines of a column, each with the space that is free after it, in units of the font size. */
const linesOf = (texts: readonly (readonly [string, number])[]) =>
  texts.map(([text, free]) => ({ text, x1: 300 - 12 * free, right: 300, size: 12, page: 1, region: 0 }))

function join(texts: readonly (readonly [string, number])[]): string {
  const lines = linesOf(texts)
  const vocabulary = new Vocabulary(lines)
  return lines.map(({ text }) => text).reduce((before, after) => joinLines(before, after, vocabulary))
}

describe('lines of Korean', () => {
  it('that end after any syllable keep their words whole', () => {
    const text = join([
      ['여름에는 배가 하루에 두 번 섬으로 떠나', 0.4],
      ['고 겨울에는 얼음이 얼지 않을 때만 한', 0.7],
      ['번 떠난다. 섬사람들은 그동안 자기 배를', 0.2],
      ['타고 다니며, 아침마다 시장에서 생', 0.9],
      ['선을 판다. 날씨가 나쁘면 시장', 0.6],
      ['은 문을 닫는다.', 8],
    ])
    expect(text).toBe(
      '여름에는 배가 하루에 두 번 섬으로 떠나고 겨울에는 얼음이 얼지 않을 때만 한 번 떠난다. 섬사람들은 그동안 자기 배를 타고 다니며, 아침마다 시장에서 생선을 판다. 날씨가 나쁘면 시장은 문을 닫는다.',
    )
  })

  it('that end before a particle of two syllables, or an ending, show it by themselves', () => {
    expect(
      join([
        ['새 배를 고칠 수 없고 새 건물', 0.4],
        ['에는 돈이 든다. 아이들이 배', 0.5],
        ['웠다.', 9],
      ]),
    ).toBe('새 배를 고칠 수 없고 새 건물에는 돈이 든다. 아이들이 배웠다.')
  })

  it('that end after any syllable show it under a heading too', () => {
    const heading = { text: '섬마을의 배', x1: 140, right: 300, size: 24, page: 1, region: 0 }
    const lines = linesOf([
      ['섬사람들은 지난해에 돈을 모아 배를 고치', 0.6],
      ['고 돛을 새로 달았다.', 9],
      ['선착장에는 아침마다 이렇게 많은 아', 0.1],
      ['이들이 나온다.', 9],
      ['저녁에는 누구나 배를 타려고 신', 0.4],
      ['청할 수 있다.', 9],
    ])
    expect(joinLines('배를 고치', '고 돛을', new Vocabulary([heading, ...lines]))).toBe('배를 고치고 돛을')
  })

  it.each([
    [0, 'justified'],
    [2.5, 'ragged'],
  ])('that end after words only stay apart (free space %d, %s)', (free) => {
    const texts = [
      '여름에는 배가 하루에 두 번 섬',
      '사람을 싣고 떠나며 저녁',
      '무렵에 돌아온다 그래서 상인',
      '대표들이 기다린다',
    ]
    expect(join(texts.map((text) => [text, free] as const))).toBe(texts.join(' '))
  })
})
