import { environmentManager, focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageSamples } from '../../../../../tests/support/pages/index.ts'
import type { Progress, SummaryEvent } from '../../../../shared/summary/summary.ts'
import { restartWatch, streamWatch, watchQuery } from './summary-watch.ts'
import type { Watch } from './watch.ts'

const progress = (done: number): Progress => ({ stage: 'summarizing', done, total: 9 })
const failed: SummaryEvent = { type: 'failed', code: 'internal', message: 'No.' }

/** The browser's end of a stream, whose events come from the test. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 0
  isClosed = false
  constructor() {
    super()
    FakeEventSource.opened.push(this)
  }
  close(): void {
    this.isClosed = true
  }
  send(event: SummaryEvent): void {
    this.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event) }))
  }
  fail(readyState: number): void {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
}

const leavers: (() => void)[] = []
const stream = (): FakeEventSource => FakeEventSource.opened.at(-1)!
const answerWith = (done: number) => async (): Promise<Response> =>
  Response.json({ ...pageSamples.report, status: 'summarizing', progress: progress(done) })

/** A browser page with a server from the test. */
function setUp() {
  const polled: string[] = []
  const server = { answer: answerWith(1) }
  vi.stubGlobal('fetch', async (url: string) => {
    polled.push(url.slice(url.lastIndexOf('/') + 1))
    return server.answer()
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  queryClient.mount()
  leavers.push(() => queryClient.unmount())
  const follow = (id: string) => {
    const observer = new QueryObserver(queryClient, watchQuery(queryClient, id))
    const leave = observer.subscribe(() => {})
    leavers.push(leave)
    return { leave, now: (): Watch => observer.getCurrentResult().data! }
  }
  return { queryClient, polled, server, follow }
}

describe('the watch of a summary', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('EventSource', FakeEventSource)
    FakeEventSource.opened = []
    environmentManager.setIsServer(() => false)
    focusManager.setFocused(true)
  })
  afterEach(() => {
    for (const leave of leavers.splice(0)) leave()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    environmentManager.setIsServer(() => true)
    focusManager.setFocused(undefined)
  })

  it('polls, more slowly the more summaries there are, until the outcome', async () => {
    const { polled, server, follow } = setUp()
    const watch = follow('a')
    await vi.advanceTimersByTimeAsync(1500)
    expect([polled, watch.now().progress?.done]).toEqual([['a'], 1])
    for (const id of ['b', 'c', 'd']) follow(id)
    await vi.advanceTimersByTimeAsync(3000)
    expect(polled.toSorted()).toEqual(['a', 'a', 'b', 'c', 'd'])
    server.answer = async () => new Response(JSON.stringify({ code: 'not_found', message: 'No.' }), { status: 404 })
    await vi.advanceTimersByTimeAsync(3000)
    expect(watch.now().outcome).toMatchObject({ type: 'failed', code: 'not_found' })
    const { length } = polled
    await vi.advanceTimersByTimeAsync(20_000)
    expect(polled).toHaveLength(length)
  })

  it('follows its stream instead, and is not reset by moving to another screen', async () => {
    const { queryClient, polled, follow } = setUp()
    const { leave } = follow('a')
    const stop = streamWatch(queryClient, 'a')
    stream().send({ type: 'progress', progress: progress(4) })
    await vi.advanceTimersByTimeAsync(4000)
    leave()
    await vi.advanceTimersByTimeAsync(400)
    const { now } = follow('a')
    expect([polled, now().progress?.done]).toEqual([[], 4])
    stop()
    expect(stream().isClosed).toBe(true)
    await vi.advanceTimersByTimeAsync(1500)
    expect(polled).toEqual(['a'])
  })

  it('ignores a poll that a stream has overtaken', async () => {
    const { queryClient, server, follow } = setUp()
    const { now } = follow('a')
    let answer: (response: Response) => void = () => {}
    server.answer = () => new Promise((resolve) => (answer = resolve))
    await vi.advanceTimersByTimeAsync(1500)
    streamWatch(queryClient, 'a')
    stream().send({ type: 'progress', progress: progress(4) })
    answer(await answerWith(1)())
    await vi.advanceTimersByTimeAsync(0)
    expect(now().progress?.done).toBe(4)
  })

  it('leaves a stream that has ended for the server to close', async () => {
    const { queryClient, polled, follow } = setUp()
    const { now } = follow('a')
    const stop = streamWatch(queryClient, 'a')
    stream().send(failed)
    stream().send({ type: 'progress', progress: progress(4) })
    expect(now()).toMatchObject({ outcome: failed, progress: null })
    stop()
    await vi.advanceTimersByTimeAsync(20_000)
    expect([polled, FakeEventSource.opened.length, stream().isClosed]).toEqual([[], 1, false])
  })

  it('polls less often while the page is hidden, and immediately when it is shown', async () => {
    const { polled, follow } = setUp()
    focusManager.setFocused(false)
    follow('a')
    await vi.advanceTimersByTimeAsync(9900)
    expect(polled).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(polled).toEqual(['a'])
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(polled).toEqual(['a', 'a'])
  })

  it('reports that the connection is lost, and that it is back', async () => {
    const { queryClient, server, follow } = setUp()
    const { now } = follow('a')
    streamWatch(queryClient, 'a')
    stream().fail(0)
    expect(now().connected).toBe(false)
    stream().dispatchEvent(new Event('open'))
    expect(now().connected).toBe(true)

    stream().fail(FakeEventSource.CLOSED)
    server.answer = () => Promise.reject(new Error('No answer.'))
    await vi.advanceTimersByTimeAsync(1500)
    expect(now().connected).toBe(false)
    server.answer = answerWith(7)
    await vi.advanceTimersByTimeAsync(1500)
    expect(now()).toMatchObject({ connected: true, progress: { done: 7 } })
    expect(FakeEventSource.opened).toHaveLength(1)
  })

  it('polls while the server refuses the stream, and asks for the stream again later', async () => {
    const { queryClient, polled, follow } = setUp()
    const { now } = follow('a')
    streamWatch(queryClient, 'a')
    stream().fail(FakeEventSource.CLOSED)
    await vi.advanceTimersByTimeAsync(9000)
    expect([now().connected, now().progress?.done, polled.length]).toEqual([true, 1, 6])
    expect(FakeEventSource.opened).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(FakeEventSource.opened).toHaveLength(2)
  })

  it('opens a stream again that has gone silent', async () => {
    const { queryClient, follow } = setUp()
    follow('a')
    streamWatch(queryClient, 'a')
    const first = stream()
    await vi.advanceTimersByTimeAsync(10_000)
    first.send({ type: 'progress', progress: progress(2) })
    await vi.advanceTimersByTimeAsync(14_000)
    expect(FakeEventSource.opened).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect([FakeEventSource.opened.length, first.isClosed]).toEqual([2, true])
  })

  it('forgets an outcome when the summary is created again, and ignores late responses', async () => {
    const { queryClient, server, follow } = setUp()
    const { now } = follow('a')
    let answer: (response: Response) => void = () => {}
    server.answer = () => new Promise((resolve) => (answer = resolve))
    await vi.advanceTimersByTimeAsync(1500)
    const late = answer
    restartWatch(queryClient, 'a')
    late(new Response('', { status: 404 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(now().outcome).toBeNull()
    streamWatch(queryClient, 'a')
    stream().send(failed)
    restartWatch(queryClient, 'a')
    expect(now().outcome).toBeNull()
  })
})
