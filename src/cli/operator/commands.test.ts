import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownPlan } from '../../../tests/support/plans.ts'
import standard from '../../server/plans/catalogues/standard.json' with { type: 'json' }
import { runCommand } from '../program.ts'
import type { Terminal } from '../terminal.ts'
import { facts, parseSince, parseUntil, plainLine, table, toJsonText } from './output.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'precis-plans-'))
})
afterAll(async () => rm(folder, { recursive: true, force: true }))

const terminalOf = (said: { output: string; errors: string }, columns: number | null): Terminal => {
  const stream = (name: 'output' | 'errors') =>
    new PassThrough().on('data', (chunk: Buffer) => {
      said[name] += chunk.toString()
    })
  return {
    input: Readable.from([]),
    output: stream('output'),
    errors: stream('errors'),
    outputIsScreen: columns !== null,
    errorsAreScreen: false,
    columns: columns ?? 80,
    folder,
  }
}

const unused = () => {
  throw new Error('These commands open nothing.')
}

async function precis(...args: string[]) {
  const said = { output: '', errors: '' }
  const exitCode = await runCommand(args, {
    terminal: terminalOf(said, null),
    openPipeline: unused,
    openOperator: async () => unused(),
    signal: new AbortController().signal,
  })
  return { ...said, exitCode }
}

describe('plans check', () => {
  const write = async (name: string, plans: unknown): Promise<void> =>
    writeFile(path.join(folder, name), JSON.stringify({ name: 'own', plans }, null, 2))

  it('prints the plans that are sold', async () => {
    const { output, errors, exitCode } = await precis('plans', 'check', 'standard')
    expect({ errors, exitCode }).toEqual({ errors: '', exitCode: 0 })
    expect(output).toMatch(/standard\.json is the plan catalogue "standard"\.\n\nPLAN /)
    expect(output).toMatch(/^Elite +elite +\$59 +unlimited +unlimited +3,000 +10,000 +yes +yes +yes +no$/m)
    expect(output).not.toContain('perhaps not meant')
    expect((await precis('plans', 'check', 'two-plan')).output).not.toContain('perhaps not meant')
  })

  it('lists every fault with its line, and fails', async () => {
    const [starter, lite] = standard.plans
    await write('wrong.json', [{ ...starter, exports: 'no' }, { ...lite, id: 'gold' }, lite])
    const { output, errors, exitCode } = await precis('plans', 'check', 'wrong.json')
    expect({ errors, exitCode }).toEqual({
      errors: `precis: ${folder}/wrong.json is not a plan catalogue.\n`,
      exitCode: 1,
    })
    expect(output).toContain(`${folder}/wrong.json:16 plans.0.exports: `)
    expect(output).toContain(`${folder}/wrong.json:22 plans.1.id: `)
  })

  it('warns of likely mistakes', async () => {
    const [starter, lite, pro] = standard.plans
    await write('odd.json', [
      { ...starter, textLimitCharacters: 9000, exports: true, highlighted: true, colour: 'red' },
      { ...lite, name: 'Starter', price: { amount: 20, currency: 'eur', vat: 19 } },
      { ...pro, price: { amount: 900, currency: 'jpy' } },
      { ...pro, id: 'elite', name: 'Elite', price: { amount: 901, currency: 'xqz' } },
    ])
    const { output, exitCode } = await precis('plans', 'check', 'odd.json', '--json')
    expect(exitCode).toBe(0)
    const { valid, warnings } = JSON.parse(output) as { valid: boolean; warnings: { message: string; line: number }[] }
    expect(valid).toBe(true)
    const messages = warnings.map(({ message }) => message)
    for (const words of [
      'Unknown field plans.0.colour',
      'Unknown field plans.1.price.vat',
      'Starter costs more than Starter and offers a lower text limit, no exports.',
      'Two plans are called Starter.',
      'Elite costs more than Pro and gives nothing more.',
      'less than Stripe charges',
      'XQZ is not a known currency.',
      'Prices are in eur, jpy, xqz',
      'Several plans are highlighted: Starter, Pro, Elite.',
    ]) {
      expect(messages).toContainEqual(expect.stringContaining(words))
    }
    await write('one.json', [ownPlan])
    expect((await precis('plans', 'check', 'one.json')).output).not.toContain('Valid, but')
  })
})

describe('tables', () => {
  const head = ['ID', 'WHO', 'WHY']
  const rows = [
    ['1', 'ada', 'A reason of several words that goes on and on'],
    ['22', '文字列', 'Short'],
  ]
  const on = (columns: number | null) => table(terminalOf({ output: '', errors: '' }, columns), head, rows)

  it('have one line per row in a pipe', () => {
    expect(on(null)).toBe(
      'ID  WHO     WHY\n1   ada     A reason of several words that goes on and on\n22  文字列  Short\n',
    )
  })

  it('fit the screen', () => {
    expect(on(40)).toBe(
      'ID  WHO     WHY\n1   ada     A reason of several words\n            that goes on and on\n22  文字列  Short\n',
    )
    expect(on(30)).toBe(
      'ID   1\nWHO  ada\nWHY  A reason of several words that goes on and on\n\nID   22\nWHO  文字列\nWHY  Short\n',
    )
  })

  it('leave out facts that are null', () => {
    expect(
      facts([
        ['Id', '1'],
        ['Name', null],
        ['Plan', 'Pro'],
      ]),
    ).toBe('Id    1\nPlan  Pro\n')
  })
})

it('removes control characters from text', () => {
  expect(plainLine(' a\u001B[2Jb\u009Bc\n\td\u202Ee\u2066 f ')).toBe('a[2Jbc de f')
  expect(toJsonText({ text: '\u009B\u202E' })).toBe('{\n  "text": "\\u009b\\u202e"\n}\n')
  expect(JSON.parse(toJsonText({ text: '\u009B\u202E' }))).toEqual({ text: '\u009B\u202E' })
})

it('parses a day as its beginning, or as its end', () => {
  expect(parseSince('2026-11-01')).toEqual(new Date('2026-11-01T00:00:00.000Z'))
  expect(parseUntil('2026-12-31')).toEqual(new Date('2027-01-01T00:00:00.000Z'))
  expect(parseUntil('2026-12-31T18:00+02:00')).toEqual(new Date('2026-12-31T16:00:00.000Z'))
  expect(parseUntil('2026-12-31T23:30-05:00')).toEqual(new Date('2027-01-01T04:30:00.000Z'))
  for (const typed of [
    '2026-02-30',
    '2026-02-30T12:00Z',
    '2026-04-31T23:30-05:00',
    '31.12.2026',
    '2026-12-31T18:00',
    'tomorrow',
    '',
  ]) {
    expect(() => parseSince(typed)).toThrow('Expected a day such as')
  }
})
