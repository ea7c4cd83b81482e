/**
 * Phrases by which writers mark what matters: findings, reasons, decisions, conclusions (the cue method of Edmundson
 * 1969, "New Methods in Automatic Extracting"), by primary language subtag.
 */
const cues: Readonly<Record<string, RegExp>> = {
  en: /\b(?:because|result(?:s|ed)? in|as a result|found that|finds that|shows? that|showed that|showed|conclu(?:de[sd]?|sion)|decided|decision|agreed|voted|approved|turned (?:it |the [a-z]+ )?down|means? that|must|should|need(?:s|ed)? to|important|most|main|key|in the end|ultimately|overall|for the first time|than (?:before|in|the)|rather than|rose|risen|fell|fallen|increased?|decreased?|doubled|halved|tripled|cause[sd]?|leads? to|led to|recommend(?:s|ed)?|argues? that|points out|plan(?:s|ned)?|answer is|never|always|make sure|avoid)\b/iu,
  de: /(?:^|[\s,])(?:weil|da durch|dadurch|deshalb|ergab|ergeben|zeigt|zeigte|zeigen|fanden|beschloss|beschlossen|entschied|entschieden|entscheidung|ergebnis|folge|ursache|bedeutet|muss|müssen|sollte|sollten|wichtig|wichtigste|am ende|letztlich|insgesamt|zum ersten mal|erstmals|stieg|gestiegen|sank|gesunken|verdoppelt|halbiert|geplant|plant|empfiehlt|als zuvor|statt)(?=[\s.,;:])/iu,
  fr: /(?:^|[\s,])(?:parce que|car|résultat|résultats|montre|montrent|montré|conclut|conclusion|décidé|décision|signifie|doit|doivent|devrait|important|principale?|finalement|au total|pour la première fois|augmenté|baissé|doublé|cause|prévoit|recommande|plutôt que)(?=[\s.,;:])/iu,
  es: /(?:^|[\s,])(?:porque|resultado|resultados|muestra|muestran|mostró|concluye|conclusión|decidió|decisión|significa|debe|deben|debería|importante|principal|finalmente|en total|por primera vez|aumentó|cayó|bajó|subió|duplicó|causa|prevé|recomienda|en lugar de)(?=[\s.,;:])/iu,
}
const unspaced =
  /因为|由于|导致|结果|表明|显示|发现|决定|计划|必须|应该|重要|主要|首次|总之|增长|下降|上升|减少|增加|建议|結果|決定|重要|原因|初めて|増加|減少|計画|べき/u

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
