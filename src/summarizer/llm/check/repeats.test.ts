import { describe, expect, it } from 'vitest'
import { honestBut } from '../../../../tests/support/scripted-models.ts'
import { pageWith } from '../../../../tests/support/summarize-with.ts'
import { basicText } from '../../../shared/summary/partial-page.ts'
import { article, prose } from '../../testing/documents.ts'
import { Repeats } from './repeats.ts'

/** Whether the second line repeats the first. */
function isRepeat(earlier: string, line: string, language = 'en'): boolean {
  const repeats = new Repeats(language)
  repeats.add(earlier)
  return repeats.has(line)
}

const gist = 'The council closed the old bridge over the Alder in March because two pillars had cracked.'

describe('a line that repeats an earlier one', () => {
  it.each([
    ['word for word', gist],
    ['in another order', 'Because two of its pillars had cracked, the old bridge over the Alder was closed in March.'],
    ['in part', 'Two pillars of the bridge had cracked.'],
    ['before a denial', 'The council closed the old bridge', `${gist.slice(0, -1)} and has not said for how long.`],
  ])('is found %s', (_, line, earlier = gist) => {
    expect(isRepeat(earlier, line)).toBe(true)
  })

  it.each([
    [
      'another figure',
      'The council closed the old bridge over the Alder in March 2019 because two pillars had cracked.',
    ],
    ['another name', 'The council closed the old bridge over the Birk in March because two pillars had cracked.'],
    ['another fact', 'Repairing the bridge costs 1.2 million dollars and takes until October.'],
    ['too few words', 'The old bridge.'],
    ['the denial', 'The council never closed the old bridge over the Alder in March.'],
    ['another number in words', 'Three pillars of the bridge had cracked.'],
    ['another subject', 'The council closed the new bridge over the Alder in March because two pillars had cracked.'],
  ])('is not found where it has %s', (_, line) => {
    expect(isRepeat(gist, line)).toBe(false)
  })

  it.each([
    ['Der Bundestag stimmte dem Gesetz am Freitag zu.', 'Der Bundesrat stimmte dem Gesetz am Freitag zu.', 'de'],
    ['Employers pay 7.3 percent of the wage.', 'Employees pay 7.3 percent of the wage.', 'en'],
    ['Sales rose 3 percent in June.', 'Sales rose 3 percent in May.', 'en'],
    ['Exports to China rose by 12 percent.', 'Exports to the US rose by 12 percent.', 'en'],
    ['The EMA approved the malaria vaccine.', 'The WHO approved the malaria vaccine.', 'en'],
    ['Prices went down 3 percent in May.', 'Prices went up 3 percent in May.', 'en'],
    ['Nach den Mahlzeiten nimmt man die Tablette.', 'Vor den Mahlzeiten nimmt man die Tablette.', 'de'],
    ['Take the tablets before meals.', 'Take the tablets after meals.', 'en'],
    ['Anna checks the delivery contract.', 'Ben checks the delivery contract.', 'en'],
    ['Most members voted for it.', 'Few members voted for it.', 'en'],
    ['Sales rose by 1.2 million in May.', 'Sales rose by 2.1 million in May.', 'en'],
    ['The old bridge isn’t safe for trucks.', 'The old bridge is safe for trucks.', 'en'],
    ['Dewan menutup jembatan lama di Alder.', 'Dewan tidak menutup jembatan lama di Alder.', 'id'],
    ['Le conseil ferme le pont en mars.', 'Le conseil ne ferme plus le pont en mars.', 'fr'],
    ['המועצה סגרה את הגשר הישן במרץ.', 'המועצה לא סגרה את הגשר הישן במרץ.', 'he'],
  ])('is not found in the opposite: %s %s', (earlier, line, language) => {
    expect(isRepeat(earlier, line, language)).toBe(false)
  })

  it('is not found where only the speaker recurs', () => {
    const repeats = new Repeats('en')
    repeats.add('Marketing wanted many colours; the user interface designer objected, but liked colours that change.')
    expect(repeats.has('The user interface designer first called colours impractical.')).toBe(false)
    expect(repeats.has('The user interface designer objected, but liked colours that change.')).toBe(true)
  })

  it('is found in other languages and scripts', () => {
    expect(
      isRepeat(
        'Der Rat schloss die alte Brücke im März, weil zwei Pfeiler Risse hatten.',
        'Die alte Brücke schloss der Rat im März, weil zwei Pfeiler Risse hatten.',
        'de',
      ),
    ).toBe(true)
    expect(isRepeat('议会在三月关闭了旧桥，因为两个桥墩开裂。', '因为两个桥墩开裂，议会在三月关闭了旧桥。', 'zh')).toBe(
      true,
    )
    expect(isRepeat('议会在三月关闭了旧桥，因为两个桥墩开裂。', '修理费用为一百二十万美元，要到十月。', 'zh')).toBe(
      false,
    )
  })
})

describe('a repeat', () => {
  it('is dropped from takeaways, summary and bullets', async () => {
    const fact = 'The railway lost its roof in a dry summer in 1006.'
    const again = 'In 1006 the railway lost its roof in a dry summer.'
    const { result } = await pageWith(
      honestBut(({ takeaways, summary, parts }) => ({
        gist: { text: fact, blocks: ['b6'] },
        takeaways: [{ label: 'The railway', text: again, blocks: ['b6'] }, ...takeaways.slice(0, 2)],
        summary: summary.map(({ text, blocks }) => ({ text: `${text} ${again}`, blocks })),
        parts: parts.map((part) => ({ ...part, lines: [{ cells: [again], blocks: ['b6'] }, ...part.lines] })),
      })),
      article(20),
      { advanced: true },
    )
    expect(JSON.stringify(result)).not.toContain(again)
    expect(result.page.gist.text).toBe(fact)
    expect(result.page.takeaways).toHaveLength(2)
  })

  it('stays in a bullet that tells more, but not in a second one', async () => {
    const fact = 'The railway lost its roof in a dry summer in 1006.'
    const { result } = await pageWith(
      honestBut(({ parts }) => ({
        gist: { text: fact, blocks: ['b6'] },
        parts: parts.map(({ title, lines: [first, second, ...others] }) => {
          const more = [first, second].map((line) => ({
            cells: [`${line?.cells[0] ?? ''} ${fact}`],
            blocks: ['b6', ...(line?.blocks ?? [])],
          }))
          return { title, form: 'bullets', header: [], lines: [...more, ...others] }
        }),
      })),
      article(20),
      { advanced: true },
    )
    const texts = result.page.parts.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells))
    expect(texts.length).toBeGreaterThan(2)
    expect(texts.map((text) => text.includes(fact))).toEqual(texts.map((_, at) => at === 0))
  })

  it('stays in a paragraph of a part, which tells its theme whole', async () => {
    const fact = 'The railway lost its roof in a dry summer in 1006.'
    const { result } = await pageWith(
      honestBut(({ parts }) => ({
        gist: { text: fact, blocks: ['b6'] },
        parts: parts.map(({ title, lines }) => {
          const text = lines.flatMap(({ cells }) => cells).join(' ')
          const blocks = lines.flatMap((line) => line.blocks)
          return { title, form: 'text', header: [], lines: [{ cells: [`${fact} ${text}`], blocks: ['b6', ...blocks] }] }
        }),
      })),
      article(20),
      { advanced: true },
    )
    const texts = result.page.parts.map(({ lines }) => lines[0]?.cells[0] ?? '')
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.map((text) => text.includes(fact))).toEqual(texts.map((_, at) => at === 0))
  })

  it('replaces a summary of repeats by the gist', async () => {
    const gist = { text: prose(1, 1), blocks: ['b1'] }
    const { result } = await pageWith(honestBut(() => ({ gist, summary: [gist, gist, gist] })))
    expect(basicText(result.page)).toBe(gist.text)
  })
})
