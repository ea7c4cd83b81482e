import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openStateFile } from './state-file.ts'

let folder: string
let complaints: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'precis-state-'))
  complaints = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (name: string) =>
  openStateFile({
    file: join(folder, name),
    schema: z.object({ customers: z.array(z.string()) }),
    now: () => new Date('2026-11-22T01:02:03.456Z'),
    complain: (sentence) => complaints.push(sentence),
  })

describe('the state file', () => {
  it('returns the last saved state, and only its owner can read it', () => {
    const file = open('new/stripe.json')
    expect(file.load()).toBeNull()
    file.save({ customers: ['cus_1'] })
    file.save({ customers: ['cus_1', 'cus_2'] })
    expect(open('new/stripe.json').load()).toEqual({ customers: ['cus_1', 'cus_2'] })
    expect(statSync(join(folder, 'new', 'stripe.json')).mode & 0o077).toBe(0)
    expect(statSync(join(folder, 'new')).mode & 0o077).toBe(0)
    expect(readdirSync(join(folder, 'new'))).toEqual(['stripe.json'])
    expect(complaints).toEqual([])
  })

  it.each([
    ['cut off', '{"customers":["cus_'],
    ['empty', ''],
    ['from another version', '{"customers":"cus_1"}'],
  ])('is renamed and reported when it is %s', (_, text) => {
    writeFileSync(join(folder, 'stripe.json'), text)
    expect(open('stripe.json').load()).toBeNull()
    const aside = 'stripe.json.damaged-2026-11-22T01-02-03-456Z'
    expect(readdirSync(folder)).toEqual([aside])
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(text)
    expect(complaints).toEqual([expect.stringMatching(/^Cannot read \S+stripe\.json \(.+\)\. It is kept as \S+/u)])
  })

  it('removes unfinished writes and no other file', () => {
    const others = [
      'stripe.json.damaged-2026-11-22T01-02-03-456Z',
      'stripe-connection.json',
      'stripe.json.mine',
      'x.json.7',
    ]
    for (const name of [...others, 'stripe.json.4711', 'stripe.json.2']) writeFileSync(join(folder, name), '{')
    expect(open('stripe.json').load()).toBeNull()
    expect(readdirSync(folder).toSorted()).toEqual(others.toSorted())
  })
})
