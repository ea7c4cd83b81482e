import { describe, expect, it } from 'vitest'
import { createWorkLine } from './work-line.ts'

const options = { places: 2, length: 2, refusal: 'Full.', retryAfterSeconds: 3 }

/** Work that ends when it is told to. */
function work(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = async (): Promise<string> => {
    log.push(name)
    await promise
    return name
  }
  return { run, end: resolve }
}

describe('a work line', () => {
  it('runs so many at once, in the order they came, and refuses who finds it full', async () => {
    const line = createWorkLine(options)
    const begun: string[] = []
    const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => work(begun, name))
    const ended = [a!, b!, c!, d!].map(async ({ run }) => line(run))
    await expect(line(e!.run)).rejects.toMatchObject({ code: 'unavailable', message: 'Full.', retryAfterSeconds: 3 })
    expect(begun).toEqual(['a', 'b'])
    b!.end()
    await ended[1]
    expect(begun).toEqual(['a', 'b', 'c'])
    a!.end()
    c!.end()
    d!.end()
    expect(await Promise.all(ended)).toEqual(['a', 'b', 'c', 'd'])
    e!.end()
    expect(await line(e!.run)).toBe('e')
  })

  it('goes on after work that failed', async () => {
    const line = createWorkLine({ ...options, places: 1 })
    const failed = line(async () => {
      throw new Error('broken')
    })
    const next = line(async () => 'done')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })
})
