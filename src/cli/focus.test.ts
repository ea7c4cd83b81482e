import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runPrecis, type Use } from '../../tests/support/run-command.ts'

const NOTE =
  'Paper was made in Samarkand after the year 751. The craft came with prisoners who had learned it in China. Mills along the canals beat rags into pulp with hammers driven by water. By the tenth century paper had replaced papyrus in most offices of Baghdad, because it could not be scraped clean without leaving a trace.'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'precis-focus-'))
  await writeFile(path.join(folder, 'note.txt'), NOTE)
})
afterAll(async () => rm(folder, { recursive: true, force: true }))

const precis = async (args: string[], use: Use = {}) => runPrecis(folder, args, use)

describe('summarize', () => {
  test('concentrates on the focus of the command or of a request', async () => {
    const { output, exitCode } = await precis(['summarize', '--focus', ' the mills\n', 'note.txt'])
    expect(exitCode).toBe(0)
    expect(output).toContain('\n\nFocus: the mills\n\n')
    expect(output).toMatch(/Mills along the canals/)
    const { lines } = await precis(['summarize', '--jsonl', '--focus', 'the mills'], {
      stdin: ['', '"focus": "the bridge", ', '"focus": "", ', `"focus": "${'m'.repeat(301)}", `]
        .map((field, id) => `{${field}"id": ${id}, "input": "note.txt"}\n`)
        .join(''),
    })
    expect(lines()).toMatchObject([
      { summary: { page: { focus: { text: 'the mills', isFound: true } } } },
      { summary: { page: { focus: { text: 'the bridge', isFound: false } } } },
      { ok: true },
      { ok: false, error: { message: expect.stringContaining('at most 300 characters') } },
    ])
    const tooLong = await precis(['summarize', '--focus', 'm'.repeat(301), 'note.txt'])
    expect(tooLong.exitCode).toBe(2)
    expect(tooLong.errors).toContain('Please use at most 300 characters')
  })
})
