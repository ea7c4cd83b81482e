import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { quadraticFunction, SIZES } from './text-functions.ts'

/** Four times the text is four times the work, or 16 times if it grows with the square. */
const MAX_GROWTH = 8

const measured = z.object({ name: z.string(), unit: z.string(), work: z.array(z.number()).length(SIZES.length) })

test('text functions take linear time', { timeout: 600_000 }, async () => {
  const script = path.join(import.meta.dirname, 'measure-work.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 64 * 1024 * 1024 })
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => measured.parse(JSON.parse(line)))
  const slow = all.filter(({ work }) => work.some((each, at) => at > 0 && each > (work[at - 1] ?? 0) * MAX_GROWTH))
  const names = new Set(slow.map(({ name }) => name))
  expect(names, 'a function that takes quadratic time is found').toContain(quadraticFunction)
  expect(slow.filter(({ name }) => name !== quadraticFunction)).toEqual([])
})
