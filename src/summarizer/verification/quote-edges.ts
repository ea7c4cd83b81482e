import type { Match } from './match-tokens.ts'
import { numberScales } from './number-words.ts'
import { blockOf, SourceRow, type SourceText } from './source-index.ts'

/**
 * Words that turn or narrow what stands beside them: a passage cut off from one says something else than the source. By primary
 * language subtag, folded.
 */
const lists: Readonly<Record<string, string>> = {
  en: 'only solely merely not no never none nobody nothing nowhere neither nor cannot cant without hardly barely scarcely rarely seldom unless if whether deny denied denies denying refuse refused refuses false falsely untrue unlikely doubt doubted doubts doubtful lest except fail failed fails',
  de: 'nur bloß lediglich nicht kein keine keinen keinem keiner keines nie niemals niemand niemandem niemanden nichts nirgends weder ohne kaum wenn falls ob sofern unwahrscheinlich bestreitet bestritt bezweifelt leugnet selten mitnichten',
  fr: "seulement uniquement qu'à qu'en ne pas jamais aucun aucune rien ni sans guère nullement si non sauf nie nia n'est n'a n'ont n'y n'en n'était n'avait",
  es: 'sólo solo solamente únicamente no nunca jamás ningún ninguna ninguno nada nadie ni sin tampoco si apenas niega negó salvo',
  it: "solo soltanto solamente non mai nessuno nessuna nessun niente nulla né senza neppure neanche nemmeno se nega mica n'è",
  pt: 'só somente apenas não nunca jamais nenhum nenhuma nada ninguém nem sem tampouco nega negou exceto',
  nl: 'alleen slechts enkel niet geen nooit niemand niets nergens noch zonder nauwelijks als indien of tenzij ontkent ontkende',
  sv: 'bara endast blott inte icke ej aldrig ingen inget inga ingenting varken utan knappt om ifall förnekar',
  da: 'kun bare ikke ej aldrig ingen intet hverken uden næppe hvis om benægter',
  nb: 'kun bare ikke ei aldri ingen intet verken uten neppe hvis om benekter',
  no: 'kun bare ikke ei aldri ingen intet verken uten neppe hvis om benekter',
  fi: 'vain ei en et emme ette eivät älä älkää ilman tuskin jos koskaan eikä enkä',
  et: 'ei ära pole polnud ilma kui kas mitte iial',
  is: 'ekki aldrei enginn engin ekkert án ef hvorki',
  pl: 'tylko jedynie nie nigdy nikt nic żaden żadna żadne ani bez jeśli jeżeli czy gdyby ledwie',
  cs: 'jen pouze ne není nejsou nebyl nebyla nebylo nebyli nikdy nikdo nic žádný žádná žádné ani bez jestli pokud když kdyby zda nemá nemohou nemůže',
  sk: 'len iba nie nikdy nikto nič žiadny žiadna žiadne ani bez ak keby či',
  ru: 'только лишь не ни нет никогда никто ничто ничего никакой никакая никакие без если ли вряд едва отрицает нельзя',
  uk: 'лише тільки не ні ані немає ніколи ніхто нічого жоден жодна без якщо чи навряд ледве',
  bg: 'само не ни няма никога никой нищо без ако дали едва',
  sr: 'не није нису ни нема никад никада нико ништа без ако ли ne nije nisu ni nema nikad nikada niko ništa bez ako',
  hr: 'ne nije nisu ni nema nikad nikada nitko ništa bez ako',
  sl: 'ne ni niso nikoli nihče nič brez če ali',
  lt: 'ne nėra niekada niekas be jei ar nebuvo',
  lv: 'ne nav nekad neviens nekas bez ja vai nebija',
  ro: 'doar numai nu nici niciodată nimeni nimic fără dacă niciun nicio',
  ca: 'no mai cap res ningú ni sense si tampoc',
  hu: 'csak nem ne sem nincs nincsenek soha senki semmi nélkül ha vajon',
  tr: 'sadece yalnızca değil yok hiç asla hiçbir olmadan eğer olmadığını',
  el: 'μόνο δεν δε μη μην όχι ποτέ κανείς κανένας καμία τίποτα ούτε χωρίς αν εάν',
  ar: 'فقط لا لم لن ليس ليست ليسوا ما غير بدون دون إذا لو ولا ولم ولن وليس فلا فلم',
  fa: 'فقط تنها نه نیست نیستند نبود هیچ هرگز بدون اگر نمی',
  he: 'רק לא אין אל בלי אינו אינה אינם אף מעולם אם ולא ואין שלא שאין ללא',
  hi: 'केवल सिर्फ नहीं न मत ना बिना कभी अगर यदि',
  bn: 'না নয় নেই নি যদি ছাড়া কখনো',
  ur: 'نہیں نہ مت بغیر اگر کبھی',
  ta: 'இல்லை அல்ல இல்லாமல்',
  id: 'hanya tidak bukan tak belum jangan tanpa jika kalau apakah tiada',
  ms: 'hanya tidak bukan tak belum jangan tanpa jika kalau tiada',
  vi: 'chỉ không chẳng chưa đừng chả nếu chớ',
  sw: 'si hapana siyo sio kamwe bila kama hakuna',
  ko: '않 못 아니 없 안',
}

/** Texts hold sentences of other languages; these say nothing else in any. */
const everywhere = 'not never cannot nicht kein keine jamais nunca'

/** Of the unspaced scripts, what negates before a verb (Chinese) and after it (Japanese, Thai before). */
export const negatingCharacters =
  /[不没沒无無未非否勿莫別别]|ない|なかっ|なく|ません|ぬ|ずに|だけ|のみ|まい|ไม่|มิ|ຢ່າ|ບໍ່|មិន|မ/u

const cache = new Map<string, ReadonlySet<string>>()

/** @param language primary subtag, lower case; of an unknown language the negations of English count */
export function negatorsOf(language: string): ReadonlySet<string> {
  const known = cache.get(language)
  if (known !== undefined) return known
  const words = new Set(`${lists[language] ?? lists.en ?? ''} ${everywhere}`.split(' '))
  // Portuguese says "in the" with it.
  if (language !== 'pt') words.add('no')
  cache.set(language, words)
  return words
}

/** Endings and beginnings that negate within a word: English n't, Korean 않-, 못-, 없-, Turkish -me- forms stand whole. */
export function negatesInside(form: string): boolean {
  return form.endsWith("n't") || /^n'\p{L}/u.test(form) || /[않못없]|아니/u.test(form) || /^안$/u.test(form)
}

/** Tokens of the same sentence that are looked at on each side of a quote. */
const MOST_TOKENS = 40

/** Ends a sentence: nothing before it changes what comes after. */
const strongStop = /[.!?…。！？｡؟۔।॥։;；:：]/u
/** Ends a clause, or opens one. */
const anyStop = /[.!?…。！？｡؟۔।॥։;；:：,，、،؛—–()（）"“”„«»「」『』[\]\n]|\s-\s/u

let segmenter: Intl.Segmenter | undefined

/** Whether a place between two characters of a script without spaces is a word's end, by UAX #29 with dictionaries. */
function isWordEnd(text: string, at: number): boolean {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  const from = Math.max(0, at - 40)
  for (const part of segmenter.segment(text.slice(from, at + 40))) if (part.index + from === at) return true
  return false
}

/** Whether a token begins in the middle of what the one before it says. */
function isTornFrom(source: SourceText, row: SourceRow, token: number): boolean {
  if (token <= 0 || token >= row.length) return false
  const gap = row.gapBefore(token)
  const [before, after] = [row.kind(token - 1), row.kind(token)]
  if (gap === '') {
    if (before === 'number' || before === 'sign' || after === 'sign') return true
    if (before !== 'character' && after !== 'character') return true
    return !isWordEnd(source.blocks[blockOf(source, token)]?.text ?? '', source.starts[token] ?? 0)
  }
  // Half a compound: "free" of "sugar-free"; and a number without its unit or scale.
  if (/^[-‐‑\u00AD]$/u.test(gap) || (source.torn.has(token - 1) && /^[-‐\u00AD]\s/u.test(gap))) return true
  if (!/^\s+$/u.test(gap)) return false
  if (before === 'sign' && after === 'number') return true
  return before === 'number' && (after === 'sign' || numberScales.has(row.form(token)))
}

function negates(form: string, words: ReadonlySet<string>): boolean {
  return words.has(form) || negatesInside(form)
}

/** Words that tie a clause to the one it is said in: "it is not true, he said, that the bridge is safe". */
const complementizers: ReadonlySet<string> = new Set(
  "that dass daß que qu' che dat at att że ze że že что що ότι πως hogy että ki كون أن إن ש כי कि bahwa bahawa rằng".split(
    ' ',
  ),
)

/** Whether what a quote leaves out of its first clause, or of those that this one hangs on, turns the rest. */
function turnedBefore(row: SourceRow, from: number, words: ReadonlySet<string>): boolean {
  let gap = row.gapBefore(from)
  if (from === 0 || gap.includes('\n')) return false
  if (anyStop.test(gap)) return isAnswer(row, from - 1, words)
  let characters = ''
  let hangsOn = true
  for (let token = from - 1; token >= 0 && token > from - MOST_TOKENS; token -= 1) {
    const form = row.form(token)
    if (negates(form, words)) return true
    if (row.kind(token) === 'character') characters = form + characters
    hangsOn &&= complementizers.has(form)
    gap = row.gapBefore(token)
    if (strongStop.test(gap) || gap.includes('\n') || (anyStop.test(gap) && !hangsOn)) break
  }
  return negatingCharacters.test(characters)
}

/** "No, the bridge is safe": the one word that a quote leaves out is a clause by itself. */
function isAnswer(row: SourceRow, token: number, words: ReadonlySet<string>): boolean {
  return negates(row.form(token), words) && (token === 0 || anyStop.test(row.gapBefore(token)))
}

/** The same for what follows, up to the end of the clause. */
function turnedAfter(row: SourceRow, to: number, words: ReadonlySet<string>): boolean {
  const gap = row.gapBefore(to)
  // "… , no?"
  if (!strongStop.test(gap) && !gap.includes('\n') && negates(row.form(to), words)) return true
  let characters = ''
  for (let token = to; token < row.length && token < to + MOST_TOKENS; token += 1) {
    if (anyStop.test(row.gapBefore(token))) break
    if (negates(row.form(token), words)) return true
    if (row.kind(token) === 'character') characters += row.form(token)
  }
  return negatingCharacters.test(characters)
}

/**
 * Whether a passage is torn out of its sentence so that it says something else: it begins or ends inside a word or a
 * compound, leaves the sign, unit or scale of a number behind, or a negation or condition of its own clause.
 */
export function hasOpenEdges(source: SourceText, { from, to }: Match): boolean {
  const row = new SourceRow(source)
  if (isTornFrom(source, row, from) || isTornFrom(source, row, to)) return true
  const words = negatorsOf(source.language)
  return turnedBefore(row, from, words) || turnedAfter(row, to, words)
}
