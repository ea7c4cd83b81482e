import { expect, it } from 'vitest'
import { area, buildPptx, shape, textParagraph } from '../../../../tests/support/files/build-pptx.ts'
import { parsePptx } from './parse-pptx.ts'

type Place = readonly [text: string, left: number, top: number, width: number, height: number]

const box = ([text, ...place]: Place): string => shape(null, textParagraph(text), area(place))
const read = async (...args: Parameters<typeof buildPptx>): Promise<string[]> =>
  (await parsePptx(buildPptx(...args))).pieces.map(({ text }) => text)

it.each<[string, readonly Place[], string]>([
  [
    'one column from top to bottom',
    [
      ['three', 60, 400, 500, 80],
      ['one', 50, 100, 500, 80],
      ['two', 55, 250, 500, 90],
    ],
    'one two three',
  ],
  [
    'boxes of one column that touch',
    [
      ['two', 50, 178, 500, 80],
      ['one', 50, 100, 500, 80],
    ],
    'one two',
  ],
  [
    'two columns with headings, between a line above and one below',
    [
      ['foot', 50, 600, 850, 50],
      ['right', 500, 280, 400, 250],
      ['Right', 500, 200, 400, 60],
      ['left', 50, 280, 400, 250],
      ['Left', 50, 200, 400, 60],
      ['head', 50, 100, 850, 60],
    ],
    'head Left left Right right foot',
  ],
  [
    'three columns of unequal length',
    [
      ['c', 650, 100, 250, 100],
      ['b2', 350, 300, 250, 200],
      ['a', 50, 110, 250, 400],
      ['b1', 350, 105, 250, 150],
    ],
    'a b1 b2 c',
  ],
  [
    'a row of steps',
    [
      ['two', 300, 205, 200, 80],
      ['three', 550, 195, 200, 80],
      ['one', 50, 200, 200, 80],
    ],
    'one two three',
  ],
  [
    'labels with the texts beside them',
    [
      ['2022', 50, 200, 100, 60],
      ['2021', 50, 100, 100, 60],
      ['2023', 50, 300, 100, 60],
      ['The-pier-was-closed-for-repairs', 200, 200, 600, 60],
      ['A-storm-took-the-lighthouse', 200, 100, 600, 60],
      ['Ferries-sail-twice-a-day-again', 200, 300, 600, 60],
    ],
    '2021 A-storm-took-the-lighthouse 2022 The-pier-was-closed-for-repairs 2023 Ferries-sail-twice-a-day-again',
  ],
  [
    'boxes that are neither beside nor above each other',
    [
      ['low', 50, 500, 300, 100],
      ['high', 500, 100, 300, 100],
    ],
    'high low',
  ],
  [
    'columns of a slide in Hebrew from the right',
    [
      ['שמאל', 50, 200, 400, 300],
      ['ימין', 500, 200, 400, 300],
    ],
    'ימין שמאל',
  ],
])('reads %s', async (_, boxes, expected) => {
  const title = shape('title', textParagraph('Title'), area([50, 700, 800, 40]))
  expect((await read([{ shapes: boxes.map(box).join('') + title }])).join(' ')).toBe(`Title ${expected}`)
})

it('finds the places of shapes in groups', async () => {
  // The inside of the group is ten times as large as the group.
  const inner = box(['two', 0, 0, 3000, 1000]) + box(['three', 0, 1500, 3000, 1000])
  const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="x"/></p:nvGrpSpPr><p:grpSpPr>${area([50, 200, 300, 250], [0, 0, 3000, 2500])}</p:grpSpPr>${inner}</p:grpSp>`
  expect(await read([{ shapes: box(['four', 50, 500, 300, 80]) + group + box(['one', 50, 100, 300, 80]) }])).toEqual([
    'one',
    'two',
    'three',
    'four',
  ])
})

it('takes the places of placeholders from the layout', async () => {
  const layout =
    '<p:sp><p:nvSpPr><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr>' +
    `${area([50, 150, 800, 200])}</p:spPr></p:sp>`
  const body = `<p:sp><p:nvSpPr><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody>${textParagraph('Points')}</p:txBody></p:sp>`
  const shapes = box(['Source: the harbor office', 50, 600, 800, 40]) + body
  expect(await read([{ shapes, layout }])).toEqual(['Points', 'Source: the harbor office'])
})

it('keeps the order of shapes without places', async () => {
  const shapes = ['b', 'a', 'c'].map((text) => shape(null, textParagraph(text))).join('')
  expect(await read([{ shapes }])).toEqual(['b', 'a', 'c'])
})
