/**
 * Words inside a sentence that take their meaning from those before it, by primary language subtag: times and things
 * named only by pointing, connectives in the middle, and what is left out since it was just said.
 */
const inside: Readonly<Record<string, RegExp>> = {
  en: /^the (?:first|second|third|other|others|last)(?: one)? (?:is|was|are|were)\b|^only (?:then|now|later)\b|\bthem[.!]|\b(?:that (?:year|day|week|month|time|night|morning|summer|winter|spring|autumn|fall|decade|period|point|moment|case|way|kind)|(?:the )?same (?:year|day|week|month|time)|(?:did|do|does|doing) so|could do without|therefore|however|moreover|thus|hence|instead|the (?:latter|former)|(?:too|as well|either|again)[.,;]|these|the (?:next|previous|following) (?:year|day|week|month|morning)|(?:year|day|month|week|weeks|months|years|days) (?:later|earlier|before|after)[.,;]|at the time|by then|back then)/iu,
  de: /(?:^|\s)(?:(?:in )?(?:jenem|diesem|demselben) (?:jahr|tag|monat|sommer|winter)|damals|deshalb|daher|allerdings|jedoch|hingegen|dagegen|stattdessen|ebenfalls|ein jahr später|tage später|wochen später|jahre später|am nächsten tag)(?=[\s.,;])/iu,
  fr: /(?:^|\s)(?:cette (?:année|semaine|nuit|époque)|ce (?:jour|mois|moment)-là|donc|cependant|toutefois|pourtant|alors|ans plus tard|jours plus tard|l'année suivante)(?=[\s.,;])/iu,
  it: /(?:^|\s)(?:(?:quell['’]|quel |in quel )(?:anno|giorno|mese|momento|periodo)|allora|perciò|quindi|tuttavia|invece|inoltre|anni dopo|giorni dopo|l['’]anno (?:dopo|successivo))(?=[\s.,;])/iu,
  pt: /(?:^|\s)(?:n?(?:esse|aquele) (?:ano|dia|mês|momento|período)|então|portanto|porém|contudo|entretanto|além disso|anos depois|dias depois|no ano seguinte)(?=[\s.,;])/iu,
  nl: /(?:^|\s)(?:dat (?:jaar|moment)|die (?:dag|maand|tijd)|destijds|daarom|echter|daarentegen|bovendien|jaren later|dagen later|het jaar daarop)(?=[\s.,;])/iu,
  sv: /(?:^|\s)(?:det (?:året|ögonblicket)|den (?:dagen|månaden|tiden)|då för tiden|därför|dock|däremot|dessutom|år senare|dagar senare|året därpå)(?=[\s.,;])/iu,
  pl: /(?:^|\s)(?:(?:w )?(?:tym|tamtym) (?:roku|dniu|miesiącu|czasie|momencie)|wtedy|wówczas|dlatego|jednak|natomiast|lata później|dni później|rok później)(?=[\s.,;])/iu,
  ru: /(?:^|\s)(?:в (?:тот|этот|том|этом) (?:год|году|день|месяц|момент|же году)|тогда|поэтому|однако|зато|впрочем|лет спустя|дней спустя|год спустя|в следующем году)(?=[\s.,;])/iu,
  uk: /(?:^|\s)(?:(?:того|цього) (?:року|дня|місяця|моменту)|тоді|тому(?! що)|однак|проте|натомість|років потому|днів потому|наступного року)(?=[\s.,;])/iu,
  tr: /(?:^|\s)(?:o (?:yıl|gün|ay|zaman|sırada)|bu nedenle|bu yüzden|ancak|oysa|yıllar sonra|günler sonra|ertesi yıl)(?=[\s.,;])/iu,
  id: /(?:^|\s)(?:(?:tahun|hari|bulan|saat|waktu) (?:itu|tersebut)|oleh karena itu|karena itu|namun|tersebut|tahun kemudian|hari kemudian)(?=[\s.,;])/iu,
  ar: /^و(?:ال|هذ|هو|هي|هم|قد|لم|لن|لا|كان|إن|أن|في|على|من|كل|أضاف|قال|تابع|أوضح|عند|بعد|إذا|رأينا)|^ف(?:ال|إن|قد|كان|كل|لم|لا|هو|هي|ت[\u0621-\u064A]{3})|(?:^|\s)(?:في (?:ذلك|تلك) (?:العام|اليوم|الوقت|الفترة|السنة)|آنذاك|لذلك|حينها|بعد ذلك|العام التالي)(?=[\s.،؛])/u,
  he: /(?:^|\s)(?:באותו (?:יום|זמן|חודש|רגע)|באותה (?:שנה|תקופה|עת)|אז|לכן|לפיכך|אולם|עם זאת|שנים לאחר מכן|כעבור \p{L}+)(?=[\s.,;])/u,
  hi: /(?:^|\s)(?:उस (?:साल|वर्ष|दिन|महीने|समय)|इसलिए|हालाँकि|हालांकि|लेकिन|(?:साल|दिन) बाद|अगले (?:साल|वर्ष))(?=[\s,;।])/u,
  es: /(?:^|\s)(?:(?:ese|aquel) (?:año|día|mes|momento)|entonces|por tanto|sin embargo|además|años después|días después|al año siguiente|también)(?=[\s.,;])/iu,
}
const unspaced = /^(?:[一二三四]是|其[一二三])|^.{2,}(?:当年|当时|同年|因此|然而|那一年|その年|当時|同年)/u

/** Third-person pronouns that stand for a person or thing; in the first words nothing can have said which. */
const pronouns: Readonly<Record<string, RegExp>> = {
  en: /\b(?:he|she|it|they|him|them|this)\b|^\p{L}+ (?:his|her|their)\b/iu,
  de: /(?:^|\s)(?:er|ihn|ihm|ihnen|dies|diese|dieser|dieses|diesem)(?=\s|,)/iu,
  fr: /(?:^|\s)(?:il|elle|ils|elles|celui-ci|celle-ci|cela|ceci)(?=\s|,)/iu,
  es: /(?:^|\s)(?:él|ella|ellos|ellas|esto|eso|aquello)(?=\s|,)/iu,
  it: /(?:^|\s)(?:lui|lei|egli|ella|essi|esse|ciò)(?=\s|,)/iu,
  pt: /(?:^|\s)(?:ele|ela|eles|elas|isto|isso|aquilo)(?=\s|,)/iu,
  nl: /(?:^|\s)(?:hij|hem|zij(?= [a-z]+t\b)|hen)(?=\s|,)/iu,
  sv: /(?:^|\s)(?:han|hon|honom|henne)(?=\s|,)/iu,
  ru: /(?:^|\s)(?:он|она|они|ему|ей|им|его|её|ее|их)(?=\s|,)/iu,
  uk: /(?:^|\s)(?:він|вона|вони|йому|їй|їм|його|її|їх)(?=\s|,)/iu,
}
const EARLY_WORDS = 5
/** "It" that stands for what follows, and clauses whose pronoun may mean what comes after them. */
const forward =
  /^(?:it (?:is|was|has been) [\p{L}-]+ (?:that|to)\b|(?:when|if|while|as|after|before|because|since|although|though|unless|wenn|als|weil|nachdem|obwohl|quand|si|lorsque|cuando|aunque)\b|il y a\b|il (?:faut|est|était)\b)/iu

/**
 * Whether a pronoun among the first words stands for something that only the sentences before can have named.
 *
 * @param language primary language subtag, lower case
 */
export function hasEarlyPronoun(text: string, language: string): boolean {
  if (/["“”«»„]/u.test(text) || forward.test(text)) return false
  const early = text.split(/\s+/u, EARLY_WORDS).join(' ')
  return pronouns[language]?.test(early) === true
}

/**
 * Whether a sentence leans on the ones before it by words in its middle.
 *
 * @param language primary language subtag, lower case
 */
export function leans(text: string, language: string): boolean {
  return inside[language]?.test(text) === true || unspaced.test(text)
}
