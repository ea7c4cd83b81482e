import { execFile } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import { faithfulModel } from '../standins/models/fake-models/faithful-model.ts'
import { startModelServer } from '../standins/models/server.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'

const MAIN = path.resolve(import.meta.dirname, '../../src/cli/main.ts')
const KEY = 'Command/7+Gr:1aB'

const server = forSuite(async () => startModelServer({ model: faithfulModel, apiKey: KEY }))

/** Summarizes a text from standard input with the command, in a separate process. */
async function precis(args: readonly string[], key = KEY): Promise<{ output: string; errors: string; code: unknown }> {
  return new Promise((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      AI_MODELS: 'local:qwen3:8b',
      LOCAL_AI_URL: `${server.origin}/v1`,
      LOCAL_AI_KEY: key,
    }
    const child = execFile(process.execPath, [MAIN, 'summarize', ...args, '-'], { env }, (error, output, errors) =>
      resolve({ output, errors, code: error?.code ?? 0 }),
    )
    child.stdin?.end(tidePools)
  })
}

it('explains why configured models fail, without revealing a key', async () => {
  const { output, errors, code } = await precis([], 'Wrong/7+Gr:1aB')
  expect([output, code]).toEqual(['', 1])
  expect(errors).toMatch(/^precis: local:qwen3:8b answered 401/)
  expect(errors).toMatch(/\nprecis: The language model isn’t available/)
  expect(errors).not.toContain('Gr:1aB')
})

it('reports the usage of models, also after a failure', async () => {
  const made = await precis([])
  expect(made.code).toBe(0)
  expect(made.output.replaceAll(/\s+/gu, ' ')).toContain('Summarized by qwen3:8b')
  expect(made.errors).toMatch(/^local:qwen3:8b: 2 calls, [\d,]+ tokens in, [\d,]+ out, price unknown\n$/)
  const failed = await precis(['--language', 'ja'])
  expect([failed.output, failed.code]).toEqual(['', 1])
  expect(failed.errors).toMatch(/^local:qwen3:8b: 2 calls, .*\nprecis: The language model did not write in Japanese/)
})
