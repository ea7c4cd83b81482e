import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

const sentencesOf = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end))

test.each([
  [
    'abbreviations',
    'Mr. Smith met Dr. Jones on Jan. 5. They talked.',
    ['Mr. Smith met Dr. Jones on Jan. 5.', 'They talked.'],
  ],
  [
    'names with a stop in them',
    'The VW ID. SPACE VIZZION is new. It left the EU. The ship is old.',
    ['The VW ID. SPACE VIZZION is new.', 'It left the EU.', 'The ship is old.'],
  ],
  [
    'sounds between sentences of a transcript',
    'Very good {laugh} . {laugh} Okay , we start . So .',
    ['Very good {laugh} .', '{laugh} Okay , we start .', 'So .'],
  ],
  ['initials', 'J. R. R. Tolkien wrote it. It sold well.', ['J. R. R. Tolkien wrote it.', 'It sold well.']],
  ['a middle initial', 'Jonathan P. Blair drove. See p. 12 for it.', ['Jonathan P. Blair drove.', 'See p. 12 for it.']],
  [
    'decimals',
    'It cost $3.50 in 1990. Prices rose by 2.5 percent.',
    ['It cost $3.50 in 1990.', 'Prices rose by 2.5 percent.'],
  ],
  [
    'times of day',
    'Call by 9:30 a.m. Eastern Time on Monday. It ends at 5 p.m. The door closes.',
    ['Call by 9:30 a.m. Eastern Time on Monday.', 'It ends at 5 p.m.', 'The door closes.'],
  ],
  [
    'times and dates that signs join',
    'It shuts at 10:30 p.m. / Aug. 9 to 6:30 a.m. on both nights. Doors open 9 a.m. – 5 p.m. (Eastern). On Tues. we rest.',
    [
      'It shuts at 10:30 p.m. / Aug. 9 to 6:30 a.m. on both nights.',
      'Doors open 9 a.m. – 5 p.m. (Eastern).',
      'On Tues. we rest.',
    ],
  ],
  [
    'dates after times',
    'It ran to 4 p.m. Mon. and began at 10:30 p.m. Aug. 9 in Lincoln. The rest slept.',
    ['It ran to 4 p.m. Mon. and began at 10:30 p.m. Aug. 9 in Lincoln.', 'The rest slept.'],
  ],
  [
    'abbreviations in parentheses',
    'Sen. Lee (R-Tenn.) Monday left (at 5 p.m.) Friday. (It rained.) Dep. Sec. Kim of R-Neb. spoke. She quit (in 1999). He stayed.',
    [
      'Sen. Lee (R-Tenn.) Monday left (at 5 p.m.) Friday.',
      '(It rained.)',
      'Dep. Sec. Kim of R-Neb. spoke.',
      'She quit (in 1999).',
      'He stayed.',
    ],
  ],
  ['law cases', 'Acme Inc. v. Roe Co. was settled. They paid.', ['Acme Inc. v. Roe Co. was settled.', 'They paid.']],
  [
    'Spanish',
    'El Sr. García y la Dra. Ruiz hablan en EE. UU. desde 1990. Sammy Davis Sr. The end.',
    ['El Sr. García y la Dra. Ruiz hablan en EE. UU. desde 1990.', 'Sammy Davis Sr.', 'The end.'],
  ],
  ['Greek times', 'Από τις 10 π.μ. / 9 Αυγ. ως τις 5. Τέλος.', ['Από τις 10 π.μ. / 9 Αυγ. ως τις 5.', 'Τέλος.']],
  ['speech', '"Is it so?" he asked. "Yes," she said.', ['"Is it so?" he asked.', '"Yes," she said.']],
  [
    'a name and a verb of saying after speech',
    '"Is it far?" Alma Reed asked. "No!" It was.',
    ['"Is it far?" Alma Reed asked.', '"No!"', 'It was.'],
  ],
  [
    'states before names and at the end',
    'She left the U.S. Senate in May. He came to the U.S. The rest stayed.',
    ['She left the U.S. Senate in May.', 'He came to the U.S.', 'The rest stayed.'],
  ],
  [
    'pages',
    'Davis (1989, p. 326) has ten. It is vitamin P. Others follow.',
    ['Davis (1989, p. 326) has ten.', 'It is vitamin P.', 'Others follow.'],
  ],
  ['notes', 'It grew.5 Then it fell.[12] “All” rose.', ['It grew.5', 'Then it fell.[12]', '“All” rose.']],
  ['Burmese', 'ပင်လယ်ရေ တက်သည်။လရောင် ဆွဲငင်သည်။ “မှန်သည်။” ဟု ဆိုသည်။', ['ပင်လယ်ရေ တက်သည်။', 'လရောင် ဆွဲငင်သည်။', '“မှန်သည်။”', 'ဟု ဆိုသည်။']],
  ['Khmer', 'ទឹកសមុទ្រឡើង។ព្រះចន្ទទាញវា។ តើមែនទេ?បាទ។', ['ទឹកសមុទ្រឡើង។', 'ព្រះចន្ទទាញវា។', 'តើមែនទេ?', 'បាទ។']],
  ['Tibetan', 'རྒྱ་མཚོ་འཕེལ།ཟླ་བས་འཐེན།  བདེན་ནོ༎', ['རྒྱ་མཚོ་འཕེལ།', 'ཟླ་བས་འཐེན།', 'བདེན་ནོ༎']],
  [
    'Chinese',
    '潮水上涨。月亮吸引它！“真的？”他问。是3.5米……对。',
    ['潮水上涨。', '月亮吸引它！', '“真的？”', '他问。', '是3.5米……对。'],
  ],
  ['Hindi', 'ज्वार आता है।डॉ. वर्मा मानते हैं॥ सच है।', ['ज्वार आता है।', 'डॉ. वर्मा मानते हैं॥', 'सच है।']],
  ['Bengali', 'জোয়ার আসে।ড. রহমান জানেন। সত্য?', ['জোয়ার আসে।', 'ড. রহমান জানেন।', 'সত্য?']],
  ['Urdu', 'جوار آتا ہے۔چاند کھینچتا ہے؟ ہاں۔', ['جوار آتا ہے۔', 'چاند کھینچتا ہے؟', 'ہاں۔']],
  ['Arabic', 'يأتي المد. قال د. أحمد ذلك؟ نعم.', ['يأتي المد.', 'قال د. أحمد ذلك؟', 'نعم.']],
  ['Tigrinya with doubled colons', 'ወፍጮ ደው ኢሉ፡፡ ማንም ኣይከፈተን፡፡', ['ወፍጮ ደው ኢሉ፡፡', 'ማንም ኣይከፈተን፡፡']],
  ['Tibetan with doubled stops', 'བློན་པོ་བྱུང་།། ཆོས་བྱུང་།།', ['བློན་པོ་བྱུང་།།', 'ཆོས་བྱུང་།།']],
  ['Amharic', 'ባሕሩ ይነሳል።ጨረቃ ትስባለች፧ አዎ።', ['ባሕሩ ይነሳል።', 'ጨረቃ ትስባለች፧', 'አዎ።']],
  ['Greek', 'Η θάλασσα ανεβαίνει. Γιατί; Το φεγγάρι.', ['Η θάλασσα ανεβαίνει.', 'Γιατί;', 'Το φεγγάρι.']],
  ['Santali, Mongolian and Javanese', 'ᱫᱟᱨᱮ᱾ ᱢᱟᱨᱟᱝ᱾ ᠮᠣᠩᠭᠣᠯ᠃ ꦧꦱ꧉ꦗꦮ꧉', ['ᱫᱟᱨᱮ᱾', 'ᱢᱟᱨᱟᱝ᱾', 'ᠮᠣᠩᠭᠣᠯ᠃', 'ꦧꦱ꧉', 'ꦗꦮ꧉']],
  ['short answers', 'No. We stay near the Sun. It is warm.', ['No.', 'We stay near the Sun.', 'It is warm.']],
  ['line breaks', 'A line\nbroken in two. And more.', ['A line\nbroken in two.', 'And more.']],
  [
    'German',
    'Das gilt z.B. für Dr. Maier, z. B. hier. Er kam 90 n. Chr. an.',
    ['Das gilt z.B. für Dr. Maier, z. B. hier.', 'Er kam 90 n. Chr. an.'],
  ],
  [
    'parameters of an address',
    'Open it with ?reinit=1 at the end. Really ? Yes.',
    ['Open it with ?reinit=1 at the end.', 'Really ?', 'Yes.'],
  ],
  [
    'German ordinals',
    'Bis zum 1. Januar 2019 gilt es. Das 19. Jahrhundert endete 1900. Er nahm Bus 12. Dann kam er.',
    ['Bis zum 1. Januar 2019 gilt es.', 'Das 19. Jahrhundert endete 1900.', 'Er nahm Bus 12.', 'Dann kam er.'],
  ],
  ['Russian cities', 'Он живёт в г. Москва с 1990 г. Потом уехал.', ['Он живёт в г. Москва с 1990 г.', 'Потом уехал.']],
  ['Russian', 'Он родился в 1990 г. в Москве. Потом он уехал.', ['Он родился в 1990 г. в Москве.', 'Потом он уехал.']],
  ['Arabic', 'هذا كتاب جيد. هل قرأته؟ نعم.', ['هذا كتاب جيد.', 'هل قرأته؟', 'نعم.']],
  ['Chinese', '中国是一个国家。它很大！你知道吗？', ['中国是一个国家。', '它很大！', '你知道吗？']],
  [
    'Japanese',
    '名前はまだ無い。「どこで生れたか。」と彼は言った。',
    ['名前はまだ無い。', '「どこで生れたか。」と彼は言った。'],
  ],
  [
    'Thai',
    'เทศบาลเปิดสะพานใหม่ข้ามแม่น้ำให้ประชาชนใช้ในเดือนนี้ และห้ามรถบรรทุกทุกชนิดผ่านในเวลากลางคืน ประชาชนที่เดินเท้าสามารถข้ามสะพานได้ตลอดทั้งวัน',
    [
      'เทศบาลเปิดสะพานใหม่ข้ามแม่น้ำให้ประชาชนใช้ในเดือนนี้ และห้ามรถบรรทุกทุกชนิดผ่านในเวลากลางคืน',
      'ประชาชนที่เดินเท้าสามารถข้ามสะพานได้ตลอดทั้งวัน',
    ],
  ],
  ['Hindi', 'यह एक किताब है। वह अच्छी है।', ['यह एक किताब है।', 'वह अच्छी है।']],
])('%s', (_, text, expected) => {
  expect(sentencesOf(text)).toEqual(expected)
})

test.each([
  ['words', 'harbor '.repeat(3000)],
  ['one word', 'a'.repeat(20_000)],
  ['Chinese', '港'.repeat(20_000)],
  ['characters of two code units', `.${'𠀀'.repeat(10_000)}`],
])('cuts an endless sentence of %s', (_, text) => {
  const sentences = sentencesOf(text)
  expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThanOrEqual(5000)
  expect(sentences.every((sentence) => sentence.isWellFormed())).toBe(true)
  expect(sentences.join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''))
})

test('loses nothing but white space, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const kept = sentencesOf(text).join('').replace(/\s/gu, '')
      expect(kept).toBe(text.replace(/\s/gu, ''))
    }),
  )
})
