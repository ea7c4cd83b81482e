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
const unspaced =
  /微笑|点头|點頭|叹|嘆|看着|看著|盯着|盯著|低声|低聲|喊道|站起|坐在|坐下|转身|轉身|忽然|突然|慢慢|笑い|うなず|ため息|見つめ|ささや|つぶや|叫ん|立ち上が|座っ|振り返|ふと|ゆっくり/gu

/**
 * How many words of narration a sentence has.
 *
 * @param language primary language subtag, lower case
 */
export function sceneWords(text: string, language: string): number {
  const pattern = scenes[language]
  const spaced = pattern === undefined ? 0 : (text.match(pattern)?.length ?? 0)
  return spaced + (text.match(unspaced)?.length ?? 0)
}
