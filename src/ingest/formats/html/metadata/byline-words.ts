/** Joins alternatives that are apart by bars between spaces. */
const any = (list: string): string => list.replace(/\s+/gu, ' ').trim().split(' | ').join('|')

/** Words that introduce an author and are no part of a name, in many languages. */
const labels = any(String.raw`
  (?:posted|written|published|submitted|reported|story|text|words|article|report|analysis|review|opinion|created|contributed|authored|added|uploaded|blog|guest post)(?: and \p{L}+)? by |
  by | authors? | written | words | contributors? | posted | geschrieben von | verfasst von | ein artikel von | eine analyse von | ein kommentar von | von |
  écrit par | publié par | rédigé par | par | escrito por | publicado por | por | scritto da | pubblicato da | a cura di | di | da | de | geschreven door |
  door | skrevet af | skrevet av | skriven av | av | af | kirjoittanut | napisał[ao]? | przez | autorzy | autorem? | autor(?:es|in|a|en|i)? | auteurs? | autor[ei] | auteur |
  redaktion | redakcja | yazan | yazar | szerző | écrit | текст | автор[ы]? | авторы | автори | مؤلف | بقلم | كتب | كتبت | الكاتب | מאת |作者 | 撰文 | 文 | 記者 | 记者 | 编辑 | 著者 | 執筆 | 筆者 | 글
`)

/** Labels that are also the first part of many names. */
export const doubtfulLabel = /^(?:von|di|da|de|av|af|par|por|door|van)$/iu

/** Labels that are nouns: without a colon they may begin another phrase, such as "Contributors to …". */
export const nounLabel = /^(?:authors?|written|words|contributors?|posted|auteurs?|autore?s?|redaktion)$/iu

export const label = new RegExp(`^\\W*(${labels})(?![\\p{L}\\p{M}'’-])\\s*[:：/／]?\\s*`, 'iu')

/** In scripts without spaces, labels come directly before the name. */
export const joinedLabel = /^(?:作者|撰文|文|記者|记者|著者|執筆|筆者)\s*[:：/／丨|｜]?\s*/u

/** Credits for other work on the page: pictures, translations, editing. */
export const otherCredit = new RegExp(
  `(?:^|\\s|[,;(])(?:(?:${any(`
    photo(?:s|graph(?:s|y|er)?|illustrations?)? | pictures? | images? | illustrat(?:ed|ions?) | art(?:work)? | graphics? |
    video(?:s|graphy)? | animation | design | edited | editing | translat(?:ed|ion) | produced | cover | compiled | fact.checked | reviewed | medically reviewed
  `)})(?: and \\p{L}+)? by\\b|(?:${any(`
    photos? | photo credit | image credit | picture | credit | foto(?:s|grafie|grafía)? | bild(?:er)? | crédito | übersetzung | übersetzt von | traduction | traducción | traduzione | illustrations? | фото | 写真 | 図 | 사진 | 摄影 | 攝影 | 责任编辑 | 责编
  `)})\\s*[:：/]).*$`,
  'isu',
)

const months = any(String.raw`
  jan(?:uar[iy]?|v(?:ier|\.)?|eiro)? | feb(?:ruar[iy]?)? | fév(?:rier|\.)? | févr | mar(?:ch|s|zo|ço|t)? | märz | maart | apr(?:il[e]?)? | avr(?:il)? | abr(?:il)? | may | mai | mayo | maio | maggio | mei | maj |
  june? | juni | juin | junio | junho | giugno | jul[iy]? | juillet | julio | julho | luglio | aug(?:ust(?:us)?)? | août | ago(?:sto)? | sep(?:t|tember|tembre|tiembre|tembro)? | setembro | settembre | o[ck]t(?:ober|obre|ubre)? | out(?:ubro)? | ottobre |
  nov(?:ember|embre|iembre|embro)? | de[czs](?:ember|embre|embro)? | diciembre | dez(?:embro|ember)? | déc(?:embre)? | gennaio | febbraio | febrero | fevereiro | enero | janeiro |
  января | февраля | марта | апреля | мая | июня | июля | августа | сентября | октября | ноября | декабря | ocak | şubat | mart | nisan | mayıs | haziran | temmuz | ağustos | eylül | ekim | kasım | aralık |
  stycznia | lutego | marca | kwietnia | maja | czerwca | lipca | sierpnia | września | października | listopada | grudnia
`)

const weekdays = any(String.raw`
  (?:on )?(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? | (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag),?
`)

const clock = String.raw`\d{1,2}[:.h]\d{2}(?::\d{2})?(?:\s*(?:[ap]\.?m\.?|uhr))?(?:\s*\(?[A-Z]{2,4}\)?)?|\d{1,2}\s*[ap]\.?m\b\.?(?:\s*[A-Z]{2,4})?`

const calendarDate = [
  `(?:(?:${weekdays})\\s*)?(?:${months})\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?`,
  `(?:(?:${weekdays})\\s*)?(?:(?:le|el|il|den|am)\\s+)?\\d{1,2}(?:st|nd|rd|th|er|\\.|º)?\\s+(?:de\\s+)?(?:${months})\\.?(?:,?\\s+(?:de\\s+)?\\d{4})?`,
  `(?:${months})\\.?,?\\s+\\d{4}`,
  String.raw`(?:(?:${weekdays})\s*)?\d{4}\s*[-/.年년]\s*\d{1,2}\s*[-/.月월]\s*\d{1,2}\s*[日일]?`,
  String.raw`(?:(?:${weekdays})\s*)?\d{1,2}\s*[-/.]\s*\d{1,2}\s*[-/.]\s*\d{2,4}`,
].join('|')

const elapsed = String.raw`(?:(?:about|an?|\d{1,3})\s+)?(?:\d{1,3}\s*)?(?:min(?:ute)?s?|h(?:ou)?rs?|days?|weeks?|months?|years?|sec(?:ond)?s?)\.?\s+(?:ago|read)\b|\d{1,3}\s*[- ]?min(?:ute)?s?\.?\s*read|\d{1,2}[hdwmy]\s+ago\b|vor \d+ \p{L}+|il y a \d+ \p{L}+|hace \d+ \p{L}+`

const published = String.raw`(?:first |last |originally )?(?:published|updated|posted|modified|created|aktualisiert|veröffentlicht|publié|mis à jour|modifié|publicado|actualizado|atualizado|pubblicato|aggiornato|опубликовано|обновлено)\s*(?:(?:on|at|am|le|el|il|em|il)\b)?\s*:?`

/** Dates, times and the words around them. */
export const dates = new RegExp(
  `(?<![\\p{L}\\d])(?:${published}\\s*(?=$|[\\d\\p{Lu}\\n])|(?:(?:on|at|am|le|el|il|em)\\s+)?(?:${calendarDate}|(?:${weekdays})$|${clock}|${elapsed})(?![\\p{L}\\d]))`,
  'giu',
)

const roleNouns = any(String.raw`
  writer | reporter | editor(?:-in-chief)? | editor in chief | correspondent | contributor | columnist | journalist | producer | blogger | analyst | critic | intern | fellow | commentator |
  freelancer? | photographer | videographer | anchor | presenter | bureau chief | managing director | author | researcher | professor | economist | strategist | director | manager | founder | co-founder |
  ceo | cto | president | specialist | consultant | engineer | scientist | lecturer | attorney | redakteur(?:in)? | redacteur | korrespondent(?:in)? | journaliste | rédactrice | rédacteur | correspondant[e]? | periodista | corresponsal | redactora? | jornalista | repórter | giornalista | inviat[oa] | corrispondente |
  journalist(?:in)? | verslaggever | correspondente? | reporterka? | dziennikarka? | muhabir | корреспондент | журналист | обозреватель | 记者 | 記者 | 기자 | 特派員
`)
const roleModifiers = any(String.raw`
  senior | staff | chief | contributing | guest | special | political | national | foreign | general | associate | assistant | deputy | managing | executive | lead | principal | freelance | former | breaking | news | business | sports? |
  science | health | technology | tech | culture | arts | entertainment | travel | food | education | crime | local | city | state | white house | washington | digital | web | online | opinion | features? | investigative | investigations | data | environment | economics | economy | media | world | international |
  diplomatic | defen[cs]e | security | legal | religion | style | life | community | government | money | markets? | enterprise | multimedia | social | football | baseball | basketball | music | film | tv | book
`)

/** A role by itself: "Senior political correspondent", "Staff", "Reporter at large". */
export const role = new RegExp(
  `^(?:the )?(?:(?:(?:${roleModifiers})(?:['’]s)?[\\s,&-]+(?:and )?)*(?:${roleNouns})s?(?:[\\s,/&-](?!to\\b).*)?|(?:${roleModifiers})(?: (?:staff|team|desk|reports?))?)$`,
  'iu',
)

/** A role behind a name with nothing between them but a space. */
export const trailingRole = new RegExp(
  `\\s+(?:(?:${roleModifiers})\\s+)*(?:${roleNouns})s?(?:\\s+(?:at|for|of|in|de|du|bei)\\b.*)?$|\\s+(?:staff writers?|staff reporters?)\\b.*$`,
  'iu',
)

/** News agencies and others that many sites name beside the authors. */
const agencies = any(String.raw`
  (?:the )?associated press | ap(?: news)? | reuters | afp | agence france-presse | bloomberg(?: news| opinion)? | dpa | efe | ansa | upi | pa media | press association | xinhua | kyodo(?: news)? | tass | ria novosti | sid | apa | ats | keystone-sda | belga | anp | tt | ntb | ritzau |
  getty images | shutterstock | press trust of india | pti | ians | ani | cnn(?: \p{L}+)? | bbc(?: (?:news|sport)\p{L}*)? | nbc news | cbs news | abc news | fox news | npr | espn | usa today | (?:the )?new york times | (?:the )?washington post | (?:the )?wall street journal | tribune news service | the canadian press | the conversation | webmd(?: health news)? | webmd health news
`)
export const agency = new RegExp(`^(?:${agencies})(?:[\\s,/].*)?$`, 'iu')
export const trailingAgency = new RegExp(`\\s+(?:${agencies})$`, 'iu')

/** Names of organizations, by the words that they end in or consist of. */
export const organization =
  /\b(?:news|press|times|post|services?|wire|magazine|media|network|newspapers?|herald|tribune|journal|gazette|agency|today|daily|weekly|inc|llc|ltd|gmbh|corp|staff|team|editors|desk|newsroom|bureau|board|university|institute|foundation|association|department|ministry|committee|council|project|group|company|contributors|redaktion|redacción|redação|redazione|rédaction|redactie|редакция)\b\.?$|^(?:the|la|le|el|die|der|das|il) \p{Lu}|^redaktion\b|^(?:department|ministry|university|institute|office|bureau) of\b/iu

/** Values that content systems fill in where no author is known, and words of buttons. */
export const noAuthor = new RegExp(
  `^(?:${any(String.raw`
    \w{0,6}admin\w{0,3} | (?:site )?administrator | (?:site )?editor(?:s|ial)?(?: team| staff| board| desk)? | (?:web|news)?(?: )?(?:staff|team|desk|room)(?: (?:writers?|reports?|reporters?))? | web ?master | guest(?: (?:author|user|contributor))? | users? |
    unknown(?: author)? | anonymous | an[oó]nimo | null | undefined | none | n/?a | default | test | root | author(?:s|ed)? | writer | contributors? | redaktion | redacción | redação | redazione | rédaction | la rédaction | online redaktion |
    (?:first |last )?(?:published|updated|posted|modified|created|publi[ée]|publicado|veröffentlicht|aktualisiert)(?: on| at| by| le)? | on | at | le | à | um | uhr |
    (?:follow|subscribe|share|tweet|contact|email|e-mail|message|view|see|read|show|more|about|all|bio|biography|profile|website|facebook|twitter|instagram|linkedin|rss|print|comments?|home|menu|posts|articles|stories|archive|opens|click|save|listen|get|sign|log|join)\b.*
  `)})$`,
  'iu',
)

/** Academic and professional titles that follow a name behind a comma. */
export const credentials =
  /^(?:[A-Z]{1,3}\.?)?(?:M\.?D|Ph\.?\s?D|M\.?A|B\.?A|M\.?Sc|B\.?Sc|M\.?S|MBA|J\.?D|R\.?N|R\.?D|LL\.?[BM]|Esq|D\.?O|DVM|MPH|CPA|CFA|Ed\.?D|P\.?E|FRCP|DDS|RDN?)\.?$/iu
export const nameSuffix = /^(?:jr|sr|i{2,3}|iv)\.?$/iu

/** Words that sentences have and names don't. */
export const sentenceWords =
  /(?:^|\s)(?:is|are|was|were|has|have|had|will|would|can|this|that|these|those|your|you|our|we|it|its|his|her|their|they|to|with|about|here|than|when|where|which|who|why|how|not|but|if|ist|sind|war|wird|est|sont|dans|pour|que|qui|são|sono|het|een|zijn)(?=\s|$)/iu

/** Places of two words that follow an author's name; those of one word are known by standing alone. */
export const place =
  /^(?:new york(?: city)?|washington,? d\.?c\.?|los angeles|san francisco|san diego|las vegas|hong kong|new delhi|tel aviv|kuala lumpur|buenos aires|são paulo|sao paulo|rio de janeiro|mexico city|cape town|abu dhabi|st\.? petersburg|sri lanka|south korea|north korea|united states|united kingdom|new zealand|saudi arabia|frankfurt am main)$/iu
