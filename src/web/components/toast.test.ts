import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dismissToast, shownToast, TOAST_REMOVE_DELAY_MS, toast } from './toast.tsx'

const shownId = (): number => shownToast.get()?.id ?? 0

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('shows only the newest', () => {
    toast({ title: 'One' })
    const first = shownId()
    toast({ title: 'Two' })
    dismissToast(first)
    expect(shownToast.get()).toMatchObject({ title: 'Two', open: true })
  })

  it('removes a toast 1,000,000 ms after it was dismissed', () => {
    toast({ title: 'Logged out' })
    dismissToast(shownId())
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS - 1)
    expect(shownToast.get()).toMatchObject({ title: 'Logged out', open: false })
    vi.advanceTimersByTime(1)
    expect(shownToast.get()).toBeNull()
    expect(TOAST_REMOVE_DELAY_MS).toBe(1_000_000)
  })
})
