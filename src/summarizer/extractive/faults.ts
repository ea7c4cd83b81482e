import { stopWordsOf } from '../text/languages.ts'

/**
 * What makes a sentence a poor line by itself: it points elsewhere, asks the reader to do something with the page, or
 * is no sentence of prose. By primary language subtag where words decide, for all languages where marks do.
 */

/** Names of things only known from the page, the text's own parts, and what the reader should do there. */
const pointing: Readonly<Record<string, RegExp>> = {
  en: /\b(?:figs?\.|figures?|charts?|exhibits?|diagrams?|tables?|equations?|eqs?\.|listings?|algorithm|lemma|theorem|exercise|slide|p\.|pp\.) ?\(?\d{1,3}(?:\.\d{1,3})*\b(?![,.]\d)|\b(?:see|in|from) (?:section|chapter|part|appendix|step|example|page) (?:\d{1,3}(?:\.\d{1,3})*|[a-z])\b(?! of)|\b(?:as )?(?:shown|described|discussed|mentioned|noted|seen|explained|given|listed|stated|defined|illustrated|outlined|depicted|presented) (?:above|below|earlier|previously|here|later|before|in the (?:previous|next|following|last|above))\b|\b(?:above|below)[.,;:)]|\b(?:the|this) (?:following|next|previous|preceding|last|present|current|above) (?:\p{L}+ )?(?:chapter|section|page|paragraph|article|post|table|figure|list|image|picture|example|diagram|screenshot|video|slide|command|code)\b|\bin this (?:chapter|section|article|post|video|tutorial|guide|lesson|part|appendix|talk|lecture|presentation|episode|unit)\b|\bthis (?:chapter|section|post|appendix|lesson|page|screenshot|image|picture|diagram|figure|table|example)\b|\b(?:rest|remainder) of (?:this|the) (?:chapter|section|article|paper|book|post)\b|\bwe(?:'ll|’ll| will| shall|'re going to) (?:see|look|discuss|cover|learn|talk|explore|show|describe|explain|return|examine|turn)\b|\b(?:let's|let’s|let us) (?:look|see|start|begin|turn|take|consider|now|move|go|talk|have)\b|\bas follows\b|\bthe following\b|^here(?:'s|’s| is| are)\b|\((?:left|right|top|bottom|above|below|pictured)\)/iu,
  de: /(?:\b(?:abb(?:ildung|\.)|tab(?:elle|\.)|kapitel|abschnitt|anhang|seite|s\.|gleichung|beispiel|teil) ?\d|\b(?:siehe|vgl\.) |(?:^|\s)(?:oben|unten|nachfolgend|folgend\p{L}*|vorhergehend\p{L}*)(?=[\s.,:;])|in diesem (?:kapitel|abschnitt|artikel|beitrag|buch|video|text)|diese[rs]? (?:abbildung|tabelle|abschnitt|kapitel)|wie folgt|hier klicken|im nächsten (?:kapitel|abschnitt))/iu,
  fr: /(?:(?:^|\s)(?:fig(?:ure|\.)|tableau|chapitre|section|annexe|page|équation|exemple|partie) ?\d|(?:^|\s)voir (?:aussi|ci|la|le|les)|ci-(?:dessous|dessus|après|contre)|dans (?:ce|cet|cette) (?:chapitre|section|article|partie|billet|livre|vidéo)|comme suit|suivants? ?:|cliquez|nous (?:verrons|allons voir))/iu,
  es: /(?:(?:^|\s)(?:fig(?:ura|\.)|tabla|cuadro|capítulo|sección|anexo|página|ecuación|ejemplo|parte) ?\d|(?:^|\s)(?:véase|ver) |(?:más abajo|más arriba|a continuación|anteriormente)|en (?:este|esta) (?:capítulo|sección|artículo|apartado|libro|vídeo|video|entrada)|siguientes? ?:|haga clic|haz clic|veremos)/iu,
  it: /(?:(?:^|\s)(?:fig(?:ura|\.)|tabella|capitolo|sezione|appendice|pagina|equazione|esempio|parte) ?\d|(?:^|\s)(?:si veda|vedi|cfr\.)|(?:qui sotto|di seguito|sopra citat|più avanti)|in quest[oa'’] ?(?:capitolo|sezione|articolo|libro|video)|seguent[ei] ?:|clicca|vedremo)/iu,
  pt: /(?:(?:^|\s)(?:fig(?:ura|\.)|tabela|quadro|capítulo|secção|seção|anexo|página|equação|exemplo|parte) ?\d|(?:^|\s)(?:veja|ver|vide) |(?:abaixo|acima|a seguir|anteriormente)|nest[ea] (?:capítulo|secção|seção|artigo|livro|vídeo|página|post)|seguintes? ?:|clique|veremos)/iu,
  nl: /(?:(?:^|\s)(?:fig(?:uur|\.)|tabel|hoofdstuk|paragraaf|bijlage|pagina|voorbeeld|deel) ?\d|(?:^|\s)zie (?:ook|de|het|hoofdstuk|figuur)|hieronder|hierboven|in (?:dit|deze) (?:hoofdstuk|paragraaf|artikel|boek|video)|als volgt|klik )/iu,
  sv: /(?:(?:^|\s)(?:fig(?:ur|\.)|tabell|kapitel|avsnitt|bilaga|sida|exempel|del) ?\d|(?:^|\s)se (?:även|figur|tabell|avsnitt)|nedan|ovan(?=[\s.,])|i (?:detta|det här) (?:kapitel|avsnitt|artikel)|enligt följande|klicka)/iu,
  pl: /(?:(?:^|\s)(?:rys(?:unek|\.)|tab(?:ela|\.)|rozdział\p{L}*|sekcj\p{L}|załącznik|stron\p{L}|przykład|część) ?\d|(?:^|\s)(?:zob\.|patrz|por\.)|poniżej|powyżej|w (?:tym|niniejszym) (?:rozdziale|artykule)|następując\p{L}+ ?:|kliknij)/iu,
  ru: /(?:(?:^|\s)(?:рис(?:унок|\.)|табл(?:ица|\.)|глав\p{L}|раздел\p{L}*|приложени\p{L}|стр\.|пример|часть) ?\d|(?:^|\s)(?:см\.|смотри)|(?:^|\s)(?:ниже|выше)(?=[.,;:)])|в (?:этой|данной|этом|данном) (?:главе|статье|разделе|книге|видео)|следующ\p{L}+ ?:|нажмите)/iu,
  uk: /(?:(?:^|\s)(?:рис(?:унок|\.)|табл(?:иця|\.)|розділ\p{L}*|додат\p{L}+|стор\.|приклад|частина) ?\d|(?:^|\s)див\.|(?:^|\s)(?:нижче|вище)(?=[.,;:)])|у (?:цьому|цій) (?:розділі|статті|книзі|відео)|наступн\p{L}+ ?:|натисніть)/iu,
  tr: /(?:(?:^|\s)(?:şekil|tablo|bölüm|ek|sayfa|örnek|kısım) ?\d|(?:^|\s)bkz|aşağıda|yukarıda|bu (?:bölümde|makalede|yazıda|kitapta|videoda)|tıklayın)/iu,
}
const pointingUnspaced =
  /[图圖表図][\s]?[0-9０-９一二三]|第[0-9０-９一二三四五六七八九十]+[章节節回]|如(?:下|上)(?:所|图|表|：)?|(?:本|この|当)(?:章|节|節|文|稿|記事|論文|書|页|ページ)|(?:以下|次|下記|上記|前述|後述)の(?:ように|とおり|通り|図|表|もの)|点击|點擊|クリック|(?:그림|표|장|절) ?[0-9]|다음과 같|이 (?:장|글|절)에서/u

/** What pages ask of their readers and say of themselves. */
const appeal: Readonly<Record<string, RegExp>> = {
  en: /^(?:please |and |now |just )?(?:subscribe|sign[- ]?up|click|donate|check out|stay tuned|read (?:more|on|our|the full|next)|find out more|learn more|see (?:also|more|our|all|the)|get (?:more|the latest)|visit (?:our|the|us|his|her|their)|contact|e-?mail|follow|like|share|leave|let (?:me|us) know|join (?:us|our)|download|log[- ]?in|buy|shop|pre-?order|support us|become|tell us|thanks?|watch|listen to|scroll|swipe|enter your|browse)\b|\b(?:our|this|the|a|free|weekly|daily) newsletters?\b|\bunsubscribe\b|\baffiliate\b|\bmay (?:receive|earn) (?:a|an) \p{L}*\s?commission\b|\bour (?:readers|picks|app|podcast|privacy policy|terms)\b|\bprivacy policy\b|\bterms of (?:use|service)\b|\bthank(?:s| you) for (?:reading|watching|listening|joining)\b|\bhit the (?:like|bell)\b|\bin the comments\b|\b(?:(?:read|find out|see) more (?:about|on|at|here)|learn more (?:here|at))\b|\bfor more (?:information|details|on)\b|\bclick(?:ing)? (?:here|on the (?:link|button))\b|\bthis (?:story|article|post|piece) (?:was|has been|originally|first|appeared)\b|\b(?:originally|first) (?:published|appeared) (?:in|on|at)\b|\b(?:reporting|writing|editing) by\b|\bcontributed to this\b|\b(?:declined|refused) (?:further |to )?(?:to )?comment[.]|\brequests? for (?:a )?comment\b|\bcould not (?:immediately )?be reached\b|\bphoto(?:graph)? (?:by|credit|courtesy)\b/iu,
  de: /(?:abonnieren|newsletter|anmelden|registrieren|hier klicken|mehr (?:dazu|lesen|erfahren|infos)|lesen sie|datenschutz|cookies|folgen sie|kommentare?\b|anzeige\b|werbung|provision)/iu,
  fr: /(?:abonnez|newsletter|inscrivez|cliquez|en savoir plus|lire aussi|lire la suite|cookies|suivez-nous|commentaires?\b|publicité)/iu,
  es: /(?:suscríb|newsletter|boletín|regístr|haga clic|haz clic|leer más|lea también|cookies|síguenos|comentarios?\b|publicidad|saber más)/iu,
  it: /(?:iscriv|newsletter|abbonat|clicca|leggi (?:anche|di più)|cookie|seguici|commenti\b|pubblicità)/iu,
  pt: /(?:^receba |^baixe |nosso e-?book|inscreva|newsletter|assine|cadastre|clique|leia (?:mais|também)|saiba mais|cookies|siga-nos|comentários\b|publicidade|favoritos)/iu,
  ru: /(?:подпис(?:ы?вай|аться|к)|рассылк|нажмите|читайте также|подробнее|комментари|реклам|куки)/iu,
}
const appealUnspaced =
  /订阅|訂閱|关注我们|点赞|點讚|扫码|转载|轉載|责任编辑|免责声明|続きを読む|登録はこちら|購読|フォロー|구독|무단전재|좋아요/u

/** Signs of program code, of paths and of markup. */
const code =
  /[{}]|=>|->|\w\(\)|\b\w+\.\w+\(|\/[\w.-]+\/[\w.-]|<\/?[a-z][^<>]{0,60}>|\b[a-z]{2,}[A-Z]\w*[a-z]\b|\b\w+_\w+\b|\$[a-z_]\w|(?:^|\s)--[a-z]|::|[=!]=|\+\+|\b\w+\.(?:py|java|cfm|html?|xml|json|css|ini|php|cpp|exe|txt|sh|ya?ml)\b/u
/** Signs of mathematics. */
const mathSigns = /[=+∑∏∫√≤≥≠≈∈∉⊂⊆∪∩∀∃→⇒↦±×÷^|]|[\u{1D400}-\u{1D7FF}]|[α-ω](?![α-ωά-ώ])/gu
const loneSymbols = /(?:^|\s)[\p{L}\p{N}](?=[\s,.)])/gu
/** Points or marks that lead the eye to a page number. */
const leaders = /\.{4,}|(?:\. ){3,}|…{2,}|_{3,}|·{3,}/u
/** A number or mark of a note stuck to the word before it, with more text after it. */
const glued = /\p{Ll}{2,}[.!?]["”’»)]?\p{Lu}\p{Ll}+/u
/** A question that Japanese, Korean and Chinese may end with a full stop. */
const softQuestion = /(?:か|のか|だろうか|까|나요|吗|嗎|呢)[。．.]$/u
/** A question of speech without punctuation: an auxiliary or question word, then its subject. */
const bareQuestion =
  /^(?:are|is|do|does|did|can|could|will|would|should|have|has|was|were|who|why|where|which|what|how)(?: \p{L}+)?(?: much| many| long)? (?:you|i|we|they|he|she|it|there|the|this|that|these|those|is|are|do|does|did|would|could|should|can)\b/u
const stopped = /[.!?…。！？]["”’»)\]]*$/u
/** Speech that breaks off, and a reason without what it is the reason for. */
const brokenOff =
  /\b(?:the|an?|and|or|but|my|your|our|their|its|into|um|uh|er) ?[.!?]$|^(?:because|although|though|whereas|unless)\b[^,]*$|^(?:whether|which|as if|as though|such as|including|что|чтобы|как будто)\s/iu
const colonEnd = /[:：;；,，、–—-]["”’»)\]]*$/u
/** The end of a bibliographic line: ", Random House, 2008." */
const yearAtEnd = /^.{4,120},\s(?:1[6-9]|20)\d{2}\.?$/u
const LONGEST_REFERENCE = 16
const manyNumbers = /\p{Nd}+(?:[.,:/]\p{Nd}+)*/gu

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Hits for each word; two characters count as one in scripts without spaces. */
function share(text: string, pattern: RegExp): number {
  const words = unspacedScript.test(text) ? text.length / 2 : text.split(/\s+/u).length
  return (text.match(pattern)?.length ?? 0) / words
}

const MOST_MATH = 0.12
const MOST_LONE_SYMBOLS = 0.2
const MOST_NUMBERS = 0.34

/** No sentence that a person reads at a glance is longer, and no pattern here is run over more. */
const MOST_CHARACTERS = 800

/** Whether a text is a formula, a row of numbers or a line of a table of contents. */
export function isMachineText(text: string): boolean {
  return (
    text.length > MOST_CHARACTERS ||
    leaders.test(text) ||
    share(text, mathSigns) > MOST_MATH ||
    share(text, loneSymbols) > MOST_LONE_SYMBOLS ||
    share(text, manyNumbers) > MOST_NUMBERS
  )
}

const capitalized = /(?<=\s)["“(]?\p{Lu}[\p{L}\p{N}.'’-]*/gu
const lowerWord = /(?<=\s)["“(]?\p{Ll}/gu
const MOST_NAMES = 0.65
const LEAST_NAMES = 4

/** Whether a text is a title or a list of names: nearly all its words have capitals. German nouns have them too. */
export function isNames(text: string, language: string): boolean {
  const capitals = text.match(capitalized)?.length ?? 0
  const lower = text.match(lowerWord)?.length ?? 0
  return language !== 'de' && capitals >= LEAST_NAMES && capitals > MOST_NAMES * (capitals + lower)
}

/** Whether a text is a line of a bibliography or of a list of an author's books. */
export function isReferenceLine(text: string): boolean {
  return text.length <= MOST_CHARACTERS && yearAtEnd.test(text) && text.split(' ').length <= LONGEST_REFERENCE
}

/** What is wrong with a sentence as a line by itself. */
export type Fault = 'points' | 'appeals' | 'code' | 'open' | 'names' | 'glued'

/** Single quotation marks open in the middle and nothing closes them. */
const openInside = /[\s:(]['‘](?=\p{L})(?!.*['’](?:[\s.,;:!?)]|$))/su

/** Whether something must follow: the items of a list, an answer, the rest of a sentence that a line break cut. */
function isOpen(text: string, language: string): boolean {
  if (colonEnd.test(text) || softQuestion.test(text) || brokenOff.test(text) || openInside.test(text)) return true
  if (stopped.test(text)) return false
  const last = text.slice(text.lastIndexOf(' ') + 1).toLowerCase()
  return stopWordsOf(language).has(last) || bareQuestion.test(text)
}

/**
 * The first thing that makes a sentence a poor line by itself, or null.
 *
 * @param language primary language subtag, lower case
 */
export function faultOf(text: string, language: string): Fault | null {
  if (text.length > MOST_CHARACTERS) return 'code'
  if (isOpen(text, language)) return 'open'
  if (code.test(text) || isMachineText(text)) return 'code'
  if (isNames(text, language)) return 'names'
  if (isReferenceLine(text)) return 'code'
  if (glued.test(text)) return 'glued'
  if (pointing[language]?.test(text) === true || pointingUnspaced.test(text)) return 'points'
  if (appeal[language]?.test(text) === true || appealUnspaced.test(text)) return 'appeals'
  return null
}
