import { describe, expect, it } from 'vitest'
import { isReturnPath, readReturn, withoutReturn } from './payment-return.ts'

describe('the way back from a hosted payment page', () => {
  it.each([
    ['', null],
    ['q=tides', null],
    ['success=true', null],
    ['success=true&session_id=', null],
    ['success=false&session_id=cs_1', null],
    ['session_id=cs_1', null],
    ['canceled=yes', null],
    ['?success=true&session_id=cs_1', { kind: 'success', sessionId: 'cs_1' }],
    ['welcome=back&session_id=cs_1&success=true', { kind: 'success', sessionId: 'cs_1' }],
    ['canceled=true', { kind: 'canceled' }],
    ['canceled=true&success=true&session_id=cs_1', { kind: 'success', sessionId: 'cs_1' }],
  ])('reads "%s"', (search, expected) => {
    expect(readReturn(search)).toEqual(expected)
  })

  it('is taken out of the address, and nothing else with it', () => {
    expect(withoutReturn('/dashboard', '?success=true&session_id=cs_1')).toBe('/dashboard')
    expect(withoutReturn('/dashboard', '?id=7&success=true&session_id=cs_1')).toBe('/dashboard?id=7')
    expect(withoutReturn('/subscribe', '?canceled=true')).toBe('/subscribe')
  })

  it('ends on three pages', () => {
    expect(['/', '/dashboard', '/subscribe', '/summaries', '/login'].map(isReturnPath)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
