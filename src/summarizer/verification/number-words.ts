import { foldWord } from './tokens.ts'

/** How a language says numbers: "word=value"; a word that ends in * stands for its inflected forms as well. */
export interface NumberTable {
  words: string
  /** Words that join two parts of one number. */
  joins?: string
  /** Writes numbers in one word ("fünfundzwanzig"). */
  solid?: boolean
}

/** By primary language subtag. */
export const numberTables: Readonly<Record<string, NumberTable>> = {
  en: {
    words:
      'zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 thousand=1e3 million=1e6 billion=1e9 trillion=1e12 lakh=1e5 crore=1e7 dozen=12 twenties=20 thirties=30 forties=40 fifties=50 sixties=60 seventies=70 eighties=80 nineties=90 first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 eleventh=11 twelfth=12 thirteenth=13 fourteenth=14 fifteenth=15 sixteenth=16 seventeenth=17 eighteenth=18 nineteenth=19 twentieth=20 thirtieth=30 fortieth=40 fiftieth=50 hundredth=100',
    joins: 'and',
  },
  de: {
    words:
      'null=0 ein=1 eins=1 eine=1 einer=1 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 dreizehn=13 vierzehn=14 fünfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 dreißig=30 dreissig=30 vierzig=40 fünfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 hundert=100 tausend=1e3 million=1e6 millionen=1e6 milliarde=1e9 milliarden=1e9 billion=1e12 billionen=1e12 dutzend=12',
    joins: 'und',
    solid: true,
  },
  fr: {
    words:
      'zéro=0 un=1 une=1 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 quatorze=14 quinze=15 seize=16 vingt=20 vingts=20 trente=30 quarante=40 cinquante=50 soixante=60 septante=70 huitante=80 nonante=90 cent=100 cents=100 mille=1e3 million=1e6 millions=1e6 milliard=1e9 milliards=1e9 billion=1e12 billions=1e12 douzaine=12 dizaine=10 vingtaine=20 trentaine=30 cinquantaine=50 centaine=100',
    joins: 'et',
  },
  es: {
    words:
      'cero=0 un=1 uno=1 una=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14 quince=15 dieciséis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiuno=21 veintiún=21 veintidós=22 veintitrés=23 veinticuatro=24 veinticinco=25 veintiséis=26 veintisiete=27 veintiocho=28 veintinueve=29 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 cientos=100 doscientos=200 doscientas=200 trescientos=300 trescientas=300 cuatrocientos=400 cuatrocientas=400 quinientos=500 quinientas=500 seiscientos=600 seiscientas=600 setecientos=700 setecientas=700 ochocientos=800 ochocientas=800 novecientos=900 novecientas=900 mil=1e3 millón=1e6 millones=1e6 billón=1e12 billones=1e12 docena=12',
    joins: 'y',
  },
  it: {
    words:
      'zero=0 un=1 uno=1 una=1 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 tredici=13 quattordici=14 quindici=15 sedici=16 diciassette=17 diciotto=18 diciannove=19 venti=20 vent=20 trenta=30 trent=30 quaranta=40 quarant=40 cinquanta=50 cinquant=50 sessanta=60 sessant=60 settanta=70 settant=70 ottanta=80 ottant=80 novanta=90 novant=90 cento=100 cent=100 mille=1e3 mila=1e3 milione=1e6 milioni=1e6 miliardo=1e9 miliardi=1e9 dozzina=12',
    joins: 'e',
    solid: true,
  },
  pt: {
    words:
      'zero=0 um=1 uma=1 dois=2 duas=2 três=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 treze=13 catorze=14 quatorze=14 quinze=15 dezesseis=16 dezasseis=16 dezessete=17 dezassete=17 dezoito=18 dezenove=19 dezanove=19 vinte=20 trinta=30 quarenta=40 cinquenta=50 sessenta=60 setenta=70 oitenta=80 noventa=90 cem=100 cento=100 duzentos=200 duzentas=200 trezentos=300 trezentas=300 quatrocentos=400 quatrocentas=400 quinhentos=500 quinhentas=500 seiscentos=600 seiscentas=600 setecentos=700 setecentas=700 oitocentos=800 oitocentas=800 novecentos=900 novecentas=900 mil=1e3 milhão=1e6 milhões=1e6 bilhão=1e9 bilhões=1e9 trilhão=1e12 trilhões=1e12 bilião=1e12 biliões=1e12 dúzia=12',
    joins: 'e',
  },
  nl: {
    words:
      'nul=0 een=1 één=1 twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12 dertien=13 veertien=14 vijftien=15 zestien=16 zeventien=17 achttien=18 negentien=19 twintig=20 dertig=30 veertig=40 vijftig=50 zestig=60 zeventig=70 tachtig=80 negentig=90 honderd=100 duizend=1e3 miljoen=1e6 miljard=1e9 biljoen=1e12 dozijn=12',
    joins: 'en ën',
    solid: true,
  },
  sv: {
    words:
      'noll=0 en=1 ett=1 två=2 tre=3 fyra=4 fem=5 sex=6 sju=7 åtta=8 nio=9 tio=10 elva=11 tolv=12 tretton=13 fjorton=14 femton=15 sexton=16 sjutton=17 arton=18 nitton=19 tjugo=20 trettio=30 fyrtio=40 femtio=50 sextio=60 sjuttio=70 åttio=80 nittio=90 hundra=100 tusen=1e3 miljon=1e6 miljoner=1e6 miljard=1e9 miljarder=1e9 biljon=1e12 biljoner=1e12 dussin=12',
    solid: true,
  },
  da: {
    words:
      'nul=0 en=1 et=1 to=2 tre=3 fire=4 fem=5 seks=6 syv=7 otte=8 ni=9 ti=10 elleve=11 tolv=12 tretten=13 fjorten=14 femten=15 seksten=16 sytten=17 atten=18 nitten=19 tyve=20 tredive=30 fyrre=40 halvtreds=50 tres=60 halvfjerds=70 firs=80 halvfems=90 hundrede=100 hundred=100 tusind=1e3 million=1e6 millioner=1e6 milliard=1e9 milliarder=1e9',
    joins: 'og',
    solid: true,
  },
  nb: {
    words:
      'null=0 en=1 ett=1 to=2 tre=3 fire=4 fem=5 seks=6 sju=7 syv=7 åtte=8 ni=9 ti=10 elleve=11 tolv=12 tretten=13 fjorten=14 femten=15 seksten=16 sytten=17 atten=18 nitten=19 tjue=20 tyve=20 tretti=30 førti=40 femti=50 seksti=60 sytti=70 åtti=80 nitti=90 hundre=100 tusen=1e3 million=1e6 millioner=1e6 milliard=1e9 milliarder=1e9',
    joins: 'og',
    solid: true,
  },
  pl: {
    words:
      'zero=0 jeden=1 jedna=1 dwa=2 dwie=2 dwóch=2 trzy=3 trzech=3 cztery=4 czterech=4 pięć=5 pięciu=5 sześć=6 sześciu=6 siedem=7 siedmiu=7 osiem=8 ośmiu=8 dziewięć=9 dziewięciu=9 dziesięć=10 dziesięciu=10 jedenaś*=11 dwanaś*=12 dwunastu=12 trzynaś*=13 trzynastu=13 czternaś*=14 czternastu=14 piętnaś*=15 piętnastu=15 szesnaś*=16 szesnastu=16 siedemnaś*=17 siedemnastu=17 osiemnaś*=18 osiemnastu=18 dziewiętnaś*=19 dwadzieścia=20 dwudziestu=20 trzydzieści=30 trzydziestu=30 czterdzieści=40 czterdziestu=40 pięćdziesiąt=50 pięćdziesięciu=50 sześćdziesiąt=60 siedemdziesiąt=70 osiemdziesiąt=80 dziewięćdziesiąt=90 sto=100 stu=100 dwieście=200 trzysta=300 czterysta=400 pięćset=500 sześćset=600 siedemset=700 osiemset=800 dziewięćset=900 tysiąc*=1e3 tysięcy=1e3 milion*=1e6 miliard*=1e9 bilion*=1e12',
  },
  ru: {
    words:
      'ноль=0 один=1 одна=1 одного=1 два=2 две=2 двух=2 три=3 трёх=3 трех=3 четыре=4 четырёх=4 четырех=4 пять=5 пяти=5 шесть=6 шести=6 семь=7 семи=7 восемь=8 восьми=8 девять=9 девяти=9 десять=10 десяти=10 одиннадцат*=11 двенадцат*=12 тринадцат*=13 четырнадцат*=14 пятнадцат*=15 шестнадцат*=16 семнадцат*=17 восемнадцат*=18 девятнадцат*=19 двадцат*=20 тридцат*=30 сорок=40 сорока=40 пятьдесят=50 пятидесяти=50 шестьдесят=60 шестидесяти=60 семьдесят=70 семидесяти=70 восемьдесят=80 восьмидесяти=80 девяносто=90 сто=100 ста=100 двести=200 двухсот=200 триста=300 трёхсот=300 четыреста=400 пятьсот=500 шестьсот=600 семьсот=700 восемьсот=800 девятьсот=900 тысяч*=1e3 миллион*=1e6 миллиард*=1e9 триллион*=1e12',
  },
  uk: {
    words:
      'нуль=0 один=1 одна=1 два=2 дві=2 двох=2 три=3 трьох=3 чотири=4 чотирьох=4 пять=5 шість=6 сім=7 вісім=8 девять=9 десять=10 десяти=10 одинадцят*=11 дванадцят*=12 тринадцят*=13 чотирнадцят*=14 шістнадцят*=16 сімнадцят*=17 вісімнадцят*=18 двадцят*=20 тридцят*=30 сорок=40 шістдесят=60 сімдесят=70 вісімдесят=80 сто=100 двісті=200 триста=300 чотириста=400 шістсот=600 сімсот=700 вісімсот=800 тисяч*=1e3 мільйон*=1e6 мільярд*=1e9 трильйон*=1e12',
  },
  tr: {
    words:
      'sıfır=0 bir=1 iki=2 üç=3 dört=4 beş=5 altı=6 yedi=7 sekiz=8 dokuz=9 on=10 yirmi=20 otuz=30 kırk=40 elli=50 altmış=60 yetmiş=70 seksen=80 doksan=90 yüz=100 bin=1e3 milyon=1e6 milyar=1e9 trilyon=1e12 düzine=12',
  },
}

/** Short and foreign ways to write a scale behind digits, the same in every language. */
export const scaleWords =
  'k=1e3 m=1e6 mn=1e6 mln=1e6 mio=1e6 bn=1e9 b=1e9 mrd=1e9 mld=1e9 tn=1e12 тыс=1e3 млн=1e6 млрд=1e9 трлн=1e12 ألف=1e3 آلاف=1e3 مليون=1e6 ملايين=1e6 مليار=1e9 هزار=1e3 میلیون=1e6 میلیارد=1e9 אלף=1e3 אלפים=1e3 מיליון=1e6 מיליארד=1e9 हज़ार=1e3 हजार=1e3 लाख=1e5 करोड़=1e7 अरब=1e9 만=1e4 억=1e8 조=1e12 천=1e3 ngàn=1e3 nghìn=1e3 triệu=1e6 tỷ=1e9 tỉ=1e9 ribu=1e3 juta=1e6 miliar=1e9 triliun=1e12 elfu=1e3 milioni=1e6 bilioni=1e12 χιλιάδεσ=1e3 εκατομμύρια=1e6 δισεκατομμύρια=1e9 milionů=1e6 miliony=1e6 milion=1e6 miliarda=1e9 miliard=1e9 miliardy=1e9 tisíc=1e3 ezer=1e3 millió=1e6 milliárd=1e9 tuhat=1e3 tuhatta=1e3 miljoonaa=1e6 miljardia=1e9 mii=1e3 milioane=1e6 miliarde=1e9'

/** Words that belong to the number before them. */
export const percentWords = 'percent percentage prozent pourcent procent procenta prosent percento porciento'

/** How a language says numbers, by folded words. */
export interface NumberLexicon {
  readonly values: ReadonlyMap<string, number>
  readonly stems: readonly (readonly [string, number])[]
  /** Words that join two parts of one number. */
  readonly joins: ReadonlySet<string>
  readonly solid: boolean
}

function entriesOf(words: string): [string, number][] {
  return words.split(' ').map((entry) => {
    const [word = '', value = ''] = entry.split('=')
    return [foldWord(word), Number(value)]
  })
}

const lexicons = new Map(
  Object.entries(numberTables).map(([language, { words, joins = '', solid = false }]): [string, NumberLexicon] => {
    const entries = entriesOf(words)
    return [
      language,
      {
        values: new Map(entries.filter(([word]) => !word.endsWith('*'))),
        stems: entries.filter(([word]) => word.endsWith('*')).map(([word, value]) => [word.slice(0, -1), value]),
        joins: new Set(joins.split(' ').filter(Boolean)),
        solid,
      },
    ]
  }),
)
const aliases: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' }
const scales = new Map(entriesOf(scaleWords))

/** Words behind a number without which it is another number, in all languages. */
export const numberScales: ReadonlySet<string> = new Set([
  ...scales.keys(),
  ...percentWords.split(' '),
  ...[...lexicons.values()].flatMap(({ values }) =>
    [...values].filter(([, value]) => value >= 1000).map(([word]) => word),
  ),
])

/** @param language primary subtag; null where the product does not know how the language says numbers */
export function numberLexicon(language: string): NumberLexicon | null {
  return lexicons.get(aliases[language] ?? language) ?? null
}

/** Longest inflection behind the stem of a number word, in letters. */
const MOST_ENDING = 5

/** Value of one word; null where it says no number. Plural endings of scales count as well ("millions"). */
export function valueOfWord(word: string, lexicon: NumberLexicon): number | null {
  const known = lexicon.values.get(word)
  if (known !== undefined) return known
  for (const [stem, value] of lexicon.stems) {
    if (word.startsWith(stem) && word.length - stem.length <= MOST_ENDING) return value
  }
  return lexicon.solid ? valueOfSolid(word, lexicon) : null
}

/** Longest number written in one word that is taken apart: "neunhundertneunundneunzigtausend…". */
const LONGEST_SOLID = 60
/** Length from which a word is worth taking apart. */
const SHORTEST_SOLID = 6

/** "fünfundzwanzig" → 25, "zweihundertdreißig" → 230: the longest part first, joining words left out. */
function valueOfSolid(word: string, lexicon: NumberLexicon): number | null {
  if (word.length < SHORTEST_SOLID || word.length > LONGEST_SOLID) return null
  const parts: number[] = []
  let at = 0
  while (at < word.length) {
    let length = Math.min(14, word.length - at)
    while (length > 0 && !isPart(word.slice(at, at + length), lexicon)) length -= 1
    if (length === 0) return null
    const value = lexicon.values.get(word.slice(at, at + length))
    if (value !== undefined) parts.push(value)
    at += length
  }
  return parts.length < 2 ? null : sumOfParts(parts)
}

const isPart = (part: string, { values, joins }: NumberLexicon) => values.has(part) || joins.has(part)

function sumOfParts(parts: readonly number[]): number {
  let total = 0
  let current = 0
  for (const part of parts) {
    if (part >= 1000) {
      total += Math.max(1, current) * part
      current = 0
    } else if (part === 100) {
      current = Math.max(1, current) * 100
    } else {
      current += part
    }
  }
  return total + current
}

/** What a word behind a number multiplies it by ("million", "Mrd", "k"); null where it does not. */
export function scaleOf(word: string, lexicon: NumberLexicon | null): number | null {
  const said = lexicon === null ? null : valueOfWord(word, lexicon)
  if (said !== null && (said >= 1000 || said === 100)) return said
  const singular = word.endsWith('s') ? word.slice(0, -1) : word
  const plural = lexicon?.values.get(singular)
  if (plural !== undefined && plural >= 100) return plural
  return scales.get(word) ?? null
}

/**
 * Reads a number said in words from the front of a list ("two hundred and fifty thousand people").
 *
 * @param words folded
 * @returns its value, and how many words it takes; null where none stands there
 */
export function readSpoken(words: readonly string[], lexicon: NumberLexicon): { value: number; length: number } | null {
  let total = 0
  let current = 0
  let lowest = Number.POSITIVE_INFINITY
  let length = 0
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (length > 0 && lexicon.joins.has(word)) continue
    const value = valueOfWord(word, lexicon)
    if (value === null) break
    if (value >= 1000) {
      total += Math.max(1, current) * value
      current = 0
      lowest = Number.POSITIVE_INFINITY
    } else if (value === 100 && length > 0 && current > 0 && current < 100) {
      current *= 100
      lowest = 100
    } else if (isFourTwenties(value, current)) {
      current += 76
      lowest = 20
    } else if (value < lowest) {
      current += value
      lowest = placeOf(value)
    } else if (current >= 13 && current <= 20 && total === 0 && value >= 10 && value < 100 && length === 1) {
      // "nineteen eighty-four" is a year; so is "nineteen eighty".
      current = current * 100 + value
      lowest = placeOf(value)
    } else {
      break
    }
    length = at + 1
  }
  return length === 0 ? null : { value: total + current, length }
}

const isFourTwenties = (value: number, current: number) => value === 20 && current % 100 === 4

/** Smallest place that a value fills: nothing larger may be added to it. */
function placeOf(value: number): number {
  if (value % 100 === 0) return 100
  // French counts on from 60 and 80 with 10 to 19; "on beş" is the Turkish fifteen.
  if (value === 60 || value === 80) return 20
  return value % 10 === 0 ? 10 : 1
}
