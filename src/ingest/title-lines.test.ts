import { beforeAll, expect, it } from 'vitest'
import { authorFromText, readTitle } from './document.ts'
import { readPlainText } from './formats/plain-text/parse-plain-text.ts'
import { loadDetector } from './language.ts'
import { readText } from './sources/text.ts'

beforeAll(loadDetector)

const prose = 'The sea comes in twice a day along most coasts of the world, and goes out again as often as it comes.'

it.each([
  ['The Long Tide\n\nBY ADA LIND', 'The Long Tide', 'Ada Lind'],
  ['The Long Tide\nBy Ada Lind', 'The Long Tide', 'Ada Lind'],
  ['Die lange Flut\n\nVon Ada Lind\n\n12. Mai 2024', 'Die lange Flut', 'Ada Lind'],
  ['LA MAREA\n\npor Juan Pérez', 'LA MAREA', 'Juan Pérez'],
  ['La marée haute\n\nPar Anne Dubois', 'La marée haute', 'Anne Dubois'],
  ['潮の話\n\n作者：山田太郎', '潮の話', '山田太郎'],
  ['Date: 3 May 2024\n\nThe Long Tide', 'The Long Tide', null],
  ['Von Neumann Architectures Today', 'Von Neumann Architectures Today', null],
  ['Notes of a Diver', 'Notes of a Diver', null],
  ['THE LONG TIDE\n\nBY\n\nADA LIND', 'THE LONG TIDE', 'Ada Lind'],
  ['Die lange Flut\n\nText: Jürgen Groß\n\nFotos: Anna Berg', 'Die lange Flut', 'Jürgen Groß'],
  ['ज्वार की कहानी\n\nलेखक: अनिल शर्मा', 'ज्वार की कहानी', 'अनिल शर्मा'],
  ['The Long Tide\n\nBy . Ada Lind .', 'The Long Tide', 'Ada Lind'],
  ['Par : Anne Dubois |\n\nLa marée haute', 'La marée haute', 'Anne Dubois'],
  ['Por – Juan Pérez ·\n\nLA MAREA', 'LA MAREA', 'Juan Pérez'],
  ['By Land and Sea', 'By Land and Sea', null],
  ['Von der Biene', 'Von der Biene', null],
  [
    'Minutes of the tide club, 5 March 2024\n\nPresent: Ada\n\n1. Tides',
    'Minutes of the tide club, 5 March 2024',
    null,
  ],
  ['Ways to travel\n\nBy Train', 'Ways to travel', null],
  ['Subject: The Long Tide', 'The Long Tide', null],
  ['FOR IMMEDIATE RELEASE\n\nThe Long Tide', 'The Long Tide', null],
  ['Lisboa, 5 de março de 2024\n\nA maré alta', 'A maré alta', null],
  ['Chapter One\n\nThe Long Tide', 'The Long Tide', null],
  ['- 12 -\n\nThe Long Tide', 'The Long Tide', null],
  ['XII.\n\nThe Long Tide', 'The Long Tide', null],
  ['IT WAS A QUIET SHORE. NOBODY CAME. ALL IT HAD WAS\n\nTHE LONG TIDE\n\nBY ADA LIND', 'THE LONG TIDE', 'Ada Lind'],
  ['Die Küste war still. Niemand kam an\n\nDie lange Flut\n\nVon Ada Lind', 'Die lange Flut', 'Ada Lind'],
  ['Mrs. Lind Goes Out\n\nA tale of St. Ives\n\nBy Ada Lind', 'Mrs. Lind Goes Out', 'Ada Lind'],
])('takes the title above a byline, and the author from it: %j', (lines, title, author) => {
  const { pieces } = readPlainText([lines, prose, prose].join('\n\n'))
  expect([readTitle(pieces).title, authorFromText(pieces)]).toEqual([title, author])
})

it('takes a heading that looks like a field for the title', () => {
  const { title } = readText({
    content: `# To: whoever finds this\n\n${prose}\n\n## Tides\n\n${prose}`,
    isMarkdown: true,
  })
  expect(title).toBe('To: whoever finds this')
})

const wrapped =
  'The sea comes in twice a day along most coasts of the\nworld, and goes out again as often as it comes, leaving\nwood and shells on the sand for people to find them.'

it('takes the centered line of a memo as its title, and leaves out its table of contents', () => {
  const memo = `Internet Engineering Task Force                              A. Lind\nInternet-Draft                                         Port Office\nIntended status: Informational                          May 1, 2024\n\n\n                   Tides over IP: An Overview\n              of the Field\n                      draft-lind-tides-03\n\nTable of Contents\n\n   1.  Tides . . . . . . . . . . . . . . .  2\n   2.  Moons ............................. 3\n\n${wrapped}\n`
  const { pieces } = readPlainText(memo)
  expect(readTitle(pieces).title).toBe('Tides over IP: An Overview of the Field')
  expect(pieces.map(({ text }) => text).join('\n')).not.toMatch(/Table of Contents|\. \./u)
})

it.each([
  ['*** START OF THE PROJECT GUTENBERG EBOOK DIE FLUT ***', '*** END OF THE PROJECT GUTENBERG EBOOK DIE FLUT ***'],
  ['*** START OF THIS PROJECT GUTENBERG EBOOK DIE\nFLUT ***', 'End of Project Gutenberg’s Die Flut, by Ada Lind'],
  ['***START OF THE PROJECT GUTENBERG EBOOK DIE FLUT***', '***END OF THE PROJECT GUTENBERG EBOOK DIE FLUT***'],
])('reads the book alone of a text by Project Gutenberg: %s', (start, end) => {
  const text = `The Project Gutenberg eBook of Die Flut\n\nTitle: Die Flut\n       und das Meer\n\nAuthor: Ada Lind\n\n${start}\n\nProduced by Someone and\nothers\n\nDIE FLUT\n\n[Illustration]\n\n${wrapped.replace(/\S+ \S+/u, '_$&_')}\n\n${end}\n\nFULL LICENSE\n`
  const { pieces, title, author } = readPlainText(text)
  expect([title, author]).toEqual(['Die Flut und das Meer', 'Ada Lind'])
  expect(pieces.map((piece) => piece.text)).toEqual(['DIE FLUT', wrapped.replaceAll('\n', ' ')])
})

it.each([
  'It begins with START OF THE PROJECT GUTENBERG EBOOK.',
  '\n\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\n',
])('keeps a text that mentions Project Gutenberg: %s', (mention) => {
  const texts = readPlainText(`${prose} ${mention}\n\n${prose}`).pieces.map(({ text }) => text)
  expect(texts[0]).toContain(prose)
})

it('reads the header of an email as it is meant, and not the fields for programs', () => {
  const head =
    'From ada@sea.example Tue Mar  5 10:00:00 2024\nPath: news.sea.example!mail\nNewsgroups: sea.tides\nReceived: from a by b;\n\tTue, 5 Mar 2024\nFrom: Ada\nSubject: Tides of\n the north\nMessage-ID: <1@x>\nX-Mailer: 3'
  const mail = `${head}\n\n${prose}\n\n> Is it in?\n> > No.\n`
  const parts = ['Tides of the north', 'From: Ada', prose, 'Is it in? No.']
  expect(readPlainText(mail).pieces.map(({ text }) => text)).toEqual(parts)
})

it('reads bold words in the heads of texts with a form of their own as typed', () => {
  const book = `**The Project Gutenberg Etext of The Tide**\n\n*END*THE SMALL PRINT! FOR ETEXTS*Ver.04*END*\n\nTHE TIDE\n\n${wrapped}\n\nEnd of the Project Gutenberg Etext of The Tide\n`
  expect(readText({ content: book }, 1).blocks.map(({ text }) => text)).toEqual([
    'THE TIDE',
    wrapped.replaceAll('\n', ' '),
  ])
  const mail = `From: Ada\nSubject: Tides\n\nThe **sea**: ${prose}`
  expect(readText({ content: mail }, 1).title).toBe('Tides')
})

it.each([
  ['Harbor Tales, May 1951. Extensive', 'Harbor Tales', '1951-05'],
  ['Tide Stories Winter 1946. The', 'Tide Stories', '1946'],
  ['a notebook.', null, null],
])('names where and when a story was printed, from its transcriber: %s', (note, site, publishedAt) => {
  const text = `THE TIDE\n\nBY ADA LIND\n\n[Transcriber's Note: This etext was produced from ${note} research.]\n\n${prose}`
  expect(readText({ content: text }, 1)).toMatchObject({ title: 'THE TIDE', author: 'Ada Lind', site, publishedAt })
})

it('keeps the lines of verse and addresses in a wrapped text', () => {
  const verse = ['The moon was high,', 'The sea was low.']
  const book = [wrapped, wrapped, verse.map((line) => `    ${line}`).join('\n'), wrapped].join('\n\n')
  const texts = readPlainText(book).pieces.map(({ text }) => text)
  expect(texts).toEqual([wrapped, wrapped, ...verse, wrapped].map((text) => text.replaceAll('\n', ' ')))
})

it('starts each event of a chat log on its own line', () => {
  const log = ['[10:01] <ada> is it in?', '[10:02] <ben> not yet', '[10:02] * ben waves', '[10:03] <ada> ok']
  expect(readPlainText(log.join('\n')).pieces.map(({ text }) => text)).toEqual(log)
})

it('joins the wrapped paragraphs of an email, and keeps its verse', () => {
  const wide =
    'The sea comes in twice a day along most coasts of the inhabited\nworld, and goes out again as often as it comes.'
  const verse = 'The sea is calm tonight\nThe tide is full'
  const mail = `From: Ada\nSubject: Tides\n\nHi,\n\n${wide}\n\n${verse}\n\nAda`
  const parts = ['Tides', 'From: Ada', 'Hi,', wide.replaceAll('\n', ' '), ...verse.split('\n'), 'Ada']
  expect(readPlainText(mail).pieces.map(({ text }) => text)).toEqual(parts)
})
