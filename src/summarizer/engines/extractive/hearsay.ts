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
const unspaced =
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
  if (unspaced.test(text)) return true
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
