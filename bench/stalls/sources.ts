import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buildEpub } from '../../tests/support/files/build-epub.ts'
import { makeBook } from '../summarizer/synthetic-book.ts'

/** A source that is likely to stall a server or to fill its memory. */
export type HeavySource = { name: string } & ({ text: string } | { html: string } | { epub: Uint8Array })

const MILLION = 1_000_000

const syllables = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu'.split(' ')

/** A pronounceable word for each number. */
function wordOf(number: number): string {
  let word = ''
  for (let rest = number + 400; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length]
  }
  return word
}

/** Fills a text with what `piece` returns for 0, 1, 2, and so on, up to a number of characters. */
function fill(characters: number, piece: (number: number) => string): string {
  const pieces: string[] = []
  let length = 0
  for (let number = 0; length < characters; number += 1) {
    const next = piece(number)
    pieces.push(next)
    length += next.length
  }
  return pieces.join('')
}

const sentence = (number: number): string =>
  `The ${wordOf(number % 900)} of ${wordOf(number % 7919)} kept ${1900 + (number % 120)} letters about the ${wordOf(number % 331)} harbor, and nobody asked why. `

const prose = (characters: number): string => fill(characters, (n) => sentence(n) + (n % 6 === 5 ? '\n\n' : ''))

/** Pasting takes 10,000 characters at most, so large texts arrive as pages: up to 10 MB each. */
const texts: readonly HeavySource[] = [
  { name: 'prose, 9 MB', text: prose(9 * MILLION) },
  { name: 'one sentence without punctuation, 2 MB', text: fill(2 * MILLION, (n) => `${wordOf(n % 5000)} `) },
  { name: 'one word, 9 MB', text: `${prose(1000)}${'a'.repeat(9 * MILLION)}` },
  { name: 'combining marks, 9 MB', text: `${prose(1000)}${fill(4 * MILLION, () => 'e\u0301\u0323\u0308')}` },
  { name: 'tiny lines, 9 MB', text: fill(9 * MILLION, (n) => `${wordOf(n % 50)} is.\n\n`) },
  { name: 'different words, 9 MB', text: fill(9 * MILLION, (n) => `${wordOf(n)}${n % 12 === 11 ? '. The ' : ' '}`) },
  {
    name: 'Chinese without spaces, 9 MB',
    text: fill(3 * MILLION, (n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 8000))),
  },
  { name: 'quotation marks, 9 MB', text: fill(9 * MILLION, (n) => `“${sentence(n)}${n % 9 === 8 ? '\n\n' : ''}`) },
  {
    name: 'nested HTML, 9 MB',
    html: `<!doctype html><title>Deep</title><article>${prose(3000)}${fill(9 * MILLION, (n) => `<div><p>${sentence(n)}`)}`,
  },
]

/** The largest e-book that may be uploaded is mostly pictures. */
const PICTURE_BYTES = 45 * MILLION

const pictureBook = (): Uint8Array =>
  buildEpub({
    metadata: '<dc:title>Pictures</dc:title><dc:language>en</dc:language>',
    parts: [{ body: `<h1>Pictures</h1><p>${prose(9000)}</p>` }],
    manifest: '<item id="picture" href="picture.jpg" media-type="image/jpeg"/>',
    files: { 'OEBPS/picture.jpg': randomBytes(PICTURE_BYTES) },
  })

const books: readonly HeavySource[] = [
  { name: 'e-book with pictures, 45 MB', epub: pictureBook() },
  { name: 'e-book, 220,000 words', epub: makeBook(58, 3800, 1).epub },
  { name: 'e-book, 1,500,000 words', epub: makeBook(400, 3800, 2).epub },
]

/** The synthetic sources, and e-books from files. */
export async function heavySources(files: readonly string[]): Promise<HeavySource[]> {
  const named = files.map(async (file) => ({ name: file.split('/').at(-1) ?? file, epub: await readFile(file) }))
  return [...texts, ...books, ...(await Promise.all(named))]
}
