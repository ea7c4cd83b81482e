import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTranscriptionServer } from '../../tests/standins/transcription/server.ts'
import { articles, startArticleSite } from '../../tests/support/article-site.ts'
import type { SampleArticle } from '../../tests/support/articles/article.ts'
import { nightTrains } from '../../tests/support/articles/night-trains.ts'
import { articlePage } from '../../tests/support/articles/page.ts'
import { buildDocx, paragraph } from '../../tests/support/files/build-docx.ts'
import { lockedReport, report, wordDocument } from '../../tests/support/files/samples.ts'
import { voiceRecording } from '../../tests/support/files/speech.ts'
import { realPipeline } from '../../tests/support/pipelines.ts'
import { noOperator, runPrecis, type Use } from '../../tests/support/run-command.ts'
import { forSuite } from '../../tests/support/suite.ts'
import { extractedDocumentSchema } from '../shared/document.ts'
import { countWords } from '../shared/text/words.ts'
import { runCommand } from './program.ts'
import type { Terminal } from './terminal.ts'

const NOTE =
  'Paper was made in Samarkand after the year 751. The craft came with prisoners who had learned it in China. Mills along the canals beat rags into pulp with hammers driven by water. By the tenth century paper had replaced papyrus in most offices of Baghdad, because it could not be scraped clean without leaving a trace.'

let folder = ''
/** Waits for the request of an article whose response is held. */
const requested = async ({ slug }: SampleArticle): Promise<void> => {
  await expect.poll(() => site.requests).toContain(`/held/${slug}`)
}

const site = forSuite(async () => startArticleSite())
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'precis-command-'))
  await writeFile(path.join(folder, 'note.txt'), NOTE)
  const page = articlePage(nightTrains, [], 'https://review.example')
  await writeFile(path.join(folder, 'page.html'), page)
  for (const { name, buffer } of [report, wordDocument, lockedReport]) await writeFile(path.join(folder, name), buffer)
  await writeFile(path.join(folder, 'page.html.gz'), gzipSync(page))
  await writeFile(path.join(folder, 'broken.gz'), gzipSync(page).subarray(0, 200))
  await writeFile(path.join(folder, 'picture.gif'), 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000')
})

afterAll(async () => rm(folder, { recursive: true, force: true }))

const precis = async (args: string[], use: Use = {}) => runPrecis(folder, args, use)

describe('extract', () => {
  test('prints the whole document as JSON', async () => {
    const { exitCode, errors, json } = await precis(['extract', '--json', site.articleUrl(nightTrains)])
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
    const document = json()
    expect(extractedDocumentSchema.parse(document)).toMatchObject({
      kind: 'article',
      title: nightTrains.title,
      author: nightTrains.author,
      language: 'en',
    })
    expect(document.text).toContain(nightTrains.parts[0]!.paragraphs[0])
    expect(document.text).not.toMatch(/cookie|Copy link|Read next/i)
    expect(document.words).toBe(countWords(document.text))
  })

  test.each(['page.html', './page.html.gz'])(
    'resolves the links of the file %s against its original URL',
    async (file) => {
      const { json } = await precis(['extract', '--json', file, '--url', 'https://review.example/trains'])
      expect(json()).toMatchObject({
        title: nightTrains.title,
        sourceInfo: { fileName: 'page.html', mediaType: 'text/html' },
      })
    },
  )

  test('reads a PDF and a Word document and reports their lengths', async () => {
    expect((await precis(['extract', report.name])).output).toMatch(
      /^Counting .*\n2 pages · \d+ words · en · PDF text\n/,
    )
    expect((await precis(['extract', wordDocument.name])).output).toMatch(/\n\d+ words · en · Word document\n/)
    expect(await precis(['extract', lockedReport.name])).toMatchObject({
      exitCode: 1,
      output: '',
      errors: expect.stringMatching(/^precis: This PDF is locked with a password\./),
    })
  })

  describe('a recording', () => {
    const service = forSuite(async () => startTranscriptionServer())
    beforeAll(async () => writeFile(path.join(folder, 'talk.wav'), await voiceRecording(20)))

    test('is read from its path, with the times of what is said', async () => {
      const env = { TRANSCRIBE: 'local:tiny', TRANSCRIBE_URL: service.url }
      const { json } = await precis(['extract', '--json', 'talk.wav'], { env })
      expect(json()).toMatchObject({
        title: 'talk',
        text: expect.stringContaining('left the northern harbor'),
        blocks: [{ location: { kind: 'time' } }],
        sourceInfo: { readAs: 'recording', transcribedBy: 'tiny', fileName: 'talk.wav', mediaType: 'audio/wav' },
      })
    })

    test('is refused where recordings are not transcribed, or it is not alone', async () => {
      const off = await precis(['extract', '--json', 'talk.wav'], { env: { TRANSCRIBE: 'off' } })
      expect(off.json().error.code).toBe('transcription_unavailable')
      const { errors } = await precis(['extract', 'talk.wav', 'talk.wav'])
      expect(errors).toContain('talk.wav isn’t a picture. Give one source at a time.')
    })
  })

  test('reads standard input and uses the title option', async () => {
    const { output, exitCode } = await precis(['extract', '-', '--title', 'On paper'], { stdin: NOTE })
    expect(exitCode).toBe(0)
    expect(output).toMatch(/^On paper\n\d+ words · en · text file\n\nPaper was made in Samarkand/)
  })

  test.each([
    ['a text', 'short.txt', 'Low tide is at six.'],
    ['a page', 'short.html', '<html><body><article><p>Low tide is at six.</p></article></body></html>'],
    ['a Word document', 'short.docx', buildDocx({ body: paragraph('Low tide is at six.') })],
  ])('reads %s that is too short to summarize, which summarize rejects', async (_, name, content) => {
    await writeFile(path.join(folder, name), content)
    const { exitCode, errors, json } = await precis(['extract', '--json', name])
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
    expect(json()).toMatchObject({ text: 'Low tide is at six.', words: 5 })
    const { lines } = await precis(['extract', '--jsonl'], { stdin: JSON.stringify({ id: 1, input: name }) })
    expect(lines()).toMatchObject([{ id: 1, ok: true, document: { words: 5 } }])
    const summarized = await precis(['summarize', '--json', name])
    expect({ ...summarized, error: summarized.json().error.code }).toMatchObject({
      exitCode: 1,
      error: 'source_too_short',
    })
  })

  test('rejects a file without a word', async () => {
    await writeFile(path.join(folder, 'blank.docx'), buildDocx({ body: paragraph('') }))
    const { exitCode, json } = await precis(['extract', '--json', 'blank.docx'])
    expect({ exitCode, code: json().error.code }).toEqual({ exitCode: 1, code: 'source_empty' })
  })

  test('wraps and marks text for a screen only', async () => {
    const { output } = await precis(['extract', 'note.txt'], { screen: true })
    const lines = output.split('\n')
    expect(Math.max(...lines.slice(3).map((line) => line.length))).toBeLessThanOrEqual(60)
    expect(lines[0]).toContain('\u001B[1m')
    expect((await precis(['extract', 'note.txt'])).output).not.toContain('\u001B')
  })
})

describe('summarize', () => {
  test('prints a summary with takeaways and their source locations', async () => {
    const { output, errors, exitCode } = await precis(['summarize', site.articleUrl(nightTrains)])
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
    expect(output).toMatch(/Key takeaways\n\n1\. .*\(¶ \d+\)/)
    expect(output).toMatch(
      /Read [\d,]+ words, \d+ of \d+ sections\. Passages of the source, chosen without a language model\..* Set AI_MODELS to have a language model write it\./,
    )
    expect(output).toContain(site.articleUrl(nightTrains))
  })

  test('rejects another language before reading when the built-in engine is used', async () => {
    const { exitCode, errors, json } = await precis(['summarize', '--json', '--language', 'de', 'note.txt'])
    expect(exitCode).toBe(1)
    expect(errors).toContain('in its language')
    expect(json().error.code).toBe('language_unavailable')
    expect((await precis(['summarize', '--language', 'source', 'note.txt'])).exitCode).toBe(0)
    const { lines } = await precis(['summarize', '--jsonl'], {
      stdin: JSON.stringify({ id: 1, input: 'note.txt', language: 'de' }),
    })
    expect(lines()).toMatchObject([{ id: 1, ok: false, error: { code: 'language_unavailable' } }])
  })

  test('limits the summary to the given number of words', async () => {
    const { json } = await precis(['summarize', '--json', '--words', '40', 'page.html'])
    const answer = json()
    expect(countWords(answer.summary)).toBeLessThanOrEqual(40)
    expect(answer).toMatchObject({ kind: 'article', notableQuotes: [], advancedSummary: null })
    expect(answer.page.takeaways.map(({ text }: { text: string }) => text)).toEqual(answer.keyTakeaways)
  })

  test('adds the long summary and quotes on demand', async () => {
    const goods = 'barley timber letters horses oysters coal cheese rope'.split(' ')
    const causes = ['a flood', 'a strike', 'new owners', 'lower prices', 'an early frost', 'a loan', 'the long war']
    const years = Array.from(
      { length: 90 },
      (_, at) =>
        `In year ${at + 1931} ${causes[at % causes.length]} left the ferry with ${at * 13 + 200} tons of ${goods[at % goods.length]} for parish ${at + 2}. `,
    )
    const stdin = `${years.join('')}“The island needs its ferry more than its bridge,” said the captain Ada Holm.`
    const { json } = await precis(['summarize', '--json', '--advanced', '-'], { stdin })
    const { summary, basicSummary, advancedSummary, notableQuotes, page } = json()
    expect(summary).toBe(advancedSummary)
    expect(countWords(advancedSummary)).toBeGreaterThan(countWords(basicSummary))
    expect(notableQuotes).toEqual(['The island needs its ferry more than its bridge'])
    expect(page).toMatchObject({ check: 'verbatim', notices: [] })
    expect(page.gist.citations[0].label).toBe('¶ 1')
  })

  test('shows progress on a terminal and clears the line at the end', async () => {
    const { errors } = await precis(['summarize', site.articleUrl(nightTrains)], { screen: true })
    expect(errors).toMatch(/Fetching…[\s\S]*Summarizing… \d+ of \d+ sections/)
    expect(errors.endsWith('\r\u001B[K')).toBe(true)
  })
})

describe('--jsonl requests', () => {
  test('accept a page with its original URL', async () => {
    const [article] = articles
    const page = articlePage(article!, [], 'https://review.example')
    const request = { id: 1, document: `<!-- saved -->\n${page}`, url: 'https://review.example/old' }
    const { lines } = await precis(['extract', '--jsonl'], { stdin: JSON.stringify(request) })
    expect(lines()[0]).toMatchObject({ id: 1, ok: true, document: { kind: 'article', title: article!.title } })
    expect(lines()[0].document.text).not.toContain('<')
  })

  test('are answered in order, failed ones too', async () => {
    const requests = [
      { id: 'a', input: site.heldUrl(articles[1]!) },
      { id: 2, input: 'note.txt', words: 25 },
      { id: 'c', document: NOTE, title: 'On paper' },
      { id: 'd', input: 'gone.txt' },
      { id: 'e' },
      { id: 'f', input: '-' },
      { id: 'g', document: 'Too short.' },
      { id: 'h', input: 'ftp://example.com/x' },
    ]
    const stdin = `${requests.map((request) => JSON.stringify(request)).join('\n')}\n\nnot json`
    const run = precis(['summarize', '--jsonl', '--words', '60'], { stdin })
    await requested(articles[1]!)
    site.release()
    const { exitCode, errors, lines } = await run
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
    const answers = lines()
    expect(answers.map(({ id, ok, error }) => [id, ok, error?.code])).toEqual([
      ['a', true, undefined],
      [2, true, undefined],
      ['c', true, undefined],
      ['d', false, 'source_not_found'],
      ['e', false, 'invalid_input'],
      ['f', false, 'invalid_input'],
      ['g', false, 'source_too_short'],
      ['h', false, 'url_invalid'],
      [null, false, 'invalid_input'],
    ])
    expect(countWords(answers[0].summary.summary)).toBeLessThanOrEqual(60)
    expect(countWords(answers[1].summary.summary)).toBeLessThanOrEqual(25)
    expect(answers[2].summary).toMatchObject({ title: 'On paper', kind: 'text' })
  })

  test('accept documents that extract has printed', async () => {
    const read = await precis(['extract', '--jsonl'], { stdin: '{"id": 1, "input": "page.html"}' })
    const [{ document }] = read.lines()
    const stdin = JSON.stringify({ id: 2, document })
    const [{ summary }] = (await precis(['summarize', '--jsonl'], { stdin })).lines()
    expect(summary).toMatchObject({ title: nightTrains.title, words: document.words })
    const [again] = (await precis(['extract', '--jsonl'], { stdin })).lines()
    expect(again).toMatchObject({ id: 2, ok: false, error: { code: 'invalid_input' } })
  })

  test('are answered before later ones arrive', async () => {
    const input = new PassThrough()
    const output = new PassThrough()
    const terminal: Terminal = {
      input,
      output,
      errors: new PassThrough(),
      outputIsScreen: false,
      errorsAreScreen: false,
      columns: 80,
      folder,
    }
    const { signal } = new AbortController()
    const run = runCommand(['extract', '--jsonl'], {
      terminal,
      openPipeline: realPipeline,
      openOperator: noOperator,
      signal,
    })
    const answers = output[Symbol.asyncIterator]()
    for (const id of [1, 2]) {
      input.write(`{"id": ${id}, "input": "note.txt"}\n`)
      const { value } = await answers.next()
      expect(JSON.parse(String(value))).toMatchObject({ id, ok: true })
    }
    input.end()
    expect(await run).toBe(0)
  })
})

describe('failure', () => {
  test.each([
    ['gone.txt', 'There is no file'],
    ['.', 'it is a folder'],
    ['picture.gif', 'This file is an image'],
    ['broken.gz', 'is gzipped, but damaged'],
    ['http://[::1', 'Please enter a valid URL'],
  ])('on %s sets a message and the exit code', async (input, words) => {
    const { exitCode, errors, output } = await precis(['summarize', input])
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' })
    expect(errors).toMatch(/^precis: /)
    expect(errors).toContain(words)
  })

  test('is printed as JSON with --json', async () => {
    const { exitCode, json } = await precis(['extract', '--json', site.missingUrl])
    expect(exitCode).toBe(1)
    expect(json()).toEqual({ error: { code: 'source_not_found', message: expect.any(String) } })
  })

  test.each([
    [[], 'Usage'],
    [['condense'], 'unknown command'],
    [['extract'], 'INPUT is missing'],
    [['ask', 'note.txt'], 'QUESTION is missing'],
    [['extract', '--jsonl', 'note.txt'], 'takes no INPUT'],
    [['extract', '--json', '--jsonl'], 'cannot be used with'],
    [['summarize', '--words', 'few', 'note.txt'], 'whole number above 0'],
    [['summarize', '--language', 'klingon', 'note.txt'], 'Expected one of: source, ar, '],
  ])('to use the command correctly (%j) exits with 2', async (args, words) => {
    const { exitCode, errors } = await precis(args)
    expect(exitCode).toBe(2)
    expect(errors).toContain(words)
  })

  test('by interruption exits with 130', async () => {
    const interruption = new AbortController()
    const run = precis(['summarize', site.heldUrl(nightTrains)], { signal: interruption.signal })
    await requested(nightTrains)
    interruption.abort()
    expect((await run).exitCode).toBe(130)
  })
})

test('prints help', async () => {
  const { exitCode, output } = await precis(['summarize', '--help'])
  expect(exitCode).toBe(0)
  expect(output).toContain('--words <N>')
})

describe('ask', () => {
  const question = 'Why had paper replaced papyrus in Baghdad?'

  test('answers with passages and their places', async () => {
    const { exitCode, output } = await precis(['ask', 'note.txt', question])
    expect(exitCode).toBe(0)
    expect(output).toMatch(/^These passages of the source match your question\.\n\n1\. Paper was made .*\(¶ 1\)\n$/su)
    const { json } = await precis(['ask', 'note.txt', question, '--json'])
    expect(json()).toMatchObject({
      outcome: 'passages',
      answer: null,
      passages: [{ text: NOTE, citations: [{ blockId: 'b1', label: '¶ 1' }] }],
    })
  })

  test.each([
    [' ', 'Type a question first.'],
    ['\u200b\u0000', 'Type a question first.'],
    ['why '.repeat(1250), 'This question is too long.'],
  ])('rejects the question %j', async (typed, message) => {
    const { exitCode, errors } = await precis(['ask', 'note.txt', typed])
    expect([exitCode, errors]).toEqual([1, expect.stringContaining(message)])
  })

  test('answers requests in order, and reads a source of several questions once', async () => {
    const input = site.articleUrl(nightTrains)
    const before = site.requests.length
    const { exitCode, lines } = await precis(['ask', '--jsonl'], {
      stdin: [
        { id: 1, input, question: 'Which trains run at night?' },
        { id: 2, input, question: 'Who pays?' },
        { id: 3, document: NOTE, question },
        { id: 4, document: NOTE },
        { id: 5, document: NOTE, question: '', language: 'no language' },
        { id: 6, input: 'nothing.txt', question },
        { id: 7, document: NOTE, question: 'why '.repeat(1250) },
        { id: 8, document: `${NOTE} ${NOTE} ${NOTE}\n\n`.repeat(12), question: 'Zyzzyva?' },
        'no object',
      ]
        .map((request) => JSON.stringify(request))
        .join('\n'),
    })
    const answers = lines()
    expect(exitCode).toBe(0)
    expect(answers.map(({ id, ok, error }) => [id, ok, error?.code])).toEqual([
      [1, true, undefined],
      [2, true, undefined],
      [3, true, undefined],
      [4, false, 'invalid_input'],
      [5, false, 'invalid_input'],
      [6, false, 'source_not_found'],
      [7, false, 'invalid_input'],
      [8, true, undefined],
      [null, false, 'invalid_input'],
    ])
    expect(answers[4].error.message).toMatch(/[a-z]\.$/u)
    expect(answers[0].passages.length).toBeGreaterThan(3)
    expect(answers[7].passages).toHaveLength(8)
    expect(answers[2]).toMatchObject({ answer: null, passages: [{ text: NOTE }] })
    expect(site.requests.slice(before).filter((requested) => requested === new URL(input).pathname)).toHaveLength(1)
  })
})
