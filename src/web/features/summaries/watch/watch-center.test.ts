import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Progress, SummaryEvent } from '../../../../shared/summary/summary.ts'
import type { StreamHandlers } from './event-stream.ts'
import { WatchCenter } from './watch-center.ts'

const progress = (done: number): SummaryEvent & { progress: Progress } => ({
  type: 'progress',
  progress: { stage: 'summarizing', done, total: 9 },
})
const failed: SummaryEvent = { type: 'failed', code: 'internal', message: 'No.' }
const nothing = () => undefined

/** A center with streams and a server from the test. */
function setUp() {
  const streams = new Map<string, StreamHandlers>()
  const opened: string[] = []
  const looked: string[] = []
  const world = {
    isVisible: true,
    answer: async (): Promise<SummaryEvent | null> => progress(1),
  }
  const center = new WatchCenter({
    load: (id) => {
      looked.push(id)
      return world.answer()
    },
    listen: (id, handlers) => {
      streams.set(id, handlers)
      opened.push(id)
      return () => streams.delete(id)
    },
    isVisible: () => world.isVisible,
  })
  return { center, world, opened, looked, open: () => [...streams.keys()], stream: (id: string) => streams.get(id)! }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a watch center', () => {
  it('holds one stream for all onlookers of a summary, and a moment longer', () => {
    const { center, opened, open, stream } = setUp()
    const leave = center.subscribe('a', nothing, false)
    const heard = vi.fn<() => void>()
    const leaveToo = center.subscribe('a', heard, true)
    stream('a').onEvent(progress(4))
    expect(center.watchOf('a').progress).toEqual(progress(4).progress)
    expect(heard).toHaveBeenCalledOnce()
    leave()
    leaveToo()
    vi.advanceTimersByTime(400)
    center.subscribe('a', nothing, false)
    vi.advanceTimersByTime(400)
    expect([opened, open()]).toEqual([['a'], ['a']])
  })

  it('gives the stream to what is being read, and looks at the others in turn, a few at a time', async () => {
    const { center, looked, open } = setUp()
    for (const id of ['a', 'b', 'c', 'd', 'e']) center.subscribe(id, nothing, false)
    expect(open()).toEqual(['a'])
    const close = center.subscribe('e', nothing, true)
    expect(open()).toEqual(['e'])
    await vi.advanceTimersByTimeAsync(1500)
    expect(looked).toEqual(['a', 'b', 'c'])
    await vi.advanceTimersByTimeAsync(1500)
    expect(looked.slice(3)).toContain('d')
    expect(looked).not.toContain('e')
    expect(center.watchOf('d').progress?.done).toBe(1)
    close()
    expect(open()).toEqual(['e'])
  })

  it('passes the stream on when a summary has ended, and then leaves that one alone', async () => {
    const { center, looked, open, stream } = setUp()
    center.subscribe('a', nothing, false)
    center.subscribe('b', nothing, false)
    stream('a').onEvent(failed)
    expect(center.watchOf('a').outcome).toEqual(failed)
    expect(open()).toEqual(['b'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(looked).toEqual([])
  })

  it('closes the stream while the page is hidden, and polls less often', async () => {
    const { center, world, looked, open } = setUp()
    world.isVisible = false
    center.subscribe('a', nothing, true)
    await vi.advanceTimersByTimeAsync(9000)
    expect([open(), looked]).toEqual([[], []])
    await vi.advanceTimersByTimeAsync(1000)
    expect(looked).toEqual(['a'])
    world.isVisible = true
    center.refresh()
    expect(open()).toEqual(['a'])
  })

  it('reports that the connection is lost, and that it is back', async () => {
    const { center, world, opened, stream } = setUp()
    center.subscribe('a', nothing, true)
    stream('a').onConnection(false)
    expect(center.watchOf('a').connected).toBe(false)
    stream('a').onConnection(true)
    expect(center.watchOf('a').connected).toBe(true)

    stream('a').onRefused()
    world.answer = () => Promise.reject(new Error('No answer.'))
    await vi.advanceTimersByTimeAsync(1500)
    expect(center.watchOf('a').connected).toBe(false)
    world.answer = async () => progress(7)
    await vi.advanceTimersByTimeAsync(1500)
    expect(center.watchOf('a')).toMatchObject({ connected: true, progress: { done: 7 } })
    expect(opened).toEqual(['a'])
  })

  it('polls a summary whose stream the server refuses, and asks for the stream again later', async () => {
    const { center, opened, looked, stream } = setUp()
    center.subscribe('a', nothing, true)
    stream('a').onRefused()
    await vi.advanceTimersByTimeAsync(9000)
    expect(center.watchOf('a')).toMatchObject({ connected: true, progress: { done: 1 } })
    expect([opened, looked.length]).toEqual([['a'], 6])
    await vi.advanceTimersByTimeAsync(3000)
    expect(opened).toEqual(['a', 'a'])
  })

  it('looks after a stream that has gone silent', async () => {
    const { center, looked, opened } = setUp()
    center.subscribe('a', nothing, true)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(looked).toEqual([])
    await vi.advanceTimersByTimeAsync(3000)
    expect(looked).toEqual(['a'])
    expect(opened).toEqual(['a', 'a'])
  })

  it('forgets an outcome when the summary is created again, and ignores late responses', async () => {
    const { center, world, stream } = setUp()
    let answer: (event: SummaryEvent) => void = nothing
    world.isVisible = false
    world.answer = () => new Promise((resolve) => (answer = resolve))
    center.subscribe('a', nothing, true)
    await vi.advanceTimersByTimeAsync(10_000)
    center.restart('a')
    answer(failed)
    await vi.advanceTimersByTimeAsync(0)
    expect(center.watchOf('a').outcome).toBeNull()
    world.isVisible = true
    center.refresh()
    stream('a').onEvent(failed)
    center.restart('a')
    expect(center.watchOf('a').outcome).toBeNull()
    stream('a').onEvent(progress(2))
    expect(center.watchOf('a').progress?.done).toBe(2)
  })
})
