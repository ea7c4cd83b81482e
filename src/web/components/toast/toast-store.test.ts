import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addToast, closeToast, dismissToast, getToasts, TOAST_REMOVE_DELAY_MS, toast } from './toast-store.ts'

const record = (id: number) => ({ id, title: `Toast ${id}`, open: true })

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are shown one at a time, the newest', () => {
    expect(addToast([record(1)], record(2))).toEqual([record(2)])
  })

  it('close without going at once', () => {
    expect(closeToast([record(1)], 1)).toEqual([{ ...record(1), open: false }])
    expect(closeToast([record(1)], 2)).toEqual([record(1)])
  })

  it('go 1,000,000 ms after they were dismissed', () => {
    toast({ title: 'Logged out' })
    const [shown] = getToasts()
    dismissToast(shown?.id ?? 0)
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS - 1)
    expect(getToasts()).toMatchObject([{ title: 'Logged out', open: false }])
    vi.advanceTimersByTime(1)
    expect(getToasts()).toEqual([])
    expect(TOAST_REMOVE_DELAY_MS).toBe(1_000_000)
  })
})
