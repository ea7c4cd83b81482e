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
const unspaced =
  /不是.{1,30}而是|与其|與其|比.{1,20}更|没有人|沒有人|从不|從不|永远|永遠|总是|總是|只有|不可能|必须|必須|应该|應該|重要|真理|真相|危险|危險|自由|未来|未來|希望|相信|ではなく|よりも|誰も|何も|決して|いつも|すべて|だけ|なければならない|べき|大切|真実|危険|未来|아니라|보다|아무도|결코|절대|항상|모든|오직|불가능|해야|중요|진실|위험|자유|미래|희망/gu

/**
 * How many words a sentence has that put it to the point.
 *
 * @param language primary language subtag, lower case
 */
export function countPoints(text: string, language: string): number {
  const pattern = points[language]
  const spaced = pattern === undefined ? 0 : (text.match(pattern)?.length ?? 0)
  return spaced + (text.match(unspaced)?.length ?? 0)
}
