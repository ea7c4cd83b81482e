import { expect, it } from 'vitest'
import { advancedText, basicText } from '../../shared/summary/partial-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { documentOf, paragraph, paragraphs } from '../testing/documents.ts'
import { extract } from '../testing/extract.ts'

/** Sentences of 8 to 40 words in a language: subjects, verbs and phrases to combine, a joiner and a full stop. */
const languages: Readonly<Record<string, readonly [subjects: string, phrases: string, joiner: string, stop: string]>> =
  {
    en: [
      'Velm Harbor|An old mill|A school board|A retired engineer|Orla River',
      'opened its gates in the spring|lost half of its budget|drew visitors from three countries|paid for the new bridge|measured the water every week',
      ', and ',
      '. ',
    ],
    de: [
      'Der Hafen|Die alte Mühle|Der Gemeinderat|Eine Ingenieurin|Der Fluss',
      'öffnete im Frühling wieder seine Tore|verlor die Hälfte seiner Einnahmen|zog Besucher aus drei Ländern an|bezahlte die neue Brücke|prüfte jede Woche das Wasser',
      ' und ',
      '. ',
    ],
    ru: [
      'Порт|Старая мельница|Совет школы|Инженер|Река',
      'снова открыл свои ворота весной|потерял половину бюджета города|привлёк гостей из трёх стран|оплатил новый мост через долину|каждую неделю измерял уровень воды',
      ', и ',
      '. ',
    ],
    ja: [
      '港は|古い水車小屋は|学校の理事会は|退職した技師は|川は',
      '春に門をふたたび開いた|予算の半分を失った|三つの国から客を集めた|新しい橋の費用を払った|毎週水位を測りつづけた',
      '、そして',
      '。',
    ],
    ar: [
      'الميناء|الطاحونة القديمة|مجلس المدرسة|المهندس المتقاعد|النهر',
      'فتح أبوابه من جديد في الربيع|خسر نصف ميزانيته هذا العام|جذب زوارا من ثلاثة بلدان|دفع ثمن الجسر الجديد|قاس مستوى الماء كل أسبوع',
      ' و',
      '. ',
    ],
    hi: [
      'बंदरगाह|पुरानी चक्की|विद्यालय समिति|सेवानिवृत्त अभियंता|नदी',
      'वसंत में फिर से खुल गया|ने अपना आधा बजट खो दिया|तीन देशों से यात्री लाया|ने नए पुल का खर्च उठाया|हर सप्ताह पानी नापता रहा',
      ' और ',
      '। ',
    ],
  }

/** A source of about `words` words in paragraphs of three to six sentences. */
function sourceOf(language: string, words: number, minSentence: number, maxSentence: number) {
  const [subjects = '', phrases = '', joiner = '', stop = ''] = languages[language] ?? []
  const [names, facts] = [subjects.split('|'), phrases.split('|')]
  const texts: string[] = []
  let seed = words
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * below)
  }
  for (let total = 0; total < words; ) {
    const sentences = Array.from({ length: 3 + random(4) }, () => {
      const length = minSentence + random(maxSentence - minSentence)
      let sentence = `${names[random(names.length)]} ${facts[random(facts.length)]}`
      while (countWords(sentence) < length) sentence += `${joiner}${facts[random(facts.length)]} ${100 + random(900)}`
      return `${sentence}${stop}`
    })
    texts.push(sentences.join('').trim())
    total += countWords(texts.at(-1) ?? '')
  }
  return documentOf(paragraphs(texts), { language })
}

it.each(Object.keys(languages))('writes advanced text of 4 to 6 times the basic summary: %s', async (language) => {
  const faults: string[] = []
  for (const words of [1000, 1169, 1389, 1555, 2000, 2500, 4000, 9000]) {
    for (const [min, max] of [
      [6, 14],
      [10, 34],
    ] as const) {
      const document = sourceOf(language, words, min, max)
      const { page } = await extract(document)
      const basic = countWords(basicText(page))
      const advanced = countWords(advancedText(page))
      const isFaulty =
        advanced < basic * 4 ||
        advanced > Math.min(basic * 6, document.words * 0.32) ||
        (document.words < 2500 && basic > document.words * 0.065) ||
        page.parts.length === 0
      if (isFaulty) faults.push(`${document.words} words: ${advanced} of ${basic}`)
    }
  }
  expect(faults).toEqual([])
})

it('says why a conversation of half sentences has no advanced text', async () => {
  const turns = Array.from({ length: 150 }, (_, at) =>
    paragraph(at + 1, `Ann: Yeah, um, so, uh, that one, number ${at}. OK.`),
  )
  const { page } = await extract(documentOf(turns))
  expect(page).toMatchObject({ parts: [], notices: ['too_few_sentences', 'no_quotes'] })
})
