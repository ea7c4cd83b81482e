import { describe, expect, it } from 'vitest'
import { applyTail, EventHub, type HubEvent, tailAfter } from './events.ts'

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

  it('sends `changed` if the event is too long', async () => {
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

/** Numbers from 0 up to 1, the same for every run (a linear congruential generator, numbers of Numerical Recipes). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('tailAfter and applyTail', () => {
  it('contains the new text only', () => {
    const tail = tailAfter('The tide pools', ['The tide'])
    expect(tail).toMatchObject({ from: 8, text: ' pools' })
    expect(applyTail('The tide', tail)).toBe('The tide pools')
  })

  it('applies to every earlier state', () => {
    const tail = tailAfter('The tide pools of Carrow', ['The tide pools', 'The'])
    for (const own of ['The', 'The tide', 'The tide pools', 'The tide pools of Carrow'])
      expect(applyTail(own, tail)).toBe('The tide pools of Carrow')
  })

  it('returns null if the receiver has missed something or has another text', () => {
    const tail = tailAfter('The tide pools of Carrow', ['The tide pools'])
    expect(applyTail('The', tail)).toBeNull()
    expect(applyTail('The tide fools', tail)).toBeNull()
    expect(applyTail('', tail)).toBeNull()
  })

  it('replaces revised text', () => {
    expect(applyTail('Wrong from here', tailAfter('Worse', ['Wrong from here']))).toBe('Worse')
    expect(applyTail('All of it', tailAfter('', ['All of it']))).toBe('')
  })

  it('never corrupts a text, with any losses and revisions', () => {
    const random = createRandom(7)
    const sent = new Set<string | null>([''])
    let [text, told, row, own] = ['', '', '', '']
    let fitting = 0
    for (let step = 0; step < 3000; step += 1) {
      const kept = random() < 0.03 ? Math.floor(text.length * random()) : text.length
      text = text.slice(0, kept) + ['word ', '本を読む', '👩‍👩‍👧 ', '\n\n'][Math.floor(random() * 4)]
      if (text.length > 4000) text = ''
      sent.add(text)
      const tail = tailAfter(text, [told, row])
      told = text
      if (random() < 0.1) row = text
      if (random() < 0.2) continue
      const arrived: typeof tail = JSON.parse(JSON.stringify(tail))
      const whole = applyTail(own, arrived) ?? applyTail(row, arrived)
      if (whole !== null) {
        fitting += 1
        expect(whole).toBe(text)
        own = whole
      } else if (row !== '') own = row
      expect(sent.has(own)).toBe(true)
    }
    expect(fitting).toBeGreaterThan(2000)
  })
})
