import { afterAll, describe, expect, it } from 'vitest'
import { createParserPool } from '../../src/ingest/parsing/parser-pool.ts'
import { fileOfRound, fuzz } from './run.ts'
import { seeds } from './seeds.ts'

const pool = createParserPool({ threads: 1, limits: { baseMs: 10_000, perMiBMs: 0 } })
afterAll(async () => pool.close())

describe('mutated files', () => {
  it.each(Object.keys(seeds))('of %s return text or a typed error', { timeout: 120_000 }, async (format) => {
    const { counts, faults } = await fuzz(pool, format, 250)
    expect([...faults]).toEqual([])
    expect(counts.text).toBeGreaterThan(20)
    expect(counts.error).toBeGreaterThan(5)
    expect(counts.text + counts.error).toBe(250)
  })

  it('are the same in every run, and differ between rounds', () => {
    const [one, again, next] = [7, 7, 8].map((round) => fileOfRound('docx', round).bytes)
    expect(one).toEqual(again)
    expect(one).not.toEqual(next)
  })
})
