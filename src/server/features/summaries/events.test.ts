import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { emptyPage } from '../../../shared/summary/partial-page.ts'
import { EventHub, type HubEvent, packSnapshot, unpackSnapshot } from './events.ts'

function startHub() {
  const errors: unknown[] = []
  const hub = new EventHub((error) => errors.push(error))
  const seen: HubEvent[] = []
  hub.subscribe('a', (event) => seen.push(event))
  return { hub, errors, seen }
}

describe('EventHub', () => {
  it.each([
    'hello',
    '',
    '{',
    'null',
    '[]',
    '{"id":"a"}',
    '{"id":"a","event":{"type":"unheard of"}}',
    '{"id":"error","event":{"type":"changed"}}',
  ])('ignores invalid messages: %j', (payload) => {
    const { hub, seen } = startHub()
    expect(() => hub.receive(payload)).not.toThrow()
    hub.receive('{"id":"a","event":{"type":"changed"}}')
    expect(seen).toEqual([{ type: 'changed' }])
  })

  it('reports a message that could not be sent, and continues', async () => {
    const { hub, errors } = startHub()
    const broken = new Error('the wire is cut')
    hub.connect(async () => Promise.reject(broken))
    await expect(hub.publish('a', { type: 'changed' })).resolves.toBeUndefined()
    expect(errors).toEqual([broken])
  })

  it('wakes all subscribers and waiters after a lost connection', async () => {
    const { hub, seen } = startHub()
    const over = new AbortController()
    const next = hub.next('b', over.signal).then(() => over.signal.aborted)
    hub.subscribe('c', (event) => seen.push(event))
    hub.gap()
    expect(seen).toEqual([{ type: 'changed' }, { type: 'changed' }])
    await setImmediate()
    over.abort()
    expect(await next).toBe(false)
  })

  it('sends `changed` if the event is too long', async () => {
    const { hub, seen } = startHub()
    hub.connect(async (payload) => {
      if (payload.length > 100) return false
      hub.receive(payload)
      return true
    })
    await hub.publish('a', { type: 'partial', snapshot: 'x'.repeat(200) })
    expect(seen).toEqual([{ type: 'changed' }])
  })
})

describe('packed snapshots', () => {
  const words = 'The tide pools of Carrow were counted by hand for the 3rd time'.split(' ')
  /** Prose-like text, which repeats words but not sentences. */
  const prose = (characters: number): string => {
    let text = ''
    for (let n = 0; text.length < characters; n += 1) text += `${words[(n * n + (n >> 2)) % words.length]}${n % 97} `
    return text
  }

  it('contain the page and its time', () => {
    const snapshot = { at: 17, page: { ...emptyPage, gist: 'Die Gezeitentümpel 潮だまり', summary: [prose(2000)] } }
    expect(unpackSnapshot(packSnapshot(snapshot))).toEqual(snapshot)
  })

  it('fit into a message with a page of 10,000 characters', () => {
    const page = { ...emptyPage, summary: [prose(10_000)] }
    expect(packSnapshot({ at: Date.now(), page }).length).toBeLessThan(7800)
  })

  it.each(['', 'gist\tIt begins', 'x', packSnapshot({ at: 1, page: emptyPage }).slice(0, 20)])(
    'are ignored if another version wrote them: %j',
    (packed) => {
      expect(unpackSnapshot(packed)).toBeNull()
    },
  )
})
