import { describe, expect, test } from 'vitest'
import { sourceOf } from '../../../tests/support/verification.ts'
import { findQuote } from './find-quote.ts'

interface Cases {
  language: string
  source: string
  /** Quotes that match, with the displayed text if that is not the whole source. */
  same: readonly (string | readonly [quote: string, shown: string])[]
  /** Quotes that don't match. */
  other: readonly string[]
}

const bridge =
  "The well-known bridge wasn’t safe for lorries over 7.5 tonnes, and it hasn't been since 2010–2015; repairs cost $1,250,000 (12% more than planned)."

const languages: readonly Cases[] = [
  {
    language: 'en',
    source: bridge,
    same: [
      bridge,
      bridge.toUpperCase(),
      bridge.toLowerCase(),
      bridge.normalize('NFD'),
      bridge.replace('’', "'").replace('–', '-'),
      bridge.replaceAll(' ', '\u00a0'),
      bridge.replace('well-known', 'well known'),
      bridge.replace('well-known', 'well‑known'),
      bridge.replace('lorries', 'lor\u00adries'),
      bridge.replace('bridge', 'bri\u200bdge'),
      bridge.replace('(', '[').replace(')', ']'),
      `“${bridge}”`,
      `… ${bridge}`,
      ['it hasn’t been since 2010-2015', "it hasn't been since 2010–2015"],
      ['The well-known bridge wasn’t safe for lorries', 'The well-known bridge wasn’t safe for lorries'],
    ],
    other: [
      bridge.replace('wasn’t', 'was'),
      bridge.replace('wasn’t', 'wasnt'),
      bridge.replace("hasn't", 'has'),
      bridge.replace('7.5', '75'),
      bridge.replace('7.5', '7,5'),
      bridge.replace('7.5', '8.5'),
      bridge.replace('2010–2015', '2010–2016'),
      bridge.replace('$', ''),
      bridge.replace('$', '€'),
      bridge.replace('%', ''),
      bridge.replace('1,250,000', '1,250'),
      bridge.replace('1,250,000', '1.250.000'),
      bridge.replace('more than', 'less than'),
      bridge.replace('lorries', 'cars'),
      bridge.replace('lorries over', 'lorries not over'),
      bridge.replace('and it', 'it and'),
      bridge.replace('bridge ', ''),
      bridge.replace('well-known', 'wellknown'),
      bridge.replace('well-known', 'well-unknown'),
      // A part that a digit, a word or a sign was cut from.
      'since 2010–2015; repairs cost $1,250',
      'repairs cost $1,250,000 (12',
      '1,250,000 (12% more than planned)',
      'known bridge wasn’t safe for lorries',
      'he well-known bridge wasn’t safe for lorries',
      'safe for lorries over 7.5 tonnes',
      'bridge wasn’t safe',
    ],
  },
  {
    language: 'en',
    source:
      'No child was hurt, and the therapist said she would re-sign the lease at −5 degrees, 10² steps from F-16 hangars.',
    same: [
      'the therapist said she would re-sign the lease at -5 degrees',
      'The therapist said she would re–sign the lease at –5 degrees',
      'No child was hurt, and the therapist said',
      '10² steps from F-16 hangars',
      '10² steps from F 16 hangars',
    ],
    other: [
      'child was hurt, and the therapist said',
      'the rapist said she would re-sign the lease',
      'the therapist said she would resign the lease',
      'would re-sign the lease at 5 degrees',
      'would re-sign the lease at +5 degrees',
      '102 steps from F-16 hangars.',
      '10 steps from F-16 hangars.',
      'sign the lease at −5 degrees',
    ],
  },
  {
    language: 'en',
    source:
      'Officials deny that the water is unsafe to drink; sales rose by 3 million. The drug works in mice but not in people.',
    same: [
      'Officials deny that the water is unsafe to drink',
      'The drug works in mice but not in people.',
      'sales rose by 3 million',
    ],
    other: [
      'that the water is unsafe to drink',
      'the water is safe to drink',
      'sales rose by 3',
      'The drug works in mice',
      'The drug works in mice but in people.',
      'Officials deny that the water is unsafe to eat',
    ],
  },
  {
    language: 'de',
    source:
      'Der Minister unterstützt den Plan der Stadt nicht. In Maßen genossen, schadet ein Glas mit 0,5 Litern keinem Menschen.',
    same: [
      'Der Minister unterstützt den Plan der Stadt nicht.',
      'DER MINISTER UNTERSTÜTZT DEN PLAN DER STADT NICHT',
      'IN MASSEN GENOSSEN, SCHADET EIN GLAS MIT 0,5 LITERN KEINEM MENSCHEN',
      '„In Maßen genossen, schadet ein Glas mit 0,5 Litern keinem Menschen.“',
      'Der Minister unter\u00adstützt den Plan der Stadt nicht.',
    ],
    other: [
      'Der Minister unterstützt den Plan der Stadt',
      'Der Minister unterstützt den Plan der Stadt.',
      'In Maßen genossen, schadet ein Glas mit 05 Litern keinem Menschen.',
      'In Maßen genossen, schadet ein Glas mit 0,5 Litern einem Menschen.',
      'Der Minister unterstutzt den Plan der Stadt nicht.',
    ],
  },
  {
    language: 'fr',
    source: "L’été dernier, la mairie n'a jamais promis de fermer l'école ; elle a dépensé 1 200 € de plus qu'en 1999.",
    same: [
      "L'été dernier, la mairie n’a jamais promis de fermer l’école",
      "L'ÉTÉ DERNIER, LA MAIRIE N'A JAMAIS PROMIS DE FERMER L'ÉCOLE",
      "elle a dépensé 1\u202f200\u00a0€ de plus qu'en 1999",
      "« L'e\u0301te\u0301 dernier, la mairie n'a jamais promis de fermer l'e\u0301cole »",
    ],
    other: [
      "L'été dernier, la mairie a promis de fermer l'école",
      "L'été dernier, la mairie a jamais promis de fermer l'école",
      "promis de fermer l'école",
      "elle a dépensé 1 200 de plus qu'en 1999",
      "elle a dépensé 1 300 € de plus qu'en 1999",
      "L'ete dernier, la mairie n'a jamais promis de fermer l'ecole",
      "elle a dépensé 1200 € de moins qu'en 1999",
    ],
  },
  {
    language: 'es',
    source: '¿Por qué no vino el alcalde? Nunca dijo que el puente fuera seguro; costó 3,5 millones.',
    same: [
      ['¿Por qué no vino el alcalde?', '¿Por qué no vino el alcalde?'],
      ['POR QUÉ NO VINO EL ALCALDE', '¿Por qué no vino el alcalde?'],
      'Nunca dijo que el puente fuera seguro',
    ],
    other: [
      'Por qué vino el alcalde anoche',
      'dijo que el puente fuera seguro',
      'el puente fuera seguro',
      'el puente fuera seguro; costó 3,5',
      'Siempre dijo que el puente fuera seguro',
    ],
  },
  {
    language: 'ru',
    source: 'Мэр не обещал закрыть старый мост, хотя ремонт стоил 2,4 млн рублей.',
    same: [
      'Мэр не обещал закрыть старый мост',
      'МЭР НЕ ОБЕЩАЛ ЗАКРЫТЬ СТАРЫЙ МОСТ',
      '«Мэр не обещал закрыть старый мост»',
    ],
    other: [
      'Мэр обещал закрыть старый мост',
      'обещал закрыть старый мост',
      'Мэр не обещал открыть старый мост',
      'хотя ремонт стоил 2,4',
      'хотя ремонт стоил 2,5 млн рублей',
    ],
  },
  {
    language: 'tr',
    source: 'İstanbul’daki eski köprü artık güvenli değil, ısı yalıtımı da yok.',
    same: ['İstanbul’daki eski köprü artık güvenli değil', "istanbul'daki eski köprü artık güvenli değil"],
    other: [
      'İstanbul’daki eski köprü artık güvenli',
      'İstanbul’daki yeni köprü artık güvenli değil',
      'isi yalıtımı da yok artık',
      'Istanbul’daki eski köprü güvenli değil artık',
    ],
  },
  {
    language: 'el',
    source: 'Ο δήμαρχος δεν έκλεισε τη γέφυρα της πόλης.',
    same: ['Ο δήμαρχος δεν έκλεισε τη γέφυρα της πόλης', 'Ο ΔΉΜΑΡΧΟΣ ΔΕΝ ΈΚΛΕΙΣΕ ΤΗ ΓΈΦΥΡΑ ΤΗΣ ΠΌΛΗΣ'],
    other: [
      'Ο δήμαρχος έκλεισε τη γέφυρα της πόλης',
      'έκλεισε τη γέφυρα της πόλης',
      'Η δήμαρχος δεν έκλεισε τη γέφυρα της πόλης',
    ],
  },
  {
    language: 'ar',
    source: 'لم يقل الرئيسُ إن الجسر آمن، وكلّف الإصلاح ٢٫٥ مليون دولار.',
    same: ['لم يقل الرئيس إن الجسر آمن', 'لم يقل الرئيســـ إن الجسر آمن', 'وكلف الإصلاح 2.5 مليون دولار'],
    other: [
      'يقل الرئيس إن الجسر آمن',
      'قال الرئيس إن الجسر آمن',
      'وكلف الإصلاح 3.5 مليون دولار',
      'وكلف الإصلاح 25 مليون دولار',
    ],
  },
  {
    language: 'he',
    source: 'ראש העיר לא אמר שהגשר בטוח, וצה"ל סגר אותו בשנת 1999.',
    same: ['ראש העיר לא אמר שהגשר בטוח', 'וצה״ל סגר אותו בשנת 1999', 'רֹאשׁ הָעִיר לֹא אָמַר שֶׁהַגֶּשֶׁר בָּטוּחַ'],
    other: ['ראש העיר אמר שהגשר בטוח', 'אמר שהגשר בטוח וצה"ל', 'וצה"ל סגר אותו בשנת 1998'],
  },
  {
    language: 'zh',
    source: '市长不同意关闭这座旧桥。维修费用为三百二十万元，工期１２个月。',
    same: [
      '市长不同意关闭这座旧桥',
      '“市长不同意关闭这座旧桥。”',
      '市长 不同意 关闭这座旧桥',
      '维修费用为三百二十万元，工期12个月',
    ],
    other: [
      '市长同意关闭这座旧桥',
      '同意关闭这座旧桥',
      '市长不同意关闭这座新桥',
      '维修费用为三百二十万元，工期1',
      '维修费用为三百三十万元',
      '长不同意关闭这座旧桥',
    ],
  },
  {
    language: 'ja',
    source: '市長は橋が安全だとは言わなかった。ｶﾞｿﾘﾝの値段は１２０円になった。',
    same: [
      '市長は橋が安全だとは言わなかった。',
      '「市長は橋が安全だとは言わなかった」',
      'ガソリンの値段は120円になった',
    ],
    other: [
      '市長は橋が安全だと',
      '市長は橋が安全だとは言った。',
      '市長は橋が危険だとは言わなかった。',
      'ガソリンの値段は12円になった',
      'カソリンの値段は120円になった',
    ],
  },
  {
    language: 'ko',
    source: '시장은 오래된 다리를 닫지 않았다. 수리비는 3만 원이다.',
    same: ['시장은 오래된 다리를 닫지 않았다', '시장은 오래된 다리를 닫지 않았다'.normalize('NFD')],
    other: ['시장은 오래된 다리를 닫았다', '시장은 오래된 다리를 닫지', '시장은 새로운 다리를 닫지 않았다'],
  },
  {
    language: 'th',
    source: 'นายกเทศมนตรีไม่ได้ปิดสะพานเก่าในปี 2562',
    same: ['นายกเทศมนตรีไม่ได้ปิดสะพานเก่าในปี 2562', 'นายกเทศมนตรี ไม่ได้ ปิดสะพานเก่าในปี ๒๕๖๒'],
    other: ['นายกเทศมนตรีได้ปิดสะพานเก่าในปี 2562', 'ปิดสะพานเก่าในปี 2562'],
  },
  {
    language: 'hi',
    source: 'महापौर ने पुराना पुल बंद नहीं किया, खर्च १२ लाख रुपये था।',
    same: ['महापौर ने पुराना पुल बंद नहीं किया', 'खर्च 12 लाख रुपये था।'],
    other: ['महापौर ने पुराना पुल बंद किया', 'महापौर ने पुराना पुल बंद', 'खर्च 13 लाख रुपये था।'],
  },
]

describe.each(languages)('$language: $source', ({ language, source, same, other }) => {
  test.each(same.map((entry) => (typeof entry === 'string' ? [entry, null] : entry)))('accepts %s', (quote, shown) => {
    const found = findQuote(sourceOf([source], { language }), quote, ['b1'])
    expect(found?.blocks.map(({ id }) => id)).toEqual(['b1'])
    expect(source.replace(/\s/gu, ' ')).toContain(found?.text)
    if (shown !== null) expect(found?.text).toBe(shown)
  })
  test.each(other)('refuses %s', (quote) => {
    expect(findQuote(sourceOf([source], { language }), quote, ['b1'])).toBeNull()
  })
})
