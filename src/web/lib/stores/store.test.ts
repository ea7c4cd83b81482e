import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { clearSession, createSessionStore } from './store.ts'

function stubStorage(content: Map<string, string>): void {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => content.get(key) ?? null,
    setItem: (key: string, value: string) => content.set(key, value),
    removeItem: (key: string) => content.delete(key),
    clear: () => content.clear(),
  })
}

const schema = z.object({ text: z.string(), tab: z.enum(['url', 'text']).default('url') })
const parse = (stored: unknown) => schema.parse(stored)
const initial = { text: '', tab: 'url' as const }

afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

describe('a session store', () => {
  it('reads and writes storage', () => {
    const content = new Map([['draft', '{"text":"Hello"}']])
    stubStorage(content)
    const store = createSessionStore('draft', parse, initial)
    expect(store.get()).toEqual({ text: 'Hello', tab: 'url' })
    store.set({ text: 'Bye', tab: 'text' })
    expect(content.get('draft')).toBe('{"text":"Bye","tab":"text"}')
    store.set(initial)
    expect(content.size).toBe(0)
  })

  it.each(['', '{', '[]', 'null', '{"text":1}', '{"text":"","tab":"fax"}'])('ignores damaged content: %j', (stored) => {
    stubStorage(new Map([['draft', stored]]))
    expect(createSessionStore('draft', parse, initial).get()).toBe(initial)
  })

  it('lasts as long as the page if storage is blocked', () => {
    const block = () => {
      throw new Error('Storage is blocked.')
    }
    vi.stubGlobal('sessionStorage', { getItem: block, setItem: block, removeItem: block, clear: block })
    const store = createSessionStore('draft', parse, initial)
    store.set({ text: 'Hello', tab: 'text' })
    expect(store.get().text).toBe('Hello')
    clearSession()
    expect(store.get()).toBe(initial)
  })

  it('notifies its subscribers until they stop', () => {
    stubStorage(new Map())
    const store = createSessionStore('draft', parse, initial)
    const listener = vi.fn<() => void>()
    const stop = store.subscribe(listener)
    store.set({ text: 'one', tab: 'url' })
    stop()
    store.set({ text: 'two', tab: 'url' })
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
