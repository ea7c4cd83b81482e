import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { summaries } from '../../src/server/db/schema/index.ts'
import { insertUser } from '../../src/server/features/accounts/users-repo.ts'
import { EventHub, packSnapshot } from '../../src/server/features/summaries/events.ts'
import { QueuePositions } from '../../src/server/features/summaries/queue.ts'
import { updateUnfinished } from '../../src/server/features/summaries/repo.ts'
import { type WatchEvent, watchSummary } from '../../src/server/features/summaries/watch.ts'
import { emptyPage } from '../../src/shared/summary/partial-page.ts'
import { openTestDatabase } from '../support/product.ts'
import { storeSummaries } from '../support/stored-summaries.ts'
import { forSuite } from '../support/suite.ts'
import { testContext } from '../support/summaries-context.ts'

/** An empty queue. */
const positions = new QueuePositions({ waiting: async () => [] }, 1)

describe('a subscriber of a summary', () => {
  let userId: string
  const database = forSuite(async () => openTestDatabase())
  beforeAll(async () => {
    const user = { email: 'ada@example.com', password: 'x', firstName: 'A', lastName: 'B' }
    userId = (await insertUser(database.db, user, new Date()))!.id
  })

  const snapshot = (at: number, gist: string) => ({ at, page: { ...emptyPage, gist } })
  const packed = (at: number, gist: string): string => packSnapshot(snapshot(at, gist))
  const insert = async (partialPage: ReturnType<typeof snapshot> | null = null): Promise<string> => {
    const [id = ''] = await storeSummaries(database.db, [{ userId, title: 't', status: 'queued', partialPage }])
    return id
  }

  /** Subscribes to a summary, whose row may have a text. */
  async function watch(text: string | null) {
    const { db } = database
    const id = await insert(text === null ? null : snapshot(1, text))
    const hub = new EventHub(() => {})
    const seen: WatchEvent[] = []
    const leave = new AbortController()
    const ended = (async () => {
      for await (const event of watchSummary(testContext(db, { hub, positions }), id, leave.signal)) seen.push(event)
    })()
    const texts = (): string[] => seen.flatMap((event) => (event.type === 'partial' ? [event.page.gist] : []))
    const tell = async (at: number, gist: string): Promise<void> =>
      hub.publish(id, { type: 'partial', snapshot: packed(at, gist) })
    const write = async (at: number, gist: string): Promise<unknown> =>
      updateUnfinished(db, id, { partialPage: snapshot(at, gist) })
    if (text !== null) await expect.poll(texts).toEqual([text])
    return { id, hub, seen, texts, tell, write, leave, ended }
  }

  it('receives growing text, beginning with the row’s', async () => {
    const { texts, tell, leave, ended } = await watch('The tide')
    await tell(2, 'The tide pools')
    await expect.poll(texts).toEqual(['The tide', 'The tide pools'])
    leave.abort()
    await ended
  })

  it('reads the row when a text was too long for a message', async () => {
    const { hub, id, texts, write, leave, ended } = await watch('The')
    await write(2, 'The tide pools')
    await hub.publish(id, { type: 'changed' })
    await expect.poll(texts).toEqual(['The', 'The tide pools'])
    leave.abort()
    await ended
  })

  it('ignores rows and messages older than its state, and those of other versions', async () => {
    const { hub, id, texts, tell, write, leave, ended } = await watch('The')
    await tell(3, 'The tide pools')
    await hub.publish(id, { type: 'changed' })
    await hub.publish(id, { type: 'partial', snapshot: 'gist\tThe tide' })
    await expect.poll(texts).toEqual(['The', 'The tide pools'])
    await write(5, 'The tide pools of Carrow were counted')
    await tell(4, 'The tide pools of Carrow')
    await hub.publish(id, { type: 'changed' })
    await expect.poll(() => texts().at(-1)).toBe('The tide pools of Carrow were counted')
    await tell(4, 'The tide pools of Carrow')
    expect(texts().at(-1)).toBe('The tide pools of Carrow were counted')
    leave.abort()
    await ended
  })

  it('receives only the newest state, however late it reads', async () => {
    const { db } = database
    const id = await insert()
    const hub = new EventHub(() => {})
    const watching = watchSummary(testContext(db, { hub, positions }), id, new AbortController().signal)
    const next = watching.next()
    await hub.publish(id, { type: 'partial', snapshot: packed(1, 'One') })
    expect((await next).value).toEqual({ type: 'partial', page: { ...emptyPage, gist: 'One' } })
    for (let n = 0; n < 1000; n += 1) {
      await hub.publish(id, { type: 'partial', snapshot: packed(n + 2, `One and ${n} more`) })
      await hub.publish(id, { type: 'progress', progress: { stage: 'summarizing', done: n, total: 1000 } })
    }
    const progress = { stage: 'summarizing', done: 999, total: 1000 }
    expect((await watching.next()).value).toEqual({ type: 'progress', progress })
    const page = { ...emptyPage, gist: 'One and 999 more' }
    expect((await watching.next()).value).toEqual({ type: 'partial', page })
    await watching.return(undefined)
  })

  it('receives the end, and a deletion', async () => {
    const ready = await watch(null)
    await updateUnfinished(database.db, ready.id, { status: 'ready' })
    await ready.hub.publish(ready.id, { type: 'changed' })
    await ready.ended
    expect(ready.seen.at(-1)).toMatchObject({ type: 'ended', row: { status: 'ready' } })
    const deleted = await watch('It begins')
    await database.db.delete(summaries).where(eq(summaries.id, deleted.id))
    await deleted.hub.publish(deleted.id, { type: 'deleted' })
    await deleted.ended
    expect(deleted.seen.at(-1)).toEqual({ type: 'gone' })
  })
})
