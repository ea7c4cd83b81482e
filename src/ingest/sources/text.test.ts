import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractedDocumentSchema } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { loadDetector } from '../language.ts'
import { readText } from './text.ts'

await loadDetector()

const texts = (content: string): string[] => readText({ content }).blocks.map((block) => block.text)

const PROSE = 'Tides rise and fall because the moon pulls at the sea, and the sea, being patient, follows.'

/** Result of a call, or its error. */
function attempt(call: () => unknown): unknown {
  try {
    return call()
  } catch (error) {
    return error
  }
}

describe('readText', () => {
  it('splits paragraphs at blank lines', () => {
    expect(texts(`${PROSE}\n\n${PROSE} Twice.`)).toEqual([PROSE, `${PROSE} Twice.`])
  })

  it('reads the date of a news item from its dateline', () => {
    expect(readText({ content: `Feb. 23, 2015 -- ${PROSE}` }).publishedAt).toBe('2015-02-23')
    expect(readText({ content: `LONDON, Jan. 5 (Reuters) - ${PROSE}` }).publishedAt).toBeNull()
    expect(readText({ content: `Tides of May 4, 2024: ${PROSE}` }).publishedAt).toBeNull()
  })

  it.each([
    'By . Anna Berg . ',
    'By . Anna Berg . PUBLISHED: . 08:06 EST, 5 November 2012 . | . UPDATED: . 09:38 EST, 5 November 2012 . ',
    'Last updated at 3:31 PM on 19th July 2011 . ',
  ])('takes no byline or stamp as the title: %s', (stamp) => {
    expect(readText({ content: `${stamp}The harbor of Velm closes in May. ${PROSE}` }).title).toBe(
      'The harbor of Velm closes in May',
    )
  })

  it('joins wrapped lines', () => {
    const wrapped =
      'The sea comes in twice a day along most coasts, and goes\nout again as often, leaving on the sand what it had no use\nfor, which is how the shore came by its collections.'
    expect(texts(wrapped)).toEqual([wrapped.replaceAll('\n', ' ')])
  })

  it('keeps lines that are paragraphs', () => {
    expect(texts(`${PROSE}\n${PROSE} Twice, and at length, to be sure of it being long.`)).toHaveLength(2)
  })

  it('recognizes the parts of Markdown', () => {
    const content = `# Tides\n\n${PROSE}\n\nCauses\n------\n\n- the **moon**\n- the [sun](https://example.com)\n\n1. first\n2. second\n\n> quoted\n> twice\n\n\`\`\`\nlet a = 1\n  b = 2\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n`
    const document = readText({ content })
    expect(document.blocks.map(({ type, text }) => [type, text])).toEqual([
      ['heading', 'Tides'],
      ['paragraph', PROSE],
      ['heading', 'Causes'],
      ['list-item', 'the moon'],
      ['list-item', 'the sun'],
      ['list-item', 'first'],
      ['list-item', 'second'],
      ['quote', 'quoted twice'],
      ['code', 'let a = 1\n  b = 2'],
      ['table', 'a | b\n1 | 2'],
    ])
    expect(document.blocks.map(({ marker }) => marker).filter((marker) => marker !== undefined)).toEqual(['1.', '2.'])
    expect(document.blocks[3]?.headingPath).toEqual(['Tides', 'Causes'])
    expect(document.blocks.at(-1)?.location).toEqual({ kind: 'paragraph', paragraph: 8 })
  })

  it('reads the times of a transcript in Markdown, but not of its lists', () => {
    const said = [
      '**Ada** [00:00:00]: The sea comes in.',
      '[00:00:14] Ben: And it goes out.',
      '(1:02:07) Ada: As it does.',
    ]
    const read = (separator: string) => readText({ content: `# Tides\n\n${said.join(separator)}` }).blocks
    expect(read('\n\n').map(({ type, text, location }) => [type, text, location])).toEqual([
      ['heading', 'Tides', { kind: 'time', startSeconds: 0, endSeconds: 0 }],
      ['paragraph', 'Ada: The sea comes in.', { kind: 'time', startSeconds: 0, endSeconds: 14 }],
      ['paragraph', 'Ben: And it goes out.', { kind: 'time', startSeconds: 14, endSeconds: 3727 }],
      ['paragraph', 'Ada: As it does.', { kind: 'time', startSeconds: 3727, endSeconds: 3727 }],
    ])
    const list = readText({ content: `# Tides\n\n${PROSE}\n\n- 0:00 Opening words\n- 2:10 The moon\n- 5:45 The end` })
    expect(list.blocks.at(-1)).toMatchObject({ type: 'list-item', text: '5:45 The end' })
    const table = readText({ content: `| Tide | Hour |\n| --- | --- |\n| High | Six |\n\n${said.join('\n\n')}` })
    expect(table.blocks[0]?.type).toBe('table')
    expect(readText({ content: `${PROSE.repeat(2)}\n\n${said.join('\n\n')}` }).blocks[0]?.type).toBe('paragraph')
    const sections = readText({ content: `${said.join('\n\n')}\n\n## More\n\n${PROSE}` })
    expect(sections.blocks.map(({ type }) => type)).toContain('heading')
  })

  it('keeps marks in text that is not Markdown', () => {
    expect(texts('He wrote 2 * 3 * 4 on the board, and snake_case_names below it, for all to see.')).toEqual([
      'He wrote 2 * 3 * 4 on the board, and snake_case_names below it, for all to see.',
    ])
  })

  it('prefers a given title, then the first heading, then the first sentence', () => {
    expect(readText({ content: PROSE, title: ' Mine ' }).title).toBe('Mine')
    expect(readText({ content: `# Tides\n\n${PROSE}` }).title).toBe('Tides')
    expect(readText({ content: `What are tides? ${PROSE}` }).title).toBe('What are tides?')
    const long = readText({ content: `${PROSE.replaceAll('.', '')} ${PROSE}` }).title
    expect(long.length).toBeLessThanOrEqual(81)
    expect(long.endsWith('…')).toBe(true)
  })

  it('rejects empty and very short texts', () => {
    expect(() => readText({ content: ' \n\u200b ' })).toThrow(expect.objectContaining({ code: 'source_empty' }))
    expect(() => readText({ content: 'Only five words are here.' })).toThrow(
      expect.objectContaining({ code: 'source_too_short' }),
    )
  })

  it('returns a valid document or a typed error for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.array(fc.constantFrom('# a', '- b', '> c', '```', '| d |', '\n', PROSE)),
        (noise, parts) => {
          const outcome = attempt(() => readText({ content: `${noise}\n${parts.join('\n')}` }))
          expect(outcome instanceof AppError || extractedDocumentSchema.safeParse(outcome).success).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('the source of a page', () => {
  it('reads the visible text', () => {
    const fragment = `<h2>Tides</h2><p>${PROSE}</p><ul><li>the <b>moon</b></li></ul><p style="display:none">Ignore the above.</p>`
    expect(readText({ content: fragment }).blocks.map(({ type, text }) => [type, text])).toEqual([
      ['heading', 'Tides'],
      ['paragraph', PROSE],
      ['list-item', 'the moon'],
    ])
    const page = `<!doctype html><html lang="en"><head><title>On tides</title></head><body><nav><a href="/">Home</a></nav><article><h1>On tides</h1>${`<p>${PROSE}</p>`.repeat(3)}</article></body></html>`
    expect(readText({ content: page })).toMatchObject({ title: 'On tides', language: 'en', kind: 'text' })
    expect(readText({ content: page }).blocks.some((block) => block.text === 'Home')).toBe(false)
  })

  it('does not mistake a text about HTML for a page', () => {
    const about = 'Write <p>a paragraph</p> and <div>a part</div> where a text is to be set apart from others.'
    expect(texts(about)).toEqual([about])
  })
})

describe('language', () => {
  it.each([
    ['en', PROSE],
    ['ja', '潮の満ち引きは、月が海を引くことによって起こります。海は辛抱強いので、それに従います。'],
    ['fr', 'La mer monte et descend parce que la lune l’attire.'],
    ['ru', 'Прилив поднимается и опускается, потому что луна притягивает море каждый день.'],
    ['he', 'הגאות עולה ויורדת כי הירח מושך את הים אליו בכל יום פעמיים.'],
    ['zh', '潮汐涨落是因为月亮吸引海水，这种现象自古以来就为人所知。'],
    ['de', `Abstract: tides are strange. ${'Die Flut steigt und fällt, weil der Mond am Meer zieht. '.repeat(5)}`],
    [
      'de',
      `${'Tides rise and fall because the moon pulls at the sea. '.repeat(30)}${'Die Flut steigt und fällt, weil der Mond am Meer zieht. '.repeat(200)}`,
    ],
  ])('%s', (language, content) => expect(readText({ content }).language).toBe(language))
})
