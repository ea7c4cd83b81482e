import type { DurablePglite } from './durable-pglite.ts'

/** A database that does not open is tried again no sooner: each try takes memory and half a second. */
const TRY_AGAIN_MS = 2000

interface Listening {
  channel: string
  callback: (payload: string) => void
  stop: () => Promise<void>
}

/** What is asked of the database through this, each as soon as one is open. */
const asking = new Set<string | symbol>(['query', 'exec', 'transaction', 'runExclusive'])

/**
 * The embedded database, opened anew when its PostgreSQL has given up (a PANIC: the log could not be written, most
 * often since the disk is full). A server would be started again by its postmaster; PGlite only answers with errors from
 * then on. What fails with it has failed; the next statement opens the files again, which recovers what was committed.
 * While that is not possible, statements fail with what PostgreSQL gave up with.
 *
 * @param open opens the files
 * @param onOpened called when that had to be done again, with what PostgreSQL had given up with
 */
export async function keepOpen(
  open: () => Promise<DurablePglite>,
  onOpened: (gaveUp: Error) => void,
): Promise<DurablePglite> {
  let current = await open()
  let opening: Promise<DurablePglite> | null = null
  let triedAt = Number.NEGATIVE_INFINITY
  const listenings = new Set<Listening>()

  async function openAnew(gaveUp: Error): Promise<DurablePglite> {
    if (performance.now() - triedAt < TRY_AGAIN_MS) throw gaveUp
    triedAt = performance.now()
    try {
      current.abandon()
      const next = await open()
      for (const listening of listenings) listening.stop = await next.listen(listening.channel, listening.callback)
      current = next
    } catch {
      throw gaveUp
    }
    onOpened(gaveUp)
    return current
  }

  async function whenOpen(): Promise<DurablePglite> {
    const { gaveUp } = current
    if (gaveUp === null) return current
    opening ??= openAnew(gaveUp).finally(() => {
      opening = null
    })
    return opening
  }

  const listen: DurablePglite['listen'] = async (channel, callback) => {
    const listening = { channel, callback, stop: await (await whenOpen()).listen(channel, callback) }
    listenings.add(listening)
    return async () => {
      listenings.delete(listening)
      await listening.stop()
    }
  }

  return new Proxy(current, {
    get: (_first, name) => {
      if (name === 'listen') return listen
      const value: unknown = Reflect.get(current, name, current)
      if (typeof value !== 'function' || name === 'constructor') return value
      if (!asking.has(name)) return value.bind(current)
      return async (...parts: unknown[]) => {
        const pglite = await whenOpen()
        const method: unknown = Reflect.get(pglite, name, pglite)
        if (typeof method !== 'function') throw new TypeError(`PGlite has no ${String(name)}.`)
        const answer: unknown = await Reflect.apply(method, pglite, parts)
        return answer
      }
    },
  })
}
