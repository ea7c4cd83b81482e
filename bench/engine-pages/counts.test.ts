import { describe, expect, it } from 'vitest'
import type { Block } from '../../src/shared/document.ts'
import { countPage, type Fault } from './counts.ts'

const location = { kind: 'paragraph', paragraph: 1 } as const
const text =
  'A harbor has to wait. It broke down on Monday. Anna Berg repaired the engine. She left at noon. The crew cheered.'
const blocks: Block[] = [{ id: 'b1', type: 'paragraph', text, headingPath: [], location }]
const source = { title: 'Harbor report', language: 'en', blocks }
const empty = { gist: '', takeaways: [], summary: [], parts: [], quotes: [], notices: [] }

const faultsOf = (line: string): Fault[] =>
  countPage({ ...empty, takeaways: [{ label: '', text: line }] }, source).found.map(({ fault }) => fault)

describe('countPage', () => {
  it.each<[string, Fault[]]>([
    ['Anna Berg repaired the engine of a ferry before she left.', []],
    ['She left at noon.', ['pronoun', 'far pronoun', 'opener']],
    ['At noon, they cheered.', ['pronoun', 'far pronoun']],
    ['Ferries are late because they broke down.', []],
    ['It is clear that ferries are late.', ['opener']],
    ['This is late.', ['pronoun', 'far pronoun', 'opener']],
    ['Passengers waited for the crew.', ['noun']],
    ['Passengers waited for the crew of a ferry.', []],
    ['Passengers waited this week.', []],
    ['passengers waited', ['cut']],
    ['“Passengers waited, Anna said.', ['cut']],
    ['“Passengers waited.”', ['quote']],
  ])('finds the faults of "%s"', (line, faults) => expect(faultsOf(line)).toEqual(faults))

  it('accepts what the line before it in its run, the title or the gist mentions', () => {
    const run = countPage(
      { ...empty, gist: 'Engine.', summary: ['Anna Berg repaired the engine. She left at noon.'] },
      source,
    )
    expect(run.found).toEqual([])
    const far = countPage(
      { ...empty, gist: 'Anna Berg repaired it.', takeaways: [{ label: '', text: 'At noon she left.' }] },
      source,
    )
    expect(far.found.map(({ fault }) => fault)).toEqual(['far pronoun'])
  })

  it('counts runs and repeated words, and the gist once', () => {
    const summary = ['The crew cheered. Anna Berg repaired the engine. She left at noon.', 'It broke down on Monday.']
    const { runLines, inRuns, lines, repeated } = countPage({ ...empty, gist: 'The crew cheered.', summary }, source)
    expect({ runLines, inRuns, lines, repeated }).toEqual({ runLines: 4, inRuns: 2, lines: 4, repeated: 0 })
  })
})
