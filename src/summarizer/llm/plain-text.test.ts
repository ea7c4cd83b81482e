import { describe, expect, it } from 'vitest'
import { dropOpenLinks, toPlainLine, toPlainText } from './plain-text.ts'

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
