import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, usagePeriodAt } from './usage.ts'

const date = (text: string): Date => new Date(text)

describe('addMonths', () => {
  it('keeps the day, or takes the last one of a shorter month', () => {
    expect(addMonths(date('2026-01-31T10:00:00Z'), 1)).toEqual(date('2026-02-28T10:00:00Z'))
    expect(addMonths(date('2026-01-31T10:00:00Z'), 2)).toEqual(date('2026-03-31T10:00:00Z'))
    expect(addMonths(date('2023-12-15T00:00:00Z'), 2)).toEqual(date('2024-02-15T00:00:00Z'))
  })
})

describe('usagePeriodAt', () => {
  it('counts months from the day the plan began', () => {
    const begun = date('2026-01-31T10:00:00Z')
    expect(usagePeriodAt(begun, begun)).toEqual({ start: begun, end: date('2026-02-28T10:00:00Z') })
    expect(usagePeriodAt(begun, date('2026-02-28T09:59:59Z')).start).toEqual(begun)
    expect(usagePeriodAt(begun, date('2026-02-28T10:00:00Z'))).toEqual({
      start: date('2026-02-28T10:00:00Z'),
      end: date('2026-03-31T10:00:00Z'),
    })
  })

  it('always finds the one month that holds the moment', () => {
    const moment = fc.date({ min: date('2020-01-01'), max: date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const [begun, now] = a <= b ? [a, b] : [b, a]
        const { start, end } = usagePeriodAt(begun, now)
        return start <= now && now < end && start >= begun
      }),
    )
  })
})
