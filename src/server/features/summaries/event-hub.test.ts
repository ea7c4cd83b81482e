import { describe, expect, it } from 'vitest'
import { EventHub, type HubEvent } from './event-hub.ts'

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
  ])('ignores what is no message of its own: %j', (payload) => {
    const { hub, seen } = startHub()
    expect(() => hub.receive(payload)).not.toThrow()
    hub.receive('{"id":"a","event":{"type":"changed"}}')
    expect(seen).toEqual([{ type: 'changed' }])
  })

  it('reports a message that could not be sent, and goes on', async () => {
    const { hub, errors } = startHub()
    const broken = new Error('the wire is cut')
    hub.connect(async () => Promise.reject(broken))
    await expect(hub.publish('a', { type: 'changed' })).resolves.toBeUndefined()
    expect(errors).toEqual([broken])
  })

  it('sends word of a change where the message itself is too long', async () => {
    const { hub, seen } = startHub()
    hub.connect(async (payload) => {
      if (payload.length > 100) return false
      hub.receive(payload)
      return true
    })
    await hub.publish('a', { type: 'partial', tail: { from: 0, text: 'x'.repeat(200), sum: '' } })
    expect(seen).toEqual([{ type: 'changed' }])
  })
})
