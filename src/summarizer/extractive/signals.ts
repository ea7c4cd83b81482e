/**
 * Phrases by which writers mark what matters: findings, reasons, decisions, conclusions (the cue method of Edmundson
 * 1969, "New Methods in Automatic Extracting"), by primary language subtag.
 */
const cues: Readonly<Record<string, RegExp>> = {
  en: /\b(?:because|result(?:s|ed)? in|as a result|found that|finds that|shows? that|showed that|showed|conclu(?:de[sd]?|sion)|decided|decision|agreed|voted|approved|turned (?:it |the [a-z]+ )?down|means? that|must|should|need(?:s|ed)? to|important|most|main|key|in the end|ultimately|overall|for the first time|than (?:before|in|the)|rather than|rose|risen|fell|fallen|increased?|decreased?|doubled|halved|tripled|cause[sd]?|leads? to|led to|recommend(?:s|ed)?|argues? that|points out|plan(?:s|ned)?|answer is|never|always|make sure|avoid)\b/iu,
  de: /(?:^|[\s,])(?:weil|da durch|dadurch|deshalb|ergab|ergeben|zeigt|zeigte|zeigen|fanden|beschloss|beschlossen|entschied|entschieden|entscheidung|ergebnis|folge|ursache|bedeutet|muss|müssen|sollte|sollten|wichtig|wichtigste|am ende|letztlich|insgesamt|zum ersten mal|erstmals|stieg|gestiegen|sank|gesunken|verdoppelt|halbiert|geplant|plant|empfiehlt|als zuvor|statt)(?=[\s.,;:])/iu,
  fr: /(?:^|[\s,])(?:parce que|car|résultat|résultats|montre|montrent|montré|conclut|conclusion|décidé|décision|signifie|doit|doivent|devrait|important|principale?|finalement|au total|pour la première fois|augmenté|baissé|doublé|cause|prévoit|recommande|plutôt que)(?=[\s.,;:])/iu,
  it: /(?:^|[\s,])(?:perché|poiché|risultat[oi]|mostra|mostrano|dimostra|conclude|conclusione|deciso|decisione|significa|deve|devono|dovrebbe|importante|principale|infine|in totale|per la prima volta|aumentat[oa]|diminuit[oa]|raddoppiat[oa]|causa|prevede|raccomanda|invece di|bisogna|è necessario)(?=[\s.,;:])/iu,
  pt: /(?:^|[\s,])(?:porque|pois|resultados?|mostra|mostram|mostrou|conclui|conclusão|decidiu|decisão|significa|deve|devem|deveria|importante|principal|finalmente|no total|pela primeira vez|aumentou|caiu|subiu|dobrou|causa|prevê|recomenda|em vez de|é preciso)(?=[\s.,;:])/iu,
  nl: /(?:^|[\s,])(?:omdat|doordat|resultaat|resultaten|blijkt|toont|concludeert|conclusie|besloot|besloten|besluit|betekent|moet|moeten|zou|belangrijk|belangrijkste|uiteindelijk|in totaal|voor het eerst|gestegen|gedaald|verdubbeld|oorzaak|verwacht|in plaats van)(?=[\s.,;:])/iu,
  sv: /(?:^|[\s,])(?:eftersom|därför att|resultat|resultatet|visar|visade|slutsats|slutsatsen|beslutade|beslut|beslutet|betyder|innebär|måste|bör|viktig|viktiga|viktigaste|till slut|totalt|för första gången|ökat|ökade|minskat|minskade|fördubblats|orsak|orsaken|rekommenderar|i stället för)(?=[\s.,;:])/iu,
  pl: /(?:^|[\s,])(?:ponieważ|gdyż|bo|wynik|wyniki|wynika|pokazuje|pokazują|wniosek|zdecydował\p{L}*|decyzja|oznacza|musi|muszą|powin\p{L}+|należy|trzeba|ważn\p{L}+|główn\p{L}+|ostatecznie|łącznie|po raz pierwszy|wzrosł\p{L}*|spadł\p{L}*|podwoi\p{L}+|przyczyn\p{L}+|zaleca|zamiast)(?=[\s.,;:])/iu,
  ru: /(?:^|[\s,])(?:потому что|так как|поскольку|из-за|результат\p{L}*|показыва\p{L}+|показал\p{L}*|вывод\p{L}*|решил\p{L}*|решение|означает|должн\p{L}+|должен|нужно|необходимо|следует|важн\p{L}+|главн\p{L}+|основн\p{L}+|в итоге|наконец|всего|впервые|вырос\p{L}*|увеличил\p{L}+|снизил\p{L}+|сократил\p{L}+|упал\p{L}*|причин\p{L}+|рекоменду\p{L}+|вместо)(?=[\s.,;:])/iu,
  uk: /(?:^|[\s,])(?:тому що|оскільки|через|результат\p{L}*|показу\p{L}+|показав|показал\p{L}*|висновок|вирішив|вирішил\p{L}*|рішення|означає|повин\p{L}+|потрібно|необхідно|слід|важлив\p{L}+|головн\p{L}+|основн\p{L}+|зрештою|загалом|вперше|зріс|зросл\p{L}*|зменшив\p{L}*|впав|впал\p{L}*|причин\p{L}+|рекоменду\p{L}+|замість)(?=[\s.,;:])/iu,
  tr: /(?:^|[\s,])(?:çünkü|nedeniyle|sonuç\p{L}*|gösteriyor|gösterdi|karar\p{L}*|anlamına|gerek\p{L}*|zorunda\p{L}*|önemli|en|ana|sonunda|toplam|ilk kez|arttı|artış|azaldı|düştü|yükseldi|neden\p{L}*|öneriyor|yerine)(?=[\s.,;:])/iu,
  id: /(?:^|[\s,])(?:karena|sebab|hasil\p{L}*|menunjukkan|menyimpulkan|kesimpulan\p{L}*|memutuskan|keputusan|berarti|harus|perlu|penting|utama|akhirnya|total|pertama kali|meningkat|naik|turun|menurun|penyebab|menyebabkan|menyarankan|daripada)(?=[\s.,;:])/iu,
  vi: /(?:^|[\s,])(?:bởi vì|vì|do|kết quả|cho thấy|kết luận|quyết định|nghĩa là|phải|cần|nên|quan trọng|chủ yếu|chính|cuối cùng|tổng cộng|lần đầu tiên|tăng|giảm|gấp đôi|nguyên nhân|gây ra|khuyến nghị|thay vì)(?=[\s.,;:])/iu,
  ar: /(?:^|[\s،])[وف]?(?:لأن|بسبب|نتيجة|النتائج|أظهرت|تظهر|تبين|يبين|خلص\p{L}*|قرر\p{L}*|القرار|يعني|تعني|يجب|ينبغي|لا بد|مهم|الأهم|أهم|الرئيسي\p{L}*|أخيرا|إجمالي|لأول مرة|ارتفع\p{L}*|انخفض\p{L}*|زاد\p{L}*|تضاعف\p{L}*|أدى|يؤدي|تؤدي|يوصي|بدلا من)(?=[\s.،؛:])/u,
  he: /(?:^|[\s,])[ו]?(?:כי|מפני ש\p{L}*|בגלל|תוצא\p{L}+|מראה|מראים|הראה|הראו|מסקנ\p{L}+|החליט\p{L}*|החלט\p{L}+|פירוש\p{L}*|חייב\p{L}*|צריך|צריכ\p{L}+|חשוב\p{L}*|עיקרי\p{L}*|לבסוף|בסך הכול|לראשונה|עלה|עלתה|ירד|ירדה|הוכפל\p{L}*|הסיבה|גורם|גורמת|ממליצ\p{L}+|במקום)(?=[\s.,;:])/u,
  hi: /(?:^|[\s,])(?:क्योंकि|कारण|वजह|परिणाम\p{M}*|नतीज\p{M}*|दिखाता|पाया|निष्कर्ष|फैसला|फ़ैसला|निर्णय|मतलब|चाहिए|ज़रूरी|जरूरी|अनिवार्य|महत्वपूर्ण|मुख्य|सबसे|आखिरकार|कुल|पहली बार|बढ़\p{L}*\p{M}*|घट\p{L}*\p{M}*|दोगुन\p{M}*|सिफारिश|बजाय)(?=[\s,;:।])/u,
  es: /(?:^|[\s,])(?:porque|resultado|resultados|muestra|muestran|mostró|concluye|conclusión|decidió|decisión|significa|debe|deben|debería|importante|principal|finalmente|en total|por primera vez|aumentó|cayó|bajó|subió|duplicó|causa|prevé|recomienda|en lugar de)(?=[\s.,;:])/iu,
}
const unspacedCues =
  /因为|由于|导致|结果|表明|显示|发现|决定|计划|必须|应该|重要|主要|首次|总之|增长|下降|上升|减少|增加|建议|結果|決定|重要|原因|初めて|増加|減少|計画|べき|必要|때문|결과|밝혀|나타났|결정|계획|해야|중요|주요|처음|증가|감소|늘었|줄었|권고/u

/**
 * Whether a sentence names itself a finding, reason, decision or conclusion.
 *
 * @param language primary language subtag, lower case
 */
export function hasCue(text: string, language: string): boolean {
  return cues[language]?.test(text) === true || unspacedCues.test(text)
}

/** Times of day and years place a sentence; they are no figures that tell a reader how much. */
const clockOrYear = /\d{1,2}:\d{2}|(?<![\d.,])(?:1[5-9]|20)\d{2}(?![\d.,]*\d)/gu
const spelled: Readonly<Record<string, RegExp>> = {
  en: /\b(?:percent|per cent|half|third|quarter|twice|hundred|thousand|million|billion|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]+)?)\b/iu,
  de: /(?:^|[\s])(?:prozent|hälfte|drittel|viertel|doppelt|hundert|tausend|millionen|milliarden|\p{L}*(?:zig|ßig))(?=[\s.,;:])/iu,
  fr: /(?:^|[\s])(?:pour cent|moitié|tiers|quart|cents?|mille|millions?|milliards?|vingt|trente|quarante|cinquante|soixante)(?=[\s.,;:])/iu,
  es: /(?:^|[\s])(?:por ciento|mitad|tercio|cuarto|cien|ciento|mil|millones|veinte|treinta|cuarenta|cincuenta|sesenta)(?=[\s.,;:])/iu,
}
const chineseNumber = /百分之|[一二三四五六七八九十百千万亿両]{2,}/u

/**
 * Whether a sentence gives a figure, in digits or in words.
 *
 * @param language primary language subtag, lower case
 */
export function hasFigure(text: string, language: string): boolean {
  if (/\p{Nd}/u.test(text.replace(clockOrYear, ''))) return true
  return spelled[language]?.test(text) === true || chineseNumber.test(text)
}

/**
 * Nouns that only hold a place for what the next sentences fill in ("two causes", "several problems"): shell nouns
 * (Schmid 2000, "English Abstract Nouns as Conceptual Shells"), by primary language subtag. Lower case.
 */
const shellNouns: Readonly<Record<string, string>> = {
  en: 'reason cause problem question answer way thing factor step limit limitation option lesson difference point consequence challenge advantage disadvantage drawback example explanation condition rule aspect idea argument change exception issue obstacle risk approach possibility purpose goal task part stage catch place difficulty theory possibilities difficulties theories strategies',
  de: 'grund gründe gründen ursache ursachen problem probleme problemen frage fragen weg wege wegen möglichkeit möglichkeiten grenze grenzen schritt schritte schritten vorteil vorteile nachteil nachteile bedingung bedingungen erklärung erklärungen ausnahme ausnahmen punkt punkte punkten ziel ziele zielen aufgabe aufgaben haken',
  fr: 'raison raisons cause causes problème problèmes question questions façon façons manière manières limite limites étape étapes avantage avantages inconvénient inconvénients condition conditions explication explications exception exceptions point points objectif objectifs',
  es: 'razón razones causa causas problema problemas pregunta preguntas manera maneras forma formas límite límites paso pasos ventaja ventajas desventaja desventajas condición condiciones explicación explicaciones excepción excepciones punto puntos objetivo objetivos',
}

const counts: Readonly<Record<string, string>> = {
  en: 'two three four five several some many various different following few other number',
  de: 'zwei drei vier fünf mehrere einige viele verschiedene folgende folgenden wenige andere',
  fr: 'deux trois quatre cinq plusieurs quelques diverses divers différentes suivantes suivants',
  es: 'dos tres cuatro cinco varias varios algunas algunos diversas diversos siguientes',
}

/** Openings that say only that something exists. */
const existential: Readonly<Record<string, RegExp>> = {
  en: /^(?:(?:but|and|yet|still),? )?there(?:'s| is| are| was| were| remain| remains) /u,
  de: /^(?:(?:aber|doch|und) )?(?:es gibt|es gab|dafür gibt es|dafür gab es) /u,
  fr: /^(?:mais )?il y (?:a|avait) /u,
  es: /^(?:pero )?(?:hay|había|existen) /u,
}

/** "有两个原因。", "理由は三つある。": a count and a shell noun close together at the end. */
const unspacedAnnouncements =
  /^.{0,24}(?:[两三四五几二]|以下|如下|多|三つ|二つ|いくつか|つの).{0,4}(?:原因|理由|问题|問題|方面|方法|因素|要点|步骤|挑战|课题|点)(?:が|も)?(?:ある|あります|导致|造成)?[。．]$/u

const MOST_WORDS = 14
/** How far from its end the sentence may still name the shell noun, and how far before it the count may stand. */
const TAIL_WORDS = 4
const COUNT_REACH = 3

const sets = new Map<string, ReadonlySet<string>>()

function setOf(lists: Readonly<Record<string, string>>, kind: string, language: string): ReadonlySet<string> {
  const key = `${kind} ${language}`
  const known = sets.get(key)
  if (known !== undefined) return known
  const made = new Set((lists[language] ?? '').split(' ').filter(Boolean))
  sets.set(key, made)
  return made
}

/**
 * Whether a sentence only announces what the next ones say ("The biologists see two causes."): short, without a
 * figure, its point a counted or merely existing shell noun.
 *
 * @param language primary language subtag, lower case
 */
export function announces(text: string, language: string): boolean {
  if (unspacedAnnouncements.test(text)) return true
  const nouns = setOf(shellNouns, 'noun', language)
  if (nouns.size === 0 || /\p{Nd}/u.test(text)) return false
  const lower = text.toLowerCase().replaceAll('’', "'")
  const words = lower.match(/[\p{L}'-]+/gu) ?? []
  if (words.length > MOST_WORDS) return false
  const exists = existential[language]?.test(lower) === true
  const counted = setOf(counts, 'count', language)
  return words.some((word, at) => {
    if (!nouns.has(word) && !(language === 'en' && word.endsWith('s') && nouns.has(word.slice(0, -1)))) return false
    if (exists) return true
    const near = words.slice(Math.max(0, at - COUNT_REACH), at)
    return at >= words.length - TAIL_WORDS && near.some((before) => counted.has(before))
  })
}

/**
 * Openings by which writers report what others believe, mostly to correct it, by primary language subtag. Taken by
 * itself such a sentence says the opposite of what the text does.
 */
const reported: Readonly<Record<string, RegExp>> = {
  en: /\b(?:(?:many|most|some|lots of|a lot of|other|few)(?: of)?(?: the)?(?: \p{L}+)? (?:still |often |wrongly |mistakenly |falsely )?(?:believe|think|assume|imagine|suppose|claim|insist|fear|hold)s?\b|people (?:\p{L}+ )?(?:believe|think|assume|imagine|say)\b|(?:it is|it's|it was|is|are|was|were) (?:often|commonly|widely|sometimes|generally|frequently|usually|popularly|once|long) (?:said|believed|thought|assumed|claimed|supposed|considered|held|assumed|portrayed)\b|(?:common|popular|widespread|persistent|frequent|usual) (?:myth|misconception|belief|assumption|fallacy|misunderstanding|view|opinion|complaint|objection)|conventional wisdom|legend has it|(?:^|\s)myth(?: \d+)?:|(?:you|one) (?:may|might|would|could)(?: well)? (?:think|believe|have heard|expect|assume|imagine)|at first (?:glance|sight)|critics (?:say|claim|argue|fear)|(?:^|\s)(?:supposedly|allegedly)\b|rumou?r has it|(?:everyone|everybody) (?:knows|believes|thinks))/iu,
  de: /(?:(?:viele|manche|einige|die meisten)(?: \p{L}+)? (?:glauben|denken|meinen|nehmen an|halten|behaupten)|(?:es heißt|man glaubt|man denkt|man meint|es wird) (?:oft|häufig|gern|immer wieder|allgemein|weithin)|(?:gilt|gelten) (?:oft|häufig|gemeinhin|landläufig) als|(?:verbreitet|weit verbreitet|hartnäckig|gängig|häufig|populär)\p{L}* (?:irrtum|mythos|annahme|irrglaube|vorurteil|meinung|glaube|missverständnis)|angeblich|(?:^|\s)mythos(?: \d+)?:|auf den ersten blick|man könnte (?:meinen|denken|glauben))/iu,
  fr: /(?:(?:beaucoup|certains|nombreux sont ceux qui|la plupart des gens|les gens|on)(?: de \p{L}+)? (?:croient|pensent|croit souvent|pense souvent|imaginent|s'imaginent|prétendent|dit souvent|entend souvent)|il est (?:souvent|couramment|communément) (?:dit|admis|considéré)|(?:idée reçue|idée répandue|mythe (?:répandu|tenace)|croyance (?:populaire|répandue))|à première vue|on pourrait (?:croire|penser)|(?:^|\s)(?:soi-disant|prétendument)\b|(?:^|\s)mythe(?: \d+)? ?:)/iu,
  es: /(?:(?:muchos|muchas personas|mucha gente|algunos|la mayoría|la gente)(?: de \p{L}+)? (?:creen?|piensan?|suponen?|cree|afirman?|asumen?|dicen)|se (?:suele|cree|dice|piensa) (?:a menudo|creer|decir|pensar|comúnmente|que a menudo)|(?:mito|creencia|idea|error)\p{L}* (?:común|popular|extendid\p{L}|muy extendid\p{L}|frecuente|generalizad\p{L})|a primera vista|se podría (?:pensar|creer)|supuestamente|(?:^|\s)mito(?: \d+)?:)/iu,
  it: /(?:(?:molti|alcuni|tanti|la maggior parte|la gente|molte persone)(?: \p{L}+)? (?:credono|crede|pensano|pensa|ritengono|sostengono|immaginano)|si (?:crede|dice|pensa) (?:spesso|comunemente|che spesso)|(?:mito|credenza|convinzione|luogo comune|errore)\p{L}* (?:comune|diffus\p{L}|popolare|frequente)|luogo comune|a prima vista|si potrebbe (?:pensare|credere)|presunt\p{L} |(?:^|\s)mito(?: \d+)?:)/iu,
  pt: /(?:(?:muitos|muitas pessoas|muita gente|alguns|a maioria|as pessoas)(?: \p{L}+)? (?:acreditam|acredita|pensam|pensa|acham|acha|supõem|afirmam)|(?:diz-se|acredita-se|pensa-se) (?:muitas vezes|frequentemente|geralmente|comumente)|(?:mito|crença|ideia|erro)\p{L}* (?:comum|popular|difundid\p{L}|frequente)|à primeira vista|supostamente|(?:^|\s)mito(?: \d+)?:)/iu,
  nl: /(?:(?:veel|vele|sommige|de meeste)(?: \p{L}+)? (?:geloven|denken|menen|nemen aan)|(?:er wordt|men denkt|wordt) (?:vaak|dikwijls|algemeen) (?:gedacht|gezegd|aangenomen|beweerd)|(?:wijdverbreid|hardnekkig|veelvoorkomend|bekend)\p{L}* (?:misverstand|mythe|idee|misvatting)|op het eerste gezicht|zogenaamd|mythe(?: \d+)?:)/iu,
  sv: /(?:(?:många|en del|de flesta)(?: \p{L}+)? (?:tror|anser|antar|menar)|det (?:sägs|antas|påstås) (?:ofta|allmänt)|(?:vanlig|utbredd|seglivad)\p{L}* (?:myt|missuppfattning|uppfattning|föreställning)|vid första anblicken|myt(?: \d+)?:)/iu,
  pl: /(?:(?:wielu|wiele osób|niektórzy|większość)(?: \p{L}+)? (?:wierzy|uważa|myśli|sądzi|sądzą|uważają)|(?:często|powszechnie) (?:mówi się|uważa się|sądzi się|uważa)|(?:powszechn|popularn|rozpowszechnion)\p{L}+ (?:mit|przekonanie|błąd|opinia)|na pierwszy rzut oka|rzekomo|mit(?: \d+)?:)/iu,
  ru: /(?:(?:многие|некоторые|большинство(?: людей)?)(?: \p{L}+)? (?:считают|думают|полагают|верят|уверены|считает|думает)|(?:часто|обычно|принято|широко) (?:считается|считать|говорят|думают|считают)|(?:распростран[её]нн|популярн|устойчив)\p{L}+ (?:миф|заблуждение|мнение|убеждение)|на первый взгляд|якобы|миф(?: \d+)?:)/iu,
  uk: /(?:(?:багато хто|багато людей|деякі|більшість(?: людей)?)(?: \p{L}+)? (?:вважа\p{L}+|дума\p{L}+|вірять|переконані)|(?:часто|зазвичай|прийнято) (?:вважається|вважати|кажуть|думають)|(?:поширен|популярн)\p{L}+ (?:міф|помилка|думка|омана)|на перший погляд|нібито|міф(?: \d+)?:)/iu,
  tr: /(?:(?:birçok kişi|çoğu kişi|çoğu insan|birçok insan|insanlar)(?: \p{L}+){0,8} (?:inanır|inanıyor|düşünür|düşünüyor|sanır|sanıyor)|(?:yaygın|sık görülen) (?:bir )?(?:inanış|yanılgı|kanı|efsane)|genellikle (?:inanılır|sanılır|düşünülür)|sözde)/iu,
  id: /(?:(?:banyak|sebagian|kebanyakan)(?: orang)? (?:percaya|mengira|berpikir|beranggapan|menganggap)|sering (?:dikatakan|dianggap|dikira)|mitos(?: umum| populer| \d+:|:)|anggapan (?:umum|keliru)|sekilas)/iu,
  ar: /(?:يعتقد (?:الكثير|كثير|البعض|الناس|معظم|العديد)|(?:من )?الشائع|شائع[ةا]? أن|خرافة|يظن (?:الكثير|البعض|الناس)|للوهلة الأولى|يقال (?:غالبا|عادة|إن))/u,
  he: /(?:רבים (?:מאמינים|חושבים|סבורים)|אנשים רבים (?:מאמינים|חושבים)|(?:מיתוס|אמונה|טעות) (?:נפוצ|רווחת)|נהוג לחשוב|במבט ראשון|לכאורה)/u,
  hi: /(?:(?:कई|बहुत से|अधिकांश|ज़्यादातर|ज्यादातर) (?:लोग|लोगों)|लोग (?:मानते|सोचते)|आम (?:धारणा|मिथक|गलतफहमी|ग़लतफ़हमी)|अक्सर (?:कहा|माना|समझा) जाता)/u,
  vi: /(?:(?:nhiều|đa số|hầu hết)(?: người)? (?:tin|nghĩ|cho rằng)|người ta (?:thường|hay) (?:nói|cho|nghĩ|tin)|(?:quan niệm|lầm tưởng|hiểu lầm) (?:phổ biến|sai lầm)|thoạt nhìn)/iu,
}
const unspacedHearsay =
  /很多人(?:认为|以为|相信|觉得|說|说)|许多人|許多人|人们(?:常|往往|普遍)?(?:认为|以为|相信)|常(?:说|言道)|误以为|普遍认为|一般认为|乍一看|(?:多くの|たいていの)人(?:は|が)|と(?:よく言われ|思われがち|信じられてい|誤解され)|一般に.{0,20}と(?:思われ|考えられ|信じられ)|俗説|一見|많은 (?:사람|이)(?:들)?(?:이|은|는)|흔히 .{0,40}(?:생각|여겨|알려|말)|통념|오해/u

/** Where the sentence itself says what is wrong with the belief, it can stand. */
const settled: Readonly<Record<string, RegExp>> = {
  en: /\b(?:but|however|yet|although|though|despite|wrong(?:ly)?|false(?:ly)?|mistaken(?:ly)?|incorrect(?:ly)?|in fact|actually|not true|untrue|no evidence|debunked|contrary to|a myth|myths?\b.*\bnot)\b/iu,
  de: /(?:aber|jedoch|doch|obwohl|tatsächlich|falsch|zu unrecht|fälschlich|in wahrheit|stimmt nicht|irrtum|widerlegt|entgegen)/iu,
  fr: /(?:mais|pourtant|cependant|bien que|à tort|faux|fausse|en réalité|en fait|contrairement)/iu,
  es: /(?:pero|sin embargo|aunque|fals[oa]|erróne|en realidad|de hecho|contrariamente|no es cierto)/iu,
}

/**
 * Whether a sentence only reports what people believe, without saying whether it is so.
 *
 * @param language primary language subtag, lower case
 */
export function isHearsay(text: string, language: string): boolean {
  if (unspacedHearsay.test(text)) return true
  const pattern = reported[language]
  return pattern?.test(text) === true && settled[language]?.test(text) !== true
}

/** Openings by which a sentence takes back the one before it. */
const retraction: Readonly<Record<string, RegExp>> = {
  en: /^["“'‘(]?(?:but\b|however\b|yet\b|in fact\b|in reality\b|in truth\b|actually\b|not so\b|wrong\b|nonsense\b|on the contrary\b|the truth is\b|the reality is\b|nothing could be further\b|(?:this|that|it|they|both|none of (?:this|that)) (?:is|was|are|were|isn['’]t|wasn['’]t|aren['’]t) (?:\p{L}+ )?(?:wrong|false|a myth|myths|not true|untrue|mistaken|incorrect|nonsense|not the case|a mistake|a misconception|simply not))/iu,
  de: /^["„»(]?(?:aber|doch|jedoch|tatsächlich|in wahrheit|in wirklichkeit|im gegenteil|falsch|das (?:ist|war|stimmt) (?:\p{L}+ )?(?:falsch|nicht|ein irrtum|ein mythos))(?=[\s,.!:]|$)/iu,
  fr: /^["«(]?\s?(?:mais|or|pourtant|cependant|toutefois|en réalité|en fait|au contraire|faux|c'est (?:\p{L}+ )?faux|il n'en est rien)(?=[\s,.!:]|$)/iu,
  es: /^["«“(]?(?:pero|sin embargo|no obstante|en realidad|de hecho|al contrario|falso|(?:esto|eso) (?:es|no es) (?:\p{L}+ )?(?:falso|cierto|verdad|un mito|un error))(?=[\s,.!:]|$)/iu,
  it: /^["«“(]?(?:ma|però|tuttavia|in realtà|in effetti|al contrario|falso)(?=[\s,.!:]|$)/iu,
  pt: /^["«“(]?(?:mas|porém|contudo|no entanto|na verdade|na realidade|pelo contrário|falso)(?=[\s,.!:]|$)/iu,
  nl: /^["“„(]?(?:maar|echter|toch|in werkelijkheid|in feite|integendeel|dat (?:is|klopt) (?:niet|een mythe|onjuist))(?=[\s,.!:]|$)/iu,
  sv: /^["”(]?(?:men|dock|i själva verket|i verkligheten|tvärtom|det (?:är fel|stämmer inte))(?=[\s,.!:]|$)/iu,
  pl: /^["„(]?(?:ale|jednak|lecz|w rzeczywistości|tymczasem|wręcz przeciwnie|to nieprawda)(?=[\s,.!:]|$)/iu,
  ru: /^["«(]?(?:но|однако|на самом деле|в действительности|напротив|это (?:не так|неправда|неверно|миф))(?=[\s,.!:]|$)/iu,
  uk: /^["«(]?(?:але|однак|проте|насправді|навпаки|це (?:не так|неправда|міф))(?=[\s,.!:]|$)/iu,
  tr: /^["“(]?(?:ama|ancak|fakat|oysa|aslında|gerçekte|tam tersine|bu doğru değil)(?=[\s,.!:]|$)/iu,
  id: /^["“(]?(?:tetapi|namun|padahal|kenyataannya|sebenarnya|sebaliknya|itu tidak benar)(?=[\s,.!:]|$)/iu,
  ar: /^["«(]?(?:لكن|ولكن|غير أن|إلا أن|في الواقع|في الحقيقة|على العكس)(?=[\s،.!:]|$)/u,
  he: /^["(]?(?:אבל|אך|אולם|למעשה|להפך|זה לא נכון)(?=[\s,.!:]|$)/u,
  hi: /^(?:लेकिन|परंतु|परन्तु|किंतु|वास्तव में|असल में|हालाँकि|हालांकि|यह (?:गलत|ग़लत|सच नहीं))(?=[\s,।!:]|$)/u,
  vi: /^["“(]?(?:nhưng|tuy nhiên|thực ra|thực tế|trái lại|điều (?:này|đó) (?:không đúng|sai))(?=[\s,.!:]|$)/iu,
}
const unspacedRetraction =
  /^(?:但|可是|然而|其实|其實|事实上|事實上|实际上|實際上|相反|这(?:是错|不对|并不)|しかし|だが|ところが|実際|実は|でも、|그러나|하지만|사실은?[ ,]|실제로)/u

/**
 * Whether a sentence takes back the one before it.
 *
 * @param language primary language subtag, lower case
 */
export function takesBack(text: string, language: string): boolean {
  return unspacedRetraction.test(text) || retraction[language]?.test(text) === true
}

/**
 * Words by which a sentence is put to the point, so that people remember it: contrast, comparison, absolutes, rules,
 * worth and need. By primary language subtag.
 */
const points: Readonly<Record<string, RegExp>> = {
  en: /\b(?:not (?:\p{L}+ ){1,6}but|rather than|instead of|more than|less than|as \p{L}+ as|nothing|nobody|no one|never|always|everything|everyone|everybody|anything|only|without|impossible|the (?:best|worst|greatest|biggest|hardest|easiest|most|least|truth|question|point|secret|problem is|whole)|must|should|have to|need to|needs to|can't|can’t|cannot|matters?|means|worth|wrong|right thing|truth|dangerous|powerful|fundamental|essential|freedom|future|hope|fear|believe|love|hate|dream|wish|remember|forget|if you|when you|unless|it is (?:not|better|easier|harder|time)|the \p{L}+er (?=\p{L}+,? the )|like (?:a|an))\b/giu,
  de: /(?:nicht (?:\p{L}+ ){1,6}sondern|anstatt|(?:mehr|weniger|besser|schlechter|größer) als|so \p{L}+ wie|nichts|niemand|nie(?:mals)?(?=[\s,.])|immer|alles|jeder|nur|ohne|unmöglich|muss|müssen|sollte|darf|dürfen|braucht|brauchen|wichtig|wahrheit|falsch|gefährlich|freiheit|zukunft|hoffnung|angst|glaube|liebe|wer \p{L}+)/giu,
  fr: /(?:(?:^|\s)(?:ne|n'|n’).{2,60}(?:jamais|rien|personne|que|pas)|plutôt que|au lieu de|plus (?:que|de)|moins (?:que|de)|aussi \p{L}+ que|toujours|tout le monde|seul|sans|impossible|il faut|faut|doit|doivent|devrait|important|vérité|faux|dangereu|liberté|avenir|espoir|peur|crois|aime)/giu,
  es: /(?:no (?:\p{L}+ ){1,6}sino|en (?:lugar|vez) de|(?:más|menos|mejor|peor) que|tan \p{L}+ como|nada|nadie|nunca|jamás|siempre|todo el mundo|solo|sólo|sin |imposible|hay que|debe|deben|debería|tiene que|tenemos que|importante|verdad|fals|peligros|libertad|futuro|esperanza|miedo|creo|amor)/giu,
  it: /(?:non (?:\p{L}+ ){1,6}ma\b|invece di|piuttosto che|(?:più|meno|meglio|peggio) (?:che|di)|così \p{L}+ come|niente|nulla|nessuno|mai\b|sempre|tutti|solo|senza|impossibile|bisogna|deve|devono|dovrebbe|importante|verità|falso|pericolos|libertà|futuro|speranza|paura|credo|amore)/giu,
  pt: /(?:não (?:\p{L}+ ){1,6}mas|em vez de|(?:mais|menos|melhor|pior) (?:que|do que)|tão \p{L}+ (?:como|quanto)|nada|ninguém|nunca|jamais|sempre|todo mundo|só |apenas|sem |impossível|é preciso|deve|devem|deveria|temos que|importante|verdade|fals|perigos|liberdade|futuro|esperança|medo|acredito|amor)/giu,
  nl: /(?:niet (?:\p{L}+ ){1,6}maar|in plaats van|(?:meer|minder|beter) dan|zo \p{L}+ als|niets|niemand|nooit|altijd|alles|iedereen|alleen|zonder|onmogelijk|moet|moeten|zou|belangrijk|waarheid|gevaarlijk|vrijheid|toekomst|hoop|angst|geloof|liefde)/giu,
  sv: /(?:inte (?:\p{L}+ ){1,6}utan|i stället för|(?:mer|mindre|bättre) än|så \p{L}+ som|ingenting|ingen|aldrig|alltid|allt|alla|bara|utan|omöjligt|måste|borde|bör|viktig|sanning|farlig|frihet|framtid|hopp|rädsla|tror|kärlek)/giu,
  pl: /(?:nie (?:\p{L}+ ){1,6}(?:ale|lecz)|zamiast|(?:więcej|mniej|lepiej|bardziej) niż|tak \p{L}+ jak|nic|nikt|nigdy|zawsze|wszystko|wszyscy|tylko|bez |niemożliw|musi|musimy|powin|trzeba|należy|ważn|prawd|niebezpieczn|wolnoś|przyszłoś|nadziej|strach|wierz|miłoś)/giu,
  ru: /(?:не (?:\p{L}+ ){1,6},? ?а |вместо|(?:больше|меньше|лучше|хуже), чем|так(?:ой|ая)? же|ничего|ничто|никто|никогда|всегда|вс[её] |каждый|только|без |невозможно|должн|нужно|надо|нельзя|важн|правд|истин|опасн|свобод|будущ|надежд|страх|верю|любов)/giu,
  uk: /(?:не (?:\p{L}+ ){1,6},? ?а |замість|(?:більше|менше|краще), ніж|нічого|ніхто|ніколи|завжди|все |кожен|тільки|лише|без |неможливо|повинн|треба|потрібно|не можна|важлив|правд|небезпечн|свобод|майбутн|наді|страх|любов)/giu,
  tr: /(?:değil|yerine|kadar|hiçbir|hiç|asla|her zaman|herkes|her şey|sadece|yalnızca|imkânsız|imkansız|zorunda|gerek|meli|malı|önemli|gerçek|tehlikeli|özgürlük|gelecek|umut|korku|sevgi|aşk)/giu,
  id: /(?:bukan (?:\p{L}+ ){1,6}(?:tetapi|melainkan)|daripada|lebih \p{L}+ dari|tidak (?:ada|pernah)|selalu|semua orang|hanya|tanpa|mustahil|harus|perlu|penting|kebenaran|berbahaya|kebebasan|masa depan|harapan|takut|percaya|cinta)/giu,
  vi: /(?:không phải .{2,40} mà|thay vì|hơn là|không (?:ai|có gì|bao giờ)|luôn|mọi người|chỉ|không thể|phải|cần|nên|quan trọng|sự thật|nguy hiểm|tự do|tương lai|hy vọng|sợ|tin|yêu)/giu,
  ar: /(?:ليس .{2,60} بل|بدلا من|أكثر من|أفضل من|لا شيء|لا أحد|أبدا|دائما|الجميع|كل شيء|فقط|بدون|مستحيل|يجب|ينبغي|لا يمكن|مهم|الحقيقة|خطير|الحرية|المستقبل|الأمل|الخوف|الحب)/gu,
  he: /(?:לא .{2,60} אלא|במקום|יותר מ|שום דבר|אף אחד|לעולם|תמיד|כולם|הכול|הכל|רק|בלי|אי אפשר|חייב|צריך|אסור|חשוב|אמת|מסוכן|חופש|עתיד|תקווה|פחד|אהבה)/gu,
  hi: /(?:बल्कि|के बजाय|से (?:ज़्यादा|ज्यादा|अधिक|बेहतर)|कुछ नहीं|कोई नहीं|कभी नहीं|हमेशा|सब कुछ|केवल|सिर्फ|बिना|असंभव|चाहिए|ज़रूरी|जरूरी|महत्वपूर्ण|सच|ख़तरनाक|खतरनाक|आज़ादी|भविष्य|उम्मीद|डर|प्यार)/gu,
}
const unspacedPoints =
  /不是.{1,30}而是|与其|與其|比.{1,20}更|没有人|沒有人|从不|從不|永远|永遠|总是|總是|只有|不可能|必须|必須|应该|應該|重要|真理|真相|危险|危險|自由|未来|未來|希望|相信|ではなく|よりも|誰も|何も|決して|いつも|すべて|だけ|なければならない|べき|大切|真実|危険|未来|아니라|보다|아무도|결코|절대|항상|모든|오직|불가능|해야|중요|진실|위험|자유|미래|희망/gu

/**
 * How many words a sentence has that put it to the point.
 *
 * @param language primary language subtag, lower case
 */
export function countPoints(text: string, language: string): number {
  const pattern = points[language]
  const spaced = pattern === undefined ? 0 : (text.match(pattern)?.length ?? 0)
  return spaced + (text.match(unspacedPoints)?.length ?? 0)
}

/**
 * Words of narration: what bodies do, what can be heard, seen and smelled, the hour of the day. A sentence made of them
 * sets a scene or moves a story on; it holds no point that one could use. By primary language subtag.
 */
const scenes: Readonly<Record<string, RegExp>> = {
  en: /\b(?:smil(?:ed|es|ing)|grinn(?:ed|ing)|nodd(?:ed|ing)|shrugg(?:ed|ing)|frown(?:ed|ing)|laugh(?:ed|s|ing)|giggl(?:ed|ing)|sigh(?:ed|ing)|gasp(?:ed|ing)|winc(?:ed|ing)|blink(?:ed|ing)|star(?:ed|ing)|glanc(?:ed|ing|es)|gaz(?:ed|ing)|glar(?:ed|ing)|peer(?:ed|ing)|squint(?:ed|ing)|whisper(?:ed|s|ing)|mutter(?:ed|ing)|murmur(?:ed|ing)|shout(?:ed|s|ing)|yell(?:ed|s|ing)|scream(?:ed|ing)|snort(?:ed|ing)|growl(?:ed|ing)|sobb(?:ed|ing)|wept|blush(?:ed|ing)|flush(?:ed|ing)|trembl(?:ed|ing)|shiver(?:ed|ing)|stagger(?:ed|ing)|stumbl(?:ed|ing)|sprawl(?:ed|ing)|crouch(?:ed|ing)|knelt|lean(?:ed|t|ing|s) (?:back|over|forward|against|in|out)|sat|sits|sitting|stood|stands there|standing|lay|strode|stalk(?:ed|ing)|tiptoed|crept|crawl(?:ed|ing)|leap(?:ed|t)|jump(?:ed|ing) (?:up|back|to)|spun|whirl(?:ed|ing)|spat|kick(?:ed|ing)|grabb(?:ed|ing)|snatch(?:ed|ing)|clutch(?:ed|ing)|wav(?:ed|ing)|pat(?:ted|ting)|knock(?:ed|ing) (?:on|at)|opened (?:the|his|her) (?:door|eyes|mouth)|closed (?:the|his|her) (?:door|eyes)|walk(?:ed|s|ing)? (?:in|into|out|up|over|away|across|through|past|around|down|to the)|rush(?:ed|ing)|pull(?:ed|s|ing) (?:out|up|on|off)|pours? (?:a|the|some)|sipp(?:ed|ing)|puff(?:ed|ing)|lit (?:a|his|her|the)|swung|flung|turned (?:to|around|back|away|and|his|her|off|on)|look(?:ed|s|ing) (?:at|up|down|out|over|around|into|back|away|swiftly)|(?:his|her|their|my) (?:hands?|eyes?|face|head|voice|lips|shoulders?|arms?|fingers?|hair|knees?|chair|desk|breath)|at (?:dawn|dusk|daybreak|noon)|(?:the|a) (?:moon|sun|wind|rain|sky|clouds?|stars?|snow|fog|breeze) (?:was|is|had|rose|shone|shines|hung|blew|fell|glow\p{L}*|whistl\p{L}*|sets?)|smell(?:s|ed|t) of|gull(?:s)?|footsteps|doorway|corridor|silently|quietly|slowly|suddenly|softly)\b/giu,
  de: /(?:^|\s)(?:lächelt\p{L}*|nickt\p{L}*|grinst\p{L}*|lacht\p{L}*|seufzt\p{L}*|starrt\p{L}*|blickt\p{L}*|schaut\p{L}*|flüstert\p{L}*|murmelt\p{L}*|schrie|schreit|rief|ruft|zuckt\p{L}*|saß|sitzt|stand|steht auf|lehnt\p{L}*|sprang|lief|ging (?:in|zu|hinaus|hinein|durch)|kroch|drehte sich|seine hand|ihre hand|seine augen|ihre augen|riecht nach|roch nach|der wind|die sonne (?:schien|scheint|geht)|der mond|plötzlich|leise|langsam)(?=[\s,.;:!])/giu,
  fr: /(?:^|\s)(?:sourit|souriait|hocha|riait|rit|soupira|regarda|regardait|fixait|murmura|chuchota|cria|criait|haussa|s'assit|assis|assise|debout|se leva|se tourna|marcha|courut|sa main|ses yeux|son visage|sent le|sentait|le vent|le soleil (?:brill|se lev|se couch)\p{L}*|la lune|soudain|lentement|doucement)(?=[\s,.;:!])/giu,
  es: /(?:^|\s)(?:sonrió|sonríe|asintió|rió|ríe|suspiró|miró|miraba|mira|susurró|murmuró|gritó|grita|se encogió|se sentó|sentado|sentada|de pie|se levantó|se volvió|caminó|corrió|su mano|sus ojos|su rostro|su cara|huele a|olía a|el viento|el sol (?:brill|sal)\p{L}*|la luna|de repente|lentamente)(?=[\s,.;:!])/giu,
  it: /(?:^|\s)(?:sorrise|annuì|rise|sospirò|guardò|guardava|sussurrò|mormorò|gridò|si sedette|seduto|seduta|in piedi|si alzò|si voltò|camminò|corse|la sua mano|i suoi occhi|il suo viso|il vento|la luna|all'improvviso|lentamente)(?=[\s,.;:!])/giu,
  pt: /(?:^|\s)(?:sorriu|assentiu|riu|suspirou|olhou|olhava|sussurrou|murmurou|gritou|sentou-se|sentado|sentada|de pé|levantou-se|virou-se|caminhou|correu|sua mão|seus olhos|seu rosto|o vento|a lua|de repente|lentamente)(?=[\s,.;:!])/giu,
  he: /(?:^|\s)ו?(?:חייך|חייכה|הנהן|הנהנה|צחק|צחקה|נאנח|נאנחה|הביט|הביטה|לחש|לחשה|צעק|צעקה|קרא|קראה|קם|קמה|ישב|ישבה|עמד|עמדה|ניגש|ניגשה|הסתובב|הסתובבה|אמר|אמרה|שאל|שאלה|ענה|ענתה|חשב|חשבה|פתאום|לאט|תוך שה\p{L}+)(?=[\s.,;:!?])/gu,
  ar: /(?:^|\s)[وف]?(?:ابتسم|ابتسمت|ضحك|ضحكت|تنهد|تنهدت|نظر|نظرت|همس|همست|صرخ|صرخت|هز|هزت|جلس|جلست|وقف|وقفت|نهض|نهضت|التفت|التفتت|فجأة|ببطء)(?=[\s.،؛:!؟])/gu,
  ru: /(?:^|\s)(?:улыбнул\p{L}+|кивнул\p{L}*|засмеял\p{L}+|рассмеял\p{L}+|вздохнул\p{L}*|посмотрел\p{L}*|взглянул\p{L}*|глядел\p{L}*|прошептал\p{L}*|пробормотал\p{L}*|закричал\p{L}*|крикнул\p{L}*|пожал\p{L}*|сидел\p{L}*|сел\p{L}?|стоял\p{L}*|встал\p{L}?|повернул\p{L}+|пошел|пошёл|пошла|побежал\p{L}*|его рук\p{L}+|е[её] глаз\p{L}*|ветер|луна|вдруг|медленно|тихо)(?=[\s,.;:!-])/giu,
}
const unspacedScenes =
  /微笑|点头|點頭|叹|嘆|看着|看著|盯着|盯著|低声|低聲|喊道|站起|坐在|坐下|转身|轉身|忽然|突然|慢慢|笑い|うなず|ため息|見つめ|ささや|つぶや|叫ん|立ち上が|座っ|振り返|ふと|ゆっくり/gu

/**
 * How many words of narration a sentence has.
 *
 * @param language primary language subtag, lower case
 */
export function sceneWords(text: string, language: string): number {
  const pattern = scenes[language]
  const spaced = pattern === undefined ? 0 : (text.match(pattern)?.length ?? 0)
  return spaced + (text.match(unspacedScenes)?.length ?? 0)
}
