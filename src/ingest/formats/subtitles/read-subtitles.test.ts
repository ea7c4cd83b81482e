import { describe, expect, it } from 'vitest'
import { parsePlainText } from '../plain-text/parse-plain-text.ts'
import { isSubtitles } from './caption-formats.ts'

const textsOf = (source: string): string[] => parsePlainText(source).map(({ text }) => text)

/** Cues of a second each, in SubRip. */
const srt = (...said: readonly string[]): string =>
  said.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}\n`).join('\n')

describe('subtitles', () => {
  it.each([
    [
      'rolling captions of YouTube',
      'WEBVTT\nKind: captions\nLanguage: de\n\n00:00:00.000 --> 00:00:02.990 align:start position:0%\n \nwir<00:00:00.300><c> fangen</c><00:00:00.600><c> an</c>\n\n00:00:02.990 --> 00:00:03.000\nwir fangen an\n \n\n00:00:03.000 --> 00:00:05.990\nwir fangen an\nmit<00:00:03.300><c> dem</c><c> Meer</c>\n\n00:00:05.990 --> 00:00:06.000\nmit dem Meer\n \n',
      ['wir fangen an mit dem Meer'],
    ],
    [
      'rolling captions of two lines',
      srt('the tide', 'the tide\ncomes in', 'comes in\nevery day', 'every day\nagain'),
      ['the tide comes in every day again'],
    ],
    [
      'a refrain',
      srt('Row your boat', 'gently down', 'Row your boat', 'Row your boat', 'Life is a dream'),
      ['Row your boat gently down Row your boat Row your boat Life is a dream'],
    ],
    [
      'speech that repeats words',
      srt('No. No. No.', 'No. No. No.', 'We found it.'),
      ['No. No. No. No. No. No. We found it.'],
    ],
    [
      'notes, styles, regions, names and ids of cues, voices and entities',
      'WEBVTT\n\nSTYLE\n::cue(b) { color: red }\n\nREGION\nid:left\n\nNOTE by the office\nof the port\n\n4f0c-9/1-0\n00:01.000 --> 00:02.000 line:0\n<v.low Ada Lind>Tides &amp; moons</v>\n\nNOTE\n00:09.000 --> 00:10.000\n\nscene 2\n00:03.000 --> 00:04.000\n<v Ada Lind>are &lt;old&gt;.\n\n00:05.000 --> 00:06.000\n<v Ben>Yes.</v>\n',
      ['Ada Lind: Tides & moons are <old>.', 'Ben: Yes.'],
    ],
    [
      'tags of other programs',
      srt('{\\an8}<font color="#fff">The tide</font>', '{y:i}comes\\Nin', '<i>every</i> day<br/>here'),
      ['The tide comes in every day here'],
    ],
    [
      'lines whose spoken word is highlighted',
      srt('<u>The</u> tide', 'The <u>tide</u>', '<u>comes</u> in.', 'comes <u>in.</u>'),
      ['The tide comes in.'],
    ],
    [
      'times that a translation program wrote, and times in frames',
      '1\n00: 00: 01, 000 --> 00: 00: 02, 500\nThe tide\n\n2\n00：00：03，000 --> 00：00：04，000\ncomes\n\n3\n00:00:05:10 --> 00:00:06:24\nin.\n',
      ['The tide comes in.'],
    ],
    [
      'a cue out of order',
      `${srt('One.', 'Two.', 'Three.')}\n9\n00:00:00,500 --> 00:00:01,000\nSIGN\n`,
      ['One. SIGN Two. Three.'],
    ],
    [
      'joined segments of a stream, by its clock',
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:03.000\nThe tide\n\nWEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:1440000\n\n00:00.000 --> 00:02.000\ncomes in\nWEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:1980000\n\n00:00.500 --> 00:02.000\nevery day.\n',
      ['The tide comes in every day.'],
    ],
    [
      'joined segments without a clock',
      'WEBVTT\n\n00:00.000 --> 00:02.000\nThe tide\n\n00:02.000 --> 00:05.000\ncomes in\n\nWEBVTT - next\n\n00:00.500 --> 00:03.000\nevery\n\nWEBVTT\n\nWEBVTT\n\n00:01.000 --> 00:03.000\nday.\n',
      ['The tide comes in every day.'],
    ],
    [
      'joined segments whose times go on, with a cue in both',
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:00.000 --> 00:02.000\nThe tide\n\n00:04.000 --> 00:07.000\ncomes in\n\nWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:04.000 --> 00:07.000\ncomes in\n\n00:07.000 --> 00:09.000\nevery\n\nWEBVTT\n\n00:09.000 --> 00:10.000\nevery\n\n00:10.000 --> 00:11.000\nday.\n',
      ['The tide comes in every day.'],
    ],
    [
      'joined segments whose clock begins again',
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:9000000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:03.000\nThe tide\n\nWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:01.000 --> 00:03.000\ncomes in\n\nWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:450000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:03.000\nevery day.\n',
      ['The tide comes in every day.'],
    ],
    [
      'speech about the format',
      'WEBVTT\n\n00:00.000 --> 00:03.000\nSRT is old.\nWEBVTT is newer.\n\n00:03.000 --> 00:06.000\nWEBVTT files have a header.\n',
      ['SRT is old. WEBVTT is newer. WEBVTT files have a header.'],
    ],
    ['joined files', srt('The tide', 'comes in') + srt('every', 'day.'), ['The tide comes in every day.']],
    [
      'speakers in the identifiers of cues',
      'WEBVTT\n\n1 "Ada Lind" (3213568)\n00:01.000 --> 00:02.000\nIs it in?\n\n2 "Ben Ek" (22222)\n00:03.000 --> 00:04.000\nNot yet.\n\n3 "Ben Ek" (22222)\n00:05.000 --> 00:06.000\nWait.\n',
      ['Ada Lind: Is it in?', 'Ben Ek: Not yet. Wait.'],
    ],
    [
      'speakers in a line of their own',
      srt('Ada\nThe tide', 'Ben\ncomes in.', 'Ada\nYes.', 'Ben\nYes.'),
      ['Ada: The tide', 'Ben: comes in.', 'Ada: Yes.', 'Ben: Yes.'],
    ],
    [
      'TTML',
      '<?xml version="1.0"?>\n<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" ttp:tickRate="10"><tt:head><tt:title>x</tt:title></tt:head><tt:body><tt:div><tt:p begin="90t" end="95t">every day.</tt:p><tt:p begin="00:00:01.5" end="00:00:02">The <tt:span>tide</tt:span><tt:br/>comes</tt:p><tt:p begin="3s" dur="1s">in</tt:p></tt:div></tt:body></tt:tt>',
      ['The tide comes in every day.'],
    ],
    [
      'MicroDVD, in frames',
      '{1}{1}25.000\n{25}{75}/The tide|/comes in\n{100}{150}{y:i}every|day.\n',
      ['The tide comes in every day.'],
    ],
    [
      'MPL2, in tenths of a second',
      '[10][30]The tide|comes in\n[31][50]/every day.\n',
      ['The tide comes in every day.'],
    ],
    [
      'SBV of YouTube',
      '0:00:01.000,0:00:03.500\nThe tide\n\n0:00:03.500,0:00:06.000\ncomes in[br]twice, at 1,000 miles.\n',
      ['The tide comes in twice, at 1,000 miles.'],
    ],
    [
      'SubStation, whose lines may be in any order or drawings',
      '\n[Script Info]\nTitle: Tides\n\n[V4+ Styles]\nStyle: Default,Arial,20\n\n[Events]\nDialogue: 0,0:00:07.20,0:00:10.00,Default,,0,0,0,,every day, twice.\nComment: 0,0:00:08.00,0:00:09.00,Default,,0,0,0,,Check this.\nDialogue: 0,0:00:01.00,0:00:04.00,Default,Ada,0,0,0,,{\\i1}The tide{\\i0}\\N{\\p1}m 0 0 l {\\c&H0&}9 9{\\p0}comes in\nDialogue: 0,0:00:11.00,0:00:12.00,Default,,0,0,0,,{\\an7\\p2}m 0 0 l 100 0\n',
      ['Ada: The tide comes in every day, twice.'],
    ],
    [
      'cues that begin late',
      '1\n01:12:00,000 --> 01:12:02,000\nThe tide\n\n2\n01:12:03,000 --> 01:12:04,000\ncomes in.\n',
      ['The tide comes in.'],
    ],
    [
      'cues without empty lines, hours or numbers',
      '00:01,0 --> 00:02,5\nThe tide\n00:03.0 --> 00:04.0\ncomes in.\n',
      ['The tide comes in.'],
    ],
    [
      'speech with empty lines and numbers',
      '1\n00:00:01,000 --> 00:00:02,000\nThe tide\n\ncomes in at\n\n2\n00:00:03,000 --> 00:00:04,000\n6\n\n3\n00:00:05,000 --> 00:00:06,000\nin the morning.\n',
      ['The tide comes in at 6 in the morning.'],
    ],
    [
      'two voices of a cue',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>Is it in?</v>\n<v Ben>Not <i>yet</i>.</v>\n',
      ['Ada: Is it in?', 'Ben: Not yet.'],
    ],
    [
      'readings of characters and hard spaces',
      srt('<ruby>満潮<rp>(</rp><rt>まんちょう</rt><rp>)</rp></ruby>です。', 'at\\h6'),
      ['満潮です。 at 6'],
    ],
    [
      'lines of Chinese sentences',
      srt('港口在去年春天疏浚，\n工人们打捞出一口铸于', '一七四一年的\n青铜钟。', '它重二百公斤。'),
      ['港口在去年春天疏浚，工人们打捞出一口铸于一七四一年的青铜钟。它重二百公斤。'],
    ],
    [
      'lines of Japanese without punctuation',
      srt('港は去年の春に浚渫された', '鐘が見つかった'),
      ['港は去年の春に浚渫された 鐘が見つかった'],
    ],
    [
      'Chinese in paragraphs',
      srt(...Array.from({ length: 8 }, (_, at) => `第${at + 10}口钟重二百公斤，明年春天将重新悬挂。`)),
      Array.from({ length: 2 }, (_, part) =>
        Array.from({ length: 4 }, (_, at) => `第${part * 4 + at + 10}口钟重二百公斤，明年春天将重新悬挂。`).join(''),
      ),
    ],
    ['live captions that grow', srt('the', 'the tide', 'the tide comes', 'the tide comes in'), ['the tide comes in']],
    ['one cue', '1\n00:00:01,000 --> 00:00:02,000\nThe tide comes in.\n', ['The tide comes in.']],
    [
      'short speech below long names',
      'WEBVTT\n\n4f0c77aa-1111-2222-3333-444455556666/1-0\n00:01.000 --> 00:02.000\nYes.\n\n4f0c77aa-1111-2222-3333-444455556666/2-0\n00:03.000 --> 00:04.000\nNo.\n',
      ['Yes. No.'],
    ],
  ])('read %s', (_, source, expected) => {
    for (const text of [source, `\ufeff${source.replaceAll('\n', '\r\n')}`]) expect(textsOf(text)).toEqual(expected)
  })

  const prose = 'Tides rise and fall because the moon pulls at the sea, and the sea follows it.\n\n'
  const cue = '00:01.000 --> 00:04.000\nHello\n\n'
  it.each([prose.repeat(2) + cue, prose + cue + prose + cue, `WEBVTT is a format.\n\n${prose}${cue}${prose}`])(
    'are no text that shows cues as examples: %j',
    (text) => {
      expect(isSubtitles(text)).toBe(false)
    },
  )
})
