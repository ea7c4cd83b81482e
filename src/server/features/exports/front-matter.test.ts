import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { oneLine } from './escape-markdown.ts'
import { frontMatter } from './summary-to-markdown.ts'

const read = (block: string): unknown => parse(block.split('\n').slice(1, -1).join('\n'))

describe('front matter', () => {
  it('is parsed back from YAML unchanged, with any values', () => {
    const traps = fc.constantFrom(
      '---',
      '...',
      '#',
      ': ',
      '"',
      "'",
      '\\',
      '{',
      '&a',
      '*a',
      '!!js',
      '%',
      '@',
      '`',
      '\u2028',
      '\u0085',
      '\ufeff',
      '🚢',
      'no',
      '1e3',
      '~',
      '2026-03-04',
      '\t',
    )
    const text = fc.array(fc.oneof(traps, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 8 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [title, source] = [one.join(''), other.join('')]
        const expected = Object.entries({ title, source }).flatMap(([name, value]) =>
          oneLine(value) === '' ? [] : [[name, oneLine(value)]],
        )
        const block = frontMatter({ title, source, author: null })
        expect(block.split('\n')).toHaveLength(expected.length + 2)
        expect(read(block) ?? {}).toEqual(Object.fromEntries(expected))
      }),
      { numRuns: 500 },
    )
  })

  it('contains no HTML, and no text that begins or ends the block', () => {
    const title = '</title><script>alert(1)</script><!-- & -->\n---\nadmin: true'
    const block = frontMatter({ title })
    expect(block).not.toMatch(/[<>]/)
    expect(block.split('\n')).toHaveLength(3)
    expect(read(block)).toEqual({ title: oneLine(title) })
  })

  it('contains no links or images where a viewer shows it as Markdown', async () => {
    const values = {
      title: '[a](https://evil.example) ![b](//evil.example) <https://evil.example> [[c]] `d`',
      author: 'https://evil.example www.evil.example WWW.evil.example a@evil.example',
      source: 'https://own.example/[a](https://evil.example)',
    }
    const block = frontMatter(values)
    expect(block).toContain('source: "https://own.example/')
    expect(block.replace('https://own', '')).not.toMatch(/[[\]`@]|:\/\/|www\./i)
    expect(read(block)).toEqual(values)
  })
})
