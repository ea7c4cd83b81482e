import { describe, expect, it } from 'vitest'
import { createRedact } from './redact.ts'

const secret = 'q/7+t "odd" kéy'
const redact = createRedact([secret, '', 'another-secret'])

describe('redacted text', () => {
  it.each([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret),
    Buffer.from(secret).toString('base64'),
    'another-secret',
  ])('is a configured key, written as %s', (form) => {
    const clean = redact(`The key was ${form} and is wrong.`, '')
    expect(clean).toMatch(/^The key was "?\[key\]"? and is wrong\.$/)
  })

  it.each([
    ['Incorrect API key provided: sk-proj-********abcd.', 'sk-proj'],
    ['GET https://x.example/v1?key=AIzaSyA1234567890&alt=sse failed', 'AIza'],
    ['unexpected header Authorization: Bearer abc.def', 'abc.def'],
    ['{"x-api-key": "0123abcd"}', '0123abcd'],
    [`value ${'a1'.repeat(30)} refused`, 'a1a1'],
  ])('is what looks like one: %s', (message, leaked) => {
    expect(redact(message, '')).toContain('[key]')
    expect(redact(message, '')).not.toContain(leaked)
  })

  it('includes echoes of the material', () => {
    const material = 'Summarize this.\nThe patient was treated for a rare condition in Geneva.'
    const clean = redact('Invalid prompt: "The patient was treated for a rare condition" near token 12', material)
    expect(clean).toBe('Invalid prompt: "…" near token 12')
    expect(redact(material, material)).toBe('Summarize this. …')
  })

  it('includes everything beyond one short line', () => {
    const clean = redact('so\n\n  long '.repeat(1000), '')
    expect(clean.length).toBeLessThan(250)
    expect(clean).not.toContain('\n')
  })

  it('includes terminal commands', () => {
    expect(redact('bad\u001b[31m\u0007 \u202emodel\r\nname', '')).toBe('bad [31m model name')
  })

  it('includes nothing else', () => {
    const message = 'The model `meta-llama/llama-3.3-70b-instruct` does not exist (claude-sonnet-4-5-20250929).'
    expect(redact(message, 'Some other text that was sent.')).toBe(message)
  })

  it('is found in any message in time', () => {
    const material = 'abcdefghij'.repeat(100_000)
    for (const piece of ['key=', 'a', '-', 'bearer ', 'key= "', ' ']) redact(piece.repeat(1_000_000), material)
  })
})
