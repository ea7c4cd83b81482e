import { describe, expect, it } from 'vitest'
import { buildPptx, shape, textParagraph } from '../../../../tests/support/files/build-pptx.ts'
import { buildZip } from '../../../../tests/support/files/build-zip.ts'
import { parsePptx } from './parse-pptx.ts'

const TITLE = shape('title', textParagraph('Counting the pools'))
const read = async (...args: Parameters<typeof buildPptx>) => (await parsePptx(buildPptx(...args))).pieces
const location = (slide: number) => ({ kind: 'slide', slide })

describe('slides', () => {
  it('come in the order of the presentation, each title first, with their numbers', async () => {
    const pieces = await read([
      { shapes: shape('body', textParagraph('Forty pools in March') + textParagraph('Sixty in May')) + TITLE },
      { shapes: shape('title', textParagraph('What warms them')) + shape(null, textParagraph('The sun.')) },
    ])
    expect(pieces).toEqual([
      { type: 'heading', level: 1, text: 'Counting the pools', location: location(1) },
      { type: 'list-item', text: 'Forty pools in March', location: location(1) },
      { type: 'list-item', text: 'Sixty in May', location: location(1) },
      { type: 'heading', level: 2, text: 'What warms them', location: location(2) },
      { type: 'paragraph', text: 'The sun.', location: location(2) },
    ])
  })

  it('are followed by what the speaker says about them', async () => {
    const notes =
      shape('sldImg', '') + shape('body', textParagraph('Thank the volunteers.')) + shape('sldNum', textParagraph('1'))
    expect((await read([{ shapes: TITLE, notes }])).at(-1)).toEqual({
      type: 'paragraph',
      text: 'Thank the volunteers.',
      location: location(1),
    })
  })

  it('keep their numbers when others are hidden', async () => {
    const shown = { shapes: shape('title', textParagraph('Shown')) }
    const hidden = { shapes: shape('title', textParagraph('Draft')), hidden: true }
    expect(await read([hidden, shown])).toMatchObject([{ text: 'Shown', location: location(2) }])
  })

  it('have tables, diagrams and described pictures, and no footers', async () => {
    const cell = (text: string) => `<a:tc><a:txBody>${textParagraph(text)}</a:txBody></a:tc>`
    const table = `<p:graphicFrame><a:tbl><a:tr>${cell('Year')}${cell('Pools')}</a:tr><a:tr>${cell('2024')}${cell('41')}</a:tr></a:tbl></p:graphicFrame>`
    const picture = '<p:pic><p:nvPicPr><p:cNvPr id="2" name="x" descr="Three pools at low water"/></p:nvPicPr></p:pic>'
    const diagram = '<p:graphicFrame><dgm:relIds r:dm="rDiagram"/></p:graphicFrame>'
    const footer = shape('ftr', textParagraph('Confidential'))
    const pieces = await read([{ shapes: table + picture + diagram + footer, diagram: ['Count', 'Compare'] }])
    expect(pieces.map(({ type, text }) => [type, text])).toEqual([
      ['table', 'Year | Pools\n2024 | 41'],
      ['caption', 'Three pools at low water'],
      ['list-item', 'Count'],
      ['list-item', 'Compare'],
    ])
  })

  it('follow bullets rather than placeholders, and one of two alternatives', async () => {
    const alternatives = `<mc:AlternateContent><mc:Choice Requires="x">${shape(null, textParagraph('New form'))}</mc:Choice><mc:Fallback>${shape(null, textParagraph('Old form'))}</mc:Fallback></mc:AlternateContent>`
    const bullets =
      shape('body', textParagraph('A sentence.', '<a:buNone/>')) +
      shape(null, textParagraph('A point', '<a:buChar char="•"/>'))
    expect((await read([{ shapes: alternatives + bullets }])).map(({ type, text }) => [type, text])).toEqual([
      ['paragraph', 'New form'],
      ['paragraph', 'A sentence.'],
      ['list-item', 'A point'],
    ])
  })
})

describe('a presentation', () => {
  it('is named by its first slide, or else by its properties unless a program made them up', async () => {
    const text = { shapes: shape(null, textParagraph('The sun warms them.')) }
    expect(await parsePptx(buildPptx([{ shapes: TITLE }], 'Talk'))).toMatchObject({
      title: 'Counting the pools',
      author: 'Ines Marsh',
      sourceInfo: { readAs: 'presentation' },
    })
    expect((await parsePptx(buildPptx([text], 'Talk'))).title).toBe('Talk')
    expect((await parsePptx(buildPptx([text], 'Présentation PowerPoint'))).title).toBeNull()
  })

  it('is damaged without its list of slides', async () => {
    const empty = buildZip([{ name: 'ppt/slides/slide1.xml', data: '<p:sld/>' }])
    await expect(parsePptx(empty)).rejects.toMatchObject({ code: 'source_damaged' })
  })
})
