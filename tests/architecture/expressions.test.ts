import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { literalExpressions, slowWays } from './expressions.ts'
import { isTest, readSources } from './source.ts'

const root = path.join(import.meta.dirname, '..', '..')
const sources = readSources(root)

/** Modules that do something when they are loaded; they import the others. */
const starts = /(?:^|\/)(?:main|worker)\.ts$/u

/** Expressions that the modules of the server build from strings; the pages of the web app build none. */
async function builtExpressions() {
  const modules = [...sources.keys()].filter(
    (file) => /^src\/.*\.ts$/u.test(file) && !file.startsWith('src/web/') && !isTest(file) && !starts.test(file),
  )
  const script = path.join(import.meta.dirname, 'built-expressions.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...modules], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  const expression = z.object({ place: z.string(), pattern: z.string(), flags: z.string() })
  return z.array(expression).min(100).parse(JSON.parse(stdout))
}

test('regular expressions take linear time', { timeout: 60_000 }, async () => {
  const expressions = [...literalExpressions(sources), ...(await builtExpressions())]
  expect(expressions.flatMap((expression) => slowWays(expression))).toEqual([])
})

test.each([
  [/\s+$/u, 'polynomial: \\s+ is tried again from each character'],
  [/^\s*(.*?)\s*:\s*$/u, 'polynomial: .*? and \\s* compete'],
  [/^(?:a+)+$/u, 'exponential: a+ repeats in (?:a+)+'],
  [/(?<!\s)\s+$/u, null],
])('the check judges %s', (expression, verdict) => {
  const ways = slowWays({ place: 'here', pattern: expression.source, flags: expression.flags })
  if (verdict === null) expect(ways).toEqual([])
  else expect(ways).toContain(`here is ${verdict}`)
})
