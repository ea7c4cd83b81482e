import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { captionFormatOf } from './caption-formats.ts'
import { parseCaptions } from './parse-captions.ts'

const texts = (source: string | Uint8Array): string[] => parseCaptions(source).map((cue) => cue.text)
const json3 = (events: unknown[]): string => JSON.stringify({ wireMagic: 'pb3', pens: [{}], events })

describe('json3', () => {
  it('joins segments, folds line breaks and keeps times', () => {
    const source = json3([
      { tStartMs: 0, dDurationMs: 90_000, id: 1, wpWinPosId: 1, wsWinStyleId: 1 },
      { tStartMs: 210, dDurationMs: 3830, segs: [{ utf8: 'Tides rise\nand ' }, { utf8: 'fall.' }] },
      { tStartMs: 4040, dDurationMs: 10, aAppend: 1, segs: [{ utf8: '\n' }] },
      { tStartMs: 4050, dDurationMs: 1000, segs: [{ utf8: 'Always.' }] },
    ])
    expect(parseCaptions(source)).toEqual([
      { startMs: 210, endMs: 4040, text: 'Tides rise and fall.' },
      { startMs: 4050, endMs: 5050, text: 'Always.' },
    ])
  })

  it('keeps the time of each word of automatic captions', () => {
    const source = json3([
      { tStartMs: 1000, dDurationMs: 4000, segs: [{ utf8: 'the' }, { utf8: ' moon', tOffsetMs: 320, acAsrConf: 0 }] },
    ])
    expect(parseCaptions(source)).toEqual([
      {
        startMs: 1000,
        endMs: 5000,
        text: 'the moon',
        parts: [
          { text: 'the', startMs: 1000 },
          { text: ' moon', startMs: 1320 },
        ],
      },
    ])
  })

  it('keeps the valid parts of a file', () => {
    const source = json3([{ tStartMs: 'x', segs: [{}, { utf8: 'Still here.' }] }, { segs: 'none' }])
    expect(parseCaptions(source)).toEqual([{ startMs: 0, endMs: 0, text: 'Still here.' }])
    expect(parseCaptions('{}')).toEqual([])
  })
})

describe('XML', () => {
  it('reads srv1: seconds, doubly escaped entities, styling, empty cues', () => {
    const source = `<?xml version="1.0" encoding="utf-8" ?><transcript>
      <text start="0" dur="1.54">It&amp;#39;s the &lt;i>moon&lt;/i> &amp;amp; the sea</text>
      <text start="1.54" dur="4.16"></text><text start="5.7" dur="3.239">use the &lt;div&gt; tag, 3 &lt; 4</text></transcript>`
    expect(parseCaptions(source)).toEqual([
      { startMs: 0, endMs: 1540, text: "It's the moon & the sea" },
      { startMs: 5700, endMs: 8939, text: 'use the <div> tag, 3 < 4' },
    ])
  })

  it('reads srv2: milliseconds', () => {
    const source = '<timedtext><text t="120" d="2000">one</text><text t="2120" d="80" append="1">two</text></timedtext>'
    expect(parseCaptions(source)).toEqual([
      { startMs: 120, endMs: 2120, text: 'one' },
      { startMs: 2120, endMs: 2200, text: 'two' },
    ])
  })

  it('reads srv3: heads, windows, words with times, appended line breaks', () => {
    const source = `<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><head><ws id="0"/><pen id="1" b="1"/></head>
<body><w t="0" id="1" wp="1" ws="1"/><p t="6839" d="4680" w="1"><s ac="0">the</s><s t="321" ac="0"> dark</s></p>
<p t="8629" d="2890" w="1" a="1">
</p><p t="8639" d="6120">plain<br/>text</p></body></timedtext>`
    expect(parseCaptions(source)).toEqual([
      {
        startMs: 6839,
        endMs: 11_519,
        text: 'the dark',
        parts: [
          { text: 'the', startMs: 6839 },
          { text: ' dark', startMs: 7160 },
        ],
      },
      { startMs: 8639, endMs: 14_759, text: 'plain text' },
    ])
  })

  it('reads overlaid captions once', () => {
    const shadow = '<p t="0" d="900" wp="1"><s p="1">\u200bBoom\u200b</s></p>'
    expect(
      texts(`<timedtext format="3"><body>${shadow}${shadow}<p t="900" d="900">Boom</p></body></timedtext>`),
    ).toEqual(['Boom', 'Boom'])
  })

  it('ignores declared entities', () => {
    const bomb = `<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
<transcript><text start="0" dur="1">&b; &x; end</text></transcript>`
    expect(texts(bomb)).toEqual(['&b; &x; end'])
  })
})

describe('WebVTT and SubRip', () => {
  it('reads cues with settings, identifiers, notes, styles, voices and inline times', () => {
    const source = `\ufeffWEBVTT - title
Kind: captions

STYLE
::cue { color: red }

NOTE nothing to see

intro
00:01.000 --> 00:02.500 align:start position:0%
<v Ann>Tides <00:00:01.500><c.yellow>rise</c> &amp; fall&nbsp;again</v>

01:00:00.000 --> 01:00:01.000
&lt;b&gt; is a tag`
    expect(parseCaptions(source)).toEqual([
      { startMs: 1000, endMs: 2500, text: 'Tides rise & fall again', speaker: 'Ann' },
      { startMs: 3_600_000, endMs: 3_601_000, text: '<b> is a tag' },
    ])
  })

  it('reads SubRip with commas, counters, positions and line ends of every kind', () => {
    const source =
      '1\r\n00:00:22,500 --> 00:00:25,340\r\n{\\an8}<i>First</i>\r\n{b}line{/b}\r\n\r\n2\r\n00:00:26,280 --> 00:00:28,880\r\n1984\r\n'
    expect(parseCaptions(source)).toEqual([
      { startMs: 22_500, endMs: 25_340, text: 'First line' },
      { startMs: 26_280, endMs: 28_880, text: '1984' },
    ])
  })
})

describe('rolling captions', () => {
  const cue = (from: string, to: string, ...lines: string[]): string =>
    `00:00:${from} --> 00:00:${to}\n${lines.join('\n')}\n\n`

  it('keeps repeats after a pause', () => {
    const source =
      cue('01.000', '02.000', 'look', 'there') +
      cue('09.000', '10.000', 'there', 'it is') +
      cue('20.000', '21.000', 'it is', 'gone')
    expect(texts(`WEBVTT\n\n${source}`)).toEqual(['look there', 'there it is', 'it is gone'])
  })

  it('keeps repeats that are fewer than half of the cues', () => {
    const lines = ['row', 'row your boat', 'gently', 'gently down', 'the stream', 'merrily', 'life is', 'but a dream']
    const source = lines.map((line, at) => cue(`0${at + 1}.000`, `0${at + 1}.900`, line)).join('')
    expect(texts(`WEBVTT\n\n${source}`)).toEqual(lines)
  })
})

describe('parseCaptions', () => {
  it.each([
    ['{"events":[]}', 'json3'],
    ['\ufeffWEBVTT\n', 'vtt'],
    ['<?xml version="1.0"?><transcript></transcript>', 'xml'],
    ['<timedtext format="3">', 'xml'],
    ['1\n00:00:01,000 --> 00:00:02,000\nx', 'srt'],
    ['<!DOCTYPE html><html></html>', null],
    ['', null],
    ['Some words', null],
  ])('detects %j as %s', (text, format) => expect(captionFormatOf(text)).toBe(format))

  it.each(['<html>no</html>', '{"events": [', 'words'])('rejects %j', (text) => {
    expect(() => parseCaptions(text)).toThrow(expect.objectContaining({ code: 'source_damaged' }))
  })

  it('keeps descriptions of sounds and speaker marks', () => {
    expect(texts('1\n00:00:05,0 --> 00:00:06,0\n[Music]\n\n2\n00:00:07,0 --> 00:00:08,0\n&gt;&gt; Hello\n')).toEqual([
      '[Music]',
      '>> Hello',
    ])
  })

  it('returns cues or a typed error for any input', () => {
    const pieces = fc.constantFrom(
      'WEBVTT',
      '\n\n',
      '00:01.000 --> 00:02.000',
      '<text start="1">',
      '<p t="9e99" d="-1">',
      '</p>',
      '{"events":[',
      '&#1114112;',
      '&#xD800;',
      '<<<',
      'a',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }), (parts) => {
        try {
          for (const cue of parseCaptions(parts.join(''))) {
            expect(cue.text).not.toBe('')
            expect(cue.endMs).toBeGreaterThanOrEqual(cue.startMs)
          }
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      }),
    )
  })

  it.each([
    ['brackets', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<i '.repeat(200_000)}`],
    ['braces', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'{\\'.repeat(200_000)}`],
    ['ampersands', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'&a'.repeat(200_000)}`],
    ['spaces', `WEBVTT\n\n00:01.000 --> 00:02.000\nx${' '.repeat(400_000)}x`],
    ['arrows', '-->'.repeat(200_000)],
    ['nesting', `<timedtext>${'<p t="1" d="1">'.repeat(200_000)}`],
    [
      'lines',
      `WEBVTT\n\n00:01.000 --> 00:02.000\n${'a\n'.repeat(100_000)}\n00:02.000 --> 00:03.000\n${'b\n'.repeat(100_000)}`,
    ],
  ])('limits the time for floods of %s', (_, source) => {
    try {
      parseCaptions(source)
    } catch (error) {
      expect(error).toBeInstanceOf(AppError)
    }
  })
})
