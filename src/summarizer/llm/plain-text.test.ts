import { describe, expect, it } from 'vitest'
import { countWords } from '../../shared/text/words.ts'
import {
  boundWords,
  cutToClause,
  cutToWords,
  dropOpenLinks,
  dropUnfinished,
  isFinished,
  keepSentences,
  toPlainLine,
  toPlainText,
} from './plain-text.ts'

const nothing = () => false

describe('plain text', () => {
  it.each([
    ['headings', '## Title\n\nText.', 'Text.'],
    ['headings in bold', '**Title**:\nText.\n\n**Another**\n\nMore.', 'Text.\n\nMore.'],
    ['marks of a title that is all there is', '## Title', 'Title'],
    ['marks of a sentence', '# It rained.\n\n**It snowed.**\n\nEnd.', 'It rained.\n\nIt snowed.\n\nEnd.'],
    ['a word before it', 'Here is the summary you asked for:\n\nIt rained: all day.', 'It rained: all day.'],
    ['lists', '- One.\n- Two.', 'One. Two.'],
    ['emphasis', 'A **strong** and *weak* `word`.', 'A strong and weak word.'],
    ['arithmetic stays', 'It is 2*3*4 and snake_case_name.', 'It is 2*3*4 and snake_case_name.'],
    ['links', 'See [the page](https://a.example/x) now.', 'See the page now.'],
    ['images', 'See ![a picture](https://a.example/x.png) now.', 'See a picture now.'],
    ['reference links', 'See [the page][1].', 'See the page.'],
    ['HTML', 'A <b>bold</b> <script>alert(1)</script> word<br/>.', 'A bold alert(1) word.'],
    ['quotations', '> It rained.', 'It rained.'],
    ['thresholds stay', '>65 years or > 30 mg', '>65 years or > 30 mg'],
    ['thresholds with signs stay', '>= $5 million, not >−5 °C', '>= $5 million, not >−5 °C'],
    ['comparisons stay', 'If 3 < 5 and 7 > 2.', 'If 3 < 5 and 7 > 2.'],
    ['fences', '```json\nText.\n```', 'Text.'],
    ['ids of blocks', 'It rained [b12]. It (b3, b4) snowed [b5-b7].', 'It rained. It snowed.'],
    ['hidden characters', 'vi\u200Bsi\u202Eble\u{E0041}', 'visible'],
    ['paragraphs', ' One\nline. \n \n\nTwo.', 'One line.\n\nTwo.'],
    ['Chinese, which has no spaces', '今天下雨。明天晴。', '今天下雨。明天晴。'],
  ])('has no markup: %s', (_, text, wanted) => {
    expect(toPlainText(text, nothing)).toBe(wanted)
  })

  it('drops sentences with links', () => {
    expect(toPlainText('It rained. Visit https://evil.example/?q=1 now. It snowed.', nothing)).toBe(
      'It rained. It snowed.',
    )
    expect(toPlainText('Go to www.evil.example.', nothing)).toBe('')
  })

  it('drops sentences that leak', () => {
    expect(toPlainLine('It rained. My orders are secret.\n\nIt snowed.', (text) => text.includes('orders'))).toBe(
      'It rained. It snowed.',
    )
  })

  it('shows no incomplete link of a streamed text', () => {
    const answer = { gist: 'It rained. See [the pa', summary: ['See [the page](https://evil.exa', 'Done.', 1, null] }
    expect(dropOpenLinks(answer)).toEqual({ gist: 'It rained. See ', summary: ['See ', 'Done.', 1, null] })
  })

  it.each([
    '[',
    '*',
    '`',
    '<a',
    '> ',
    '- ',
    '#',
    '[b1',
    ' ',
    '\n',
    '\n ',
    '**a',
    '](',
    'www.',
    '# a',
    '**a\n',
    '**a**\n',
  ])('takes hostile runs in time: %j', (run) => {
    toPlainText(run.repeat(20_000), nothing)
    dropOpenLinks(run.repeat(20_000))
  })
})

describe('the end of a text', () => {
  it.each([
    ['It rained.', true],
    ['“It rained.”', true],
    ['今天下雨。', true],
    ['क्या बारिश हुई?', true],
    ['बारिश हुई।', true],
    ['ฝนตกหนักมาก', true],
    ['It rained and', false],
    ['今天下', false],
    ['', false],
  ])('is recognized: %s', (text, finished) => {
    expect(isFinished(text)).toBe(finished)
  })

  it('is the end of its last full sentence', () => {
    expect(dropUnfinished('It rained. It snowed.\n\nIt was')).toBe('It rained. It snowed.')
    expect(dropUnfinished('It rained. It')).toBe('It rained.')
    expect(dropUnfinished('One line without a mark')).toBe('One line without a mark')
  })
})

describe('a shorter text', () => {
  it('is made of whole sentences', () => {
    const text = 'One two three. Four five six.\n\nSeven eight nine.'
    expect(cutToWords(text, 9)).toBe(text)
    expect(cutToWords(text, 8)).toBe('One two three. Four five six.')
    expect(cutToWords(text, 4)).toBe('One two three.')
    expect(cutToWords(text, 2)).toBe('')
  })

  it('is the beginning of a sentence only if that alone is too long', () => {
    const text = 'One two three four five six seven eight nine ten.'
    expect(boundWords(text, 5)).toMatch(/^One two.*…$/u)
    expect(countWords(boundWords(text, 5))).toBeLessThanOrEqual(5)
    expect(boundWords('今天下了很大的雨我们都没有出门', 4).endsWith('…')).toBe(true)
  })

  it('keeps its first sentence whole, unless that has no end', () => {
    const text = 'One two three four five six seven eight. Nine ten.'
    expect(keepSentences(text, 10)).toBe(text)
    expect(keepSentences(text, 9)).toBe('One two three four five six seven eight.')
    expect(keepSentences(text, 3)).toBe('One two three four five six seven eight.')
    const endless = keepSentences('on and '.repeat(200), 3)
    expect(endless.endsWith('…')).toBe(true)
    expect(countWords(endless)).toBeLessThanOrEqual(60)
  })
})

describe('cutToClause', () => {
  const sentence =
    'The council orders the ferry by November; the state pays forty percent of it, and fares stay as they are.'
  it('cuts at a semicolon, colon or dash, never at a comma', () => {
    expect(cutToClause(sentence, 10)).toBe('The council orders the ferry by November.')
    expect(cutToClause(sentence, 16)).toBe('The council orders the ferry by November.')
    expect(cutToClause(sentence, 30)).toBe(sentence)
  })

  it('leaves nothing of a sentence without a clause that is long enough', () => {
    expect(cutToClause(sentence, 5)).toBe('')
    expect(cutToClause(sentence.replace(';', ','), 16)).toBe('')
  })
})
