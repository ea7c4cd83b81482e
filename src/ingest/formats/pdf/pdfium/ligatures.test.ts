import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LigatureNames, ligatureLetters } from './ligatures.ts'

const font = (encoding: string): string => `<< /Type /Font /Encoding ${encoding} /BaseFont /Serif >>`

const lettersOf = (file: Uint8Array | string, code: number): string | null =>
  ligatureLetters(new LigatureNames(Buffer.from(file)).codeOf('Serif', code))

/** A stream of two objects, 7 and 8. */
function objectStream(objects: readonly [string, string]): Buffer {
  const header = `7 0 8 ${objects[0].length} `
  const data = deflateSync(header + objects.join(''))
  const start = `5 0 obj\n<< /Type /ObjStm /N 2 /First ${header.length} /Length ${data.length} >>\nstream\r\n`
  return Buffer.concat([Buffer.from(start), data, Buffer.from('\nendstream\nendobj\n')])
}

describe('LigatureNames', () => {
  it('counts codes from the last one written', () => {
    const file = `7 0 obj\n${font('<< /Differences [1/a/f_j 20 /t_t/f_f_i_x] >>')}\nendobj\n`
    expect([1, 2, 3, 20, 21].map((code) => lettersOf(file, code))).toEqual([null, 'fj', null, 'tt', 'ffix'])
  })

  it('reads fonts and encodings in compressed object streams', () => {
    expect(lettersOf(objectStream(['<< /Differences [ 31 /c_t.liga ] >>', font('7 0 R')]), 31)).toBe('ct')
  })

  it('leaves codes of other fonts and names of other glyphs alone', () => {
    const names = new LigatureNames(Buffer.from(`7 0 obj\n${font('<< /Differences [1/f_f/one_half/a_] >>')}\nendobj`))
    expect([names.codeOf('Sans', 1), names.codeOf('Serif', 2), names.codeOf('Serif', 3)]).toEqual([1, 2, 3])
  })

  it('knows the ligatures of bitmap fonts by TeX, which have no name', () => {
    const names = new LigatureNames(Buffer.from('7 0 obj\n<< /Type /Font /Subtype /Type3 >>\nendobj'))
    const read = (name: string): (string | null)[] =>
      [0x0c, 0x1e, 0x0a].map((code) => ligatureLetters(names.codeOf(name, code)))
    expect(read('')).toEqual(['fi', 'ffi', null])
    expect(read('Serif')).toEqual([null, null, null])
  })

  it('ignores an object stream that is broken', () => {
    const broken = objectStream(['<< >>', '<< >>']).subarray(0, 90)
    const file = Buffer.concat([broken, Buffer.from(`\n9 0 obj\n${font('<< /Differences [1/f_f] >>')}\nendobj\n`)])
    expect(lettersOf(file, 1)).toBe('ff')
  })
})
