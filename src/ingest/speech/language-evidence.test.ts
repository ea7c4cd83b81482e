import { describe, expect, it } from 'vitest'
import { LanguageEvidence } from './language-evidence.ts'

const piece = (seconds: number) => ({ samples: new Float32Array(seconds * 16_000), start: 0 })
const heard = (confidence: number) => ({ segments: [], confidence })

describe('LanguageEvidence', () => {
  const evidence = () => new LanguageEvidence({ onlyLanguage: 'en' })

  it.each([
    [-0.1, 'fits'],
    [-0.4, 'doubtful'],
    [-1.2, 'other language'],
  ])('decides by the mean confidence: %d is %s', (confidence, decision) => {
    const own = evidence()
    own.add(piece(10), heard(confidence))
    expect(own.decide()).toBe(decision)
  })

  it('gives a recording up after a minute', () => {
    const own = evidence()
    expect(own.add(piece(30), heard(-0.8))).toBe('clear')
    expect(own.add(piece(30), heard(-0.8))).toBe('other language')
  })

  it('leaves out pieces in another language', () => {
    const own = evidence()
    for (let at = 0; at < 3; at += 1) expect(own.add(piece(30), heard(-0.1))).toBe('clear')
    expect(own.add(piece(20), heard(-1.3))).toBe('unclear')
    expect([own.decide(), own.unclear, own.heard]).toEqual(['fits', 20, 110])
  })

  it('decides nothing about a transcriber of many languages', () => {
    const own = new LanguageEvidence({})
    expect(own.add(piece(90), heard(-2))).toBe('clear')
    expect([own.decide(), own.heard]).toEqual(['fits', 0])
  })
})
