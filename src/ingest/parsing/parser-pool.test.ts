import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import type { AppError } from '../../shared/errors.ts'
import { createParserPool, type ParserPool } from './parser-pool.ts'

const script = fileURLToPath(new URL('../../../tests/support/workers/misbehaving-parser.ts', import.meta.url))
const MIB = 1024 * 1024
const { signal } = new AbortController()

let pool: ParserPool
const open = (baseMs: number): void => {
  pool = createParserPool({ script, threads: 2, limits: { baseMs, perMiBMs: 0, memoryBytes: 96 * MIB } })
}
const read = async (content: string, stop = signal): Promise<string> =>
  (await pool.parse({ kind: 'text', content }, stop)).title
const failure = async (content: string, stop = signal): Promise<AppError> =>
  read(content, stop).then(
    () => expect.fail('It was read.'),
    (error: AppError) => error,
  )

afterEach(async () => pool.close())

describe('the pool of parsers', () => {
  it.each(['hang', 'hang in a pattern', 'wait for ever'])('stops a source that takes too long: %s', async (content) => {
    open(1000)
    const began = performance.now()
    expect(await failure(content)).toMatchObject({
      code: 'source_too_complex',
      message: 'This text takes longer to read than 1 s, so it was stopped. Paste a shorter text.',
    })
    expect(performance.now() - began).toBeLessThan(4000)
    expect(await read('next')).toBe('next')
  })

  it.each(['fill the heap', 'fill buffers'])('stops a source that takes too much memory: %s', async (content) => {
    open(15_000)
    expect(await failure(content)).toMatchObject({
      code: 'source_too_complex',
      message: 'This text takes too much memory to read, so it was stopped. Paste a shorter text.',
    })
    expect(await read('next')).toBe('next')
  })

  it("survives the engine's limits", async () => {
    open(15_000)
    expect(await failure('recurse')).toMatchObject({ code: 'source_too_complex' })
    expect(await read('next')).toBe('next')
  })

  it.each(['exit', 'throw', 'throw a word', 'throw later'])('survives a reader that breaks: %s', async (content) => {
    open(15_000)
    expect(await failure(content)).toMatchObject({
      code: 'source_damaged',
      message: 'This text could not be read: it seems to be damaged. Paste it again.',
    })
    expect(await read('next')).toBe('next')
  })

  it('reads other sources beside one that hangs, without counting waiting time', async () => {
    open(1500)
    const hanging = [failure('hang'), failure('hang')]
    const waiting = failure('wait for ever')
    const [one, other, third] = await Promise.all([...hanging, waiting])
    expect([one?.code, other?.code, third?.code]).toEqual(Array(3).fill('source_too_complex'))
    const beside = failure('hang')
    expect(await Promise.all(Array.from({ length: 20 }, async (_, n) => read(`text ${n}`)))).toHaveLength(20)
    expect((await beside).code).toBe('source_too_complex')
  })

  it('ends a parse immediately when it is aborted', async () => {
    open(15_000)
    await read('warm')
    const stop = new AbortController()
    const stopped = failure('hang', stop.signal)
    setTimeout(() => stop.abort(), 100)
    expect((await stopped).code).toBe('cancelled')
    expect(await read('next')).toBe('next')
    expect((await failure('never begun', AbortSignal.abort())).code).toBe('cancelled')
  })

  it('ends running parses when closed', async () => {
    open(15_000)
    const stopped = failure('hang')
    await pool.close()
    expect((await stopped).code).toBe('cancelled')
  })

  it('sends bytes without the memory around them', async () => {
    open(15_000)
    const large = Buffer.alloc(64 * MIB)
    const bytes = large.subarray(0, 10)
    const { sourceInfo } = await pool.parse({ kind: 'file', bytes, fileName: null, url: null }, signal)
    expect(sourceInfo.bytes).toBe(10)
    expect(large.byteLength).toBe(64 * MIB)
  })
})
