import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/verification.ts'
import { findQuote } from './find-quote.ts'

test('counts as evidence if a condition is far from it, as in speech without stops', () => {
  const source = sourceOf(['Anna: so if you look when people use it they never find a good button in the right place'])
  const words = 'they never find a good button in the right place'
  expect(findQuote(source, words, [])).toBeNull()
  expect(findQuote(source, words, [], true)?.blocks[0].id).toBe('b1')
  expect(findQuote(source, 'a good button in the right place', [], true)).toBeNull()
})

test('counts as evidence with its own negation, whatever negation is beside it', () => {
  const source = sourceOf(['No, you never use half of them, whether the bridge is closed or not.'])
  expect(findQuote(source, 'you never use half of them', [], true)?.blocks[0].id).toBe('b1')
  expect(findQuote(source, 'you never use half of them', [])).toBeNull()
  expect(findQuote(source, 'use half of them', [], true)).toBeNull()
  const both = sourceOf(['The council did not vote on it and will not meet again until May.'])
  expect(findQuote(both, 'The council did not vote on it', [], true)?.blocks[0].id).toBe('b1')
  const denied = sourceOf(['It is not true that the board never approved the bridge. I doubt that nobody was paid.'])
  expect(findQuote(denied, 'the board never approved the bridge', [], true)).toBeNull()
  expect(findQuote(denied, 'nobody was paid', [], true)).toBeNull()
})

test('counts as evidence with the label of its speaker, which may be the only place with a name', () => {
  const source = sourceOf([
    'Ms. Mara Lind (Melrose, CPC): The vault of the harbor has been empty for a year.',
    'Mr. Olaf Berg (Marlow, BQ): The vault was never full, and nobody ever asked.',
    ...Array.from({ length: 4 }, (_, at) => [
      `Ms. Mara Lind: The board asked ${at + 2} times.`,
      `Mr. Olaf Berg: The board had no answer in year ${at + 1}.`,
    ]).flat(),
  ])
  expect(findQuote(source, 'Olaf Berg (Marlow, BQ)', [], true)?.blocks[0].id).toBe('b2')
  const withSpeech = 'Mara Lind (Melrose, CPC): The vault of the harbor has been empty'
  expect(findQuote(source, withSpeech, [], true)?.text).toContain('Melrose')
  expect(findQuote(source, withSpeech, [])?.text).not.toContain('Melrose')
  expect(findQuote(source, 'Olaf Berg (Marlow, BQ)', [])).toBeNull()
  expect(findQuote(source, 'The board asked 2 times. Mr. Olaf Berg: The board had no answer', [], true)).toBeNull()
})

test('counts as evidence without the marks of sounds between its words, and with them', () => {
  const turns = Array.from({ length: 4 }, (_, at) => [`Mara: Now boat ${at}.`, `Bo: Well, boat ${at}.`]).flat()
  const source = sourceOf([
    ...turns,
    'Mara: If {disfmarker} if {vocalsound} we want it simple [laughter] we need [fewer] keys.',
  ])
  for (const words of [
    'if we want it simple we need fewer keys',
    'if {vocalsound} we want it simple [laughter] we need',
  ])
    expect(findQuote(source, words, [], true)?.blocks[0].id).toBe('b9')
  expect(findQuote(source, 'if we want it simple we need keys', [], true)).toBeNull()
})

test('is no quote if only a language model saw its words', () => {
  const source = sourceOf(['The lamp was lit with whale oil until the winter of 1861.'])
  const [block] = source.blocks
  if (block === undefined) throw new Error('The source is empty.')
  const words = 'lit with whale oil until the winter'
  for (const [recognized, isQuote] of [
    ['unsure', true],
    ['model', false],
  ] as const) {
    block.location = { kind: 'page', page: 1, recognized }
    expect(findQuote(source, words, []) !== null).toBe(isQuote)
    expect(findQuote(source, words, [], true)).not.toBeNull()
  }
})

describe('the text of a quote', () => {
  test('has the source’s own characters and the end of its sentence', () => {
    const source = sourceOf(['Before it. He said: “The bridge is closed for good!” Then he left.'])
    expect(findQuote(source, 'the BRIDGE is closed for good', [])?.text).toBe('The bridge is closed for good!')
    expect(findQuote(source, 'he said the bridge is closed for good', [])?.text).toBe(
      'He said: “The bridge is closed for good!”',
    )
  })

  test('includes the closing mark of a quotation inside it, whatever apostrophes it has', () => {
    const source = sourceOf([
      '“They said, ‘We can’t open it.’ I said, ‘Then close the bridge. It’s simple.’ ” He left.',
    ])
    expect(
      findQuote(source, 'They said, We can’t open it. I said, Then close the bridge. It’s simple.', [])?.text,
    ).toBe('They said, ‘We can’t open it.’ I said, ‘Then close the bridge. It’s simple.’')
  })

  test('includes the opening mark of a term in a script without apostrophes', () => {
    const source = sourceOf(['王小明说：“‘双碳’目标是我们对世界的承诺。”'])
    expect(findQuote(source, '‘双碳’目标是我们对世界的承诺', [])?.text).toBe('‘双碳’目标是我们对世界的承诺。')
  })

  test('includes the opening mark of a quotation that it closes', () => {
    const source = sourceOf(['“I never saw a bridge like this,” she said, and everyone laughed.'])
    expect(findQuote(source, 'I never saw a bridge like this,” she said', [])?.text).toBe(
      '“I never saw a bridge like this,” she said',
    )
  })

  test('omits the speaker’s label and never crosses two speakers', () => {
    const source = sourceOf([
      'ANNA: We closed the old bridge on Monday. BEN: Was that really necessary then? ANNA: It was the only way out.',
      'BEN: People will ask about the money. ANNA: They always do, and rightly so. BEN: Fine, let us move on.',
    ])
    expect(findQuote(source, 'ANNA: We closed the old bridge on Monday.', [])?.text).toBe(
      'We closed the old bridge on Monday.',
    )
    expect(findQuote(source, 'We closed the old bridge on Monday. Was that really necessary then?', [])).toBeNull()
    expect(findQuote(source, 'We closed the old bridge on Monday. BEN: Was that really necessary then?', [])).toBeNull()
  })
})

describe('the blocks of a quote', () => {
  test('are the claimed ones, or the nearest to them', () => {
    const refrain = 'And so the river keeps on running.'
    const source = sourceOf([refrain, 'Something else is said here.', refrain, 'And here as well, at last.', refrain])
    const blockOf = (claimed: string[]) => findQuote(source, refrain, claimed)?.blocks[0].id
    expect(blockOf(['b3'])).toBe('b3')
    expect(blockOf(['b4'])).toBe('b3')
    expect(blockOf(['b99', 'b5'])).toBe('b5')
    expect(blockOf([])).toBe('b1')
  })

  test('may be consecutive captions', () => {
    const source = sourceOf(['so i think the thing about', 'the bridge is that nobody', 'ever looked at it'], {
      type: 'caption',
    })
    const found = findQuote(source, 'the thing about the bridge is that nobody ever looked at it', ['b2'])
    expect(found?.text).toBe('the thing about the bridge is that nobody ever looked at it')
    expect(found?.blocks.map(({ id }) => id)).toEqual(['b1', 'b2', 'b3'])
  })

  test('are checked with the "not" in the caption before them', () => {
    const source = sourceOf(['so i do not', 'think that the bridge is safe'], { type: 'caption' })
    expect(findQuote(source, 'think that the bridge is safe', ['b2'])).toBeNull()
  })

  test('are at most three, and no separate list items', () => {
    const words = ['one small step for', 'a man and one', 'giant leap for all', 'of mankind he said']
    const captions = sourceOf(words, { type: 'caption' })
    expect(findQuote(captions, words.join(' '), [])).toBeNull()
    expect(findQuote(captions, words.slice(0, 3).join(' '), [])?.blocks).toHaveLength(3)
    const items = sourceOf(words, { type: 'list-item' })
    expect(findQuote(items, words.slice(0, 2).join(' '), [])).toBeNull()
  })
})

describe('limits', () => {
  test.each(['', '   ', '…', '"', 'the bridge', 'the old bridge', '旧桥', '%%%% $$$$'])(
    'refuses %s: too short',
    (quote) => {
      expect(findQuote(sourceOf(['the old bridge 旧桥 %%%% $$$$ the bridge']), quote, [])).toBeNull()
    },
  )

  test('refuses a copy of the whole text', () => {
    const text = 'The same words again and again. '.repeat(100).trim()
    expect(findQuote(sourceOf([text]), text, [])).toBeNull()
  })

  test('accepts a sentence but not the heading with the same words', () => {
    const words = 'We will close the bridge'
    expect(findQuote(sourceOf([words], { type: 'heading' }), words, ['b1'])).toBeNull()
    expect(findQuote(sourceOf([words]), words, ['b1'])).not.toBeNull()
  })

  test('rejects two passages joined by an ellipsis', () => {
    const source = sourceOf(['The bridge was closed on Monday. It was not, she added, a matter of money at all.'])
    expect(findQuote(source, 'The bridge was closed on Monday. It was … a matter of money', [])).toBeNull()
    expect(findQuote(source, 'The bridge was closed […] a matter of money at all.', [])).toBeNull()
  })

  test('bounds the search in a hostile text', () => {
    const source = sourceOf([`${'a b '.repeat(200_000)}c`])
    // Unbounded, it would take minutes.
    expect(findQuote(source, `${'a b '.repeat(400)}b c`, [])).toBeNull()
  })
})

describe('any prose', () => {
  const words =
    'river stone window letter garden morning silver captain harbor winter paper candle mirror thunder valley'.split(
      ' ',
    )
  const sentence = fc
    .array(fc.constantFrom(...words), { minLength: 6, maxLength: 12 })
    .map((list) => `The ${list.join(' ')} fell on 1984 steps.`)

  test('is found in any typography', () => {
    fc.assert(
      fc.property(sentence, fc.constantFrom('upper', 'nbsp', 'nfd', 'shy', 'quoted'), (text, noise) => {
        const noisy = {
          upper: text.toUpperCase(),
          nbsp: text.replaceAll(' ', '\u00a0'),
          nfd: text.normalize('NFD'),
          shy: text.replace(/(\p{L}{3})(\p{L}{3})/gu, '$1\u00ad$2'),
          quoted: `“${text}”`,
        }[noise]
        expect(findQuote(sourceOf([`Before. ${text} After.`]), noisy, [])?.text).toBe(text)
      }),
      { numRuns: 60 },
    )
  })

  test('is rejected with a word dropped, inserted or replaced, or a digit changed', () => {
    fc.assert(
      fc.property(sentence, fc.nat(), fc.constantFrom('drop', 'insert', 'change', 'digit'), (text, seed, edit) => {
        const list = text.split(' ')
        const at = 1 + (seed % (list.length - 3))
        const edited = {
          drop: list.filter((_, index) => index !== at),
          insert: list.toSpliced(at, 0, 'never'),
          change: list.with(at, 'ocean'),
          digit: list.map((word) => word.replace('1984', '1985')),
        }[edit].join(' ')
        // Dropping one of two equal neighbors, or the first or last word, leaves a passage of the source.
        fc.pre(!text.includes(edited))
        expect(findQuote(sourceOf([`Before. ${text} After.`]), edited, [])).toBeNull()
      }),
      { numRuns: 100 },
    )
  })
})
