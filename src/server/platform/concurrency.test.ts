import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { abandonOnAbort, waitAtMost } from './concurrency.ts'

describe('waiting', () => {
  it('ends with the promise or with the timeout, whichever is first', async () => {
    await waitAtMost(10_000, sleep(1))
    await waitAtMost(1, new Promise(() => {}))
    await expect(waitAtMost(10_000, Promise.reject(new Error('broke')))).rejects.toThrow('broke')
  })

  it('abandons work some time after its signal aborts', async () => {
    const stop = new AbortController()
    const stuck = abandonOnAbort(stop.signal, 5, new Promise(() => {}))
    const finishing = abandonOnAbort(stop.signal, 10_000, sleep(10, 'own result'))
    stop.abort(new Error('stopped'))
    await expect(stuck).rejects.toThrow('stopped')
    expect(await finishing).toBe('own result')
  })
})
