import { describe, expect, it } from 'vitest'
import { isInOtherLanguage } from './languages.ts'

const texts = {
  en: 'The old harbor was rebuilt after the flood, and the people of the town were glad that it had been done so soon.',
  de: 'Der alte Hafen wurde nach der Flut wieder aufgebaut, und die Menschen der Stadt waren froh, dass es so schnell ging.',
  fr: 'Le vieux port a été reconstruit après la crue, et les habitants de la ville étaient contents que ce fût si vite fait.',
  es: 'El viejo puerto fue reconstruido después de la riada, y la gente de la ciudad se alegró de que se hiciera tan pronto.',
  pt: 'O velho porto foi reconstruído depois da cheia, e as pessoas da cidade ficaram contentes por ter sido feito tão depressa.',
  da: 'Den gamle havn blev bygget op igen efter oversvømmelsen, og folk i byen var glade for, at det gik så hurtigt.',
  nb: 'Den gamle havnen ble bygget opp igjen etter flommen, og folk i byen var glade for at det gikk så fort.',
  ca: 'El vell port va ser reconstruït després de la riuada, i la gent de la ciutat es va alegrar que es fes tan aviat.',
  ru: 'Старая гавань была восстановлена после наводнения, и жители города были рады, что это сделали так быстро.',
  uk: 'Стару гавань відбудували після повені, і мешканці міста були раді, що це зробили так швидко.',
  el: 'Το παλιό λιμάνι ξαναχτίστηκε μετά την πλημμύρα και οι άνθρωποι της πόλης χάρηκαν πολύ.',
  ar: 'أعيد بناء الميناء القديم بعد الفيضان، وكان سكان المدينة سعداء لأن ذلك تم بسرعة كبيرة.',
  he: 'הנמל הישן נבנה מחדש אחרי השיטפון, ותושבי העיר שמחו שהדבר נעשה מהר כל כך.',
  hi: 'बाढ़ के बाद पुराने बंदरगाह को फिर से बनाया गया और शहर के लोग खुश थे कि यह इतनी जल्दी हो गया।',
  ja: '洪水の後、古い港は再建され、町の人々はそれがとても早く終わったことを喜んだ。港には今も多くの船が出入りしている。',
  ko: '홍수 이후 오래된 항구가 다시 지어졌고, 마을 사람들은 그 일이 그렇게 빨리 이루어져서 기뻐했다.',
  'zh-Hans':
    '洪水过后，旧港口得到了重建，城里的人们很高兴这项工作完成得这么快。现在港口里来往的船只很多，人们说这是个好时候，也是开始。',
  'zh-Hant':
    '洪水過後，舊港口得到了重建，城裡的人們很高興這項工作完成得這麼快。現在港口裡來往的船隻很多，人們說這是個好時候，也是開始。',
} as const
const tags = Object.keys(texts) as (keyof typeof texts)[]

describe('the language of an answer', () => {
  it.each(tags)('accepts the requested language: %s', (tag) => {
    expect(isInOtherLanguage(texts[tag], tag)).toBe(false)
  })

  it.each(tags.filter((tag) => tag !== 'en'))('is told from English: %s', (tag) => {
    expect(isInOtherLanguage(texts.en, tag)).toBe(true)
  })

  it.each(tags.filter((tag) => !['en', 'da', 'nb', 'ca'].includes(tag)))('is told to be none of English: %s', (tag) => {
    expect(isInOtherLanguage(texts[tag], 'en')).toBe(true)
  })

  it('is distinguished from languages in other and related scripts', () => {
    expect(isInOtherLanguage(texts['zh-Hans'], 'zh-Hant')).toBe(true)
    expect(isInOtherLanguage(texts['zh-Hant'], 'zh-Hans')).toBe(true)
    expect(isInOtherLanguage(texts['zh-Hans'], 'ja')).toBe(true)
    expect(isInOtherLanguage(texts.ja, 'zh-Hans')).toBe(true)
    expect(isInOtherLanguage(texts.fr, 'de')).toBe(true)
    expect(isInOtherLanguage(texts.es, 'sr')).toBe(false)
  })

  it('may contain names in another script', () => {
    const text = '这个项目使用 TypeScript、React 和 PostgreSQL，部署在 Kubernetes 上，由 GitHub Actions 构建。'
    expect(isInOtherLanguage(text, 'zh-Hans')).toBe(false)
  })

  it('is accepted in related languages, short texts and unknown languages', () => {
    expect(isInOtherLanguage(texts.nb, 'da')).toBe(false)
    expect(isInOtherLanguage('Berlin.', 'ru')).toBe(false)
    expect(isInOtherLanguage(texts.en, 'und')).toBe(false)
    expect(isInOtherLanguage(texts.en, '???')).toBe(false)
  })
})
