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
const unspaced =
  /因为|由于|导致|结果|表明|显示|发现|决定|计划|必须|应该|重要|主要|首次|总之|增长|下降|上升|减少|增加|建议|結果|決定|重要|原因|初めて|増加|減少|計画|べき|必要|때문|결과|밝혀|나타났|결정|계획|해야|중요|주요|처음|증가|감소|늘었|줄었|권고/u

/**
 * Whether a sentence names itself a finding, reason, decision or conclusion.
 *
 * @param language primary language subtag, lower case
 */
export function hasCue(text: string, language: string): boolean {
  return cues[language]?.test(text) === true || unspaced.test(text)
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
