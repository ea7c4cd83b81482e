/**
 * Nouns that name again what was named before when they open a sentence with nothing but the definite article ("The
 * company said …"), by primary language subtag. With a complement they explain themselves ("The company behind …").
 */
const nouns: Readonly<Record<string, string>> = {
  en: 'company firm group team band duo trio pair couple startup giant organization organisation agency institute institution report study article author authors researcher researchers scientists man woman boy girl men women child children singer actor actress director officer officers official officials suspect suspects victim victims film movie show series book novel game device phone app car vehicle product feature features update version move decision announcement deal agreement project program programme law bill measure measures attack incident accident event meeting case ruling trial process method approach technique tool result results finding findings problem issue question reason idea concept term word number figure increase change changes difference effect site website page post image photo picture story news statement letter document trend phenomenon building area place former latter rest others console thing things point position role task work job step program sample samples subjects participants patients',
  de: 'firma gruppe mannschaft band duo unternehmen konzern organisation behörde bericht studie artikel autor autoren forscher wissenschaftler mann frau junge mädchen kinder sänger schauspieler täter opfer film serie buch roman spiel gerät auto fahrzeug produkt version entscheidung projekt programm gesetz angriff vorfall unfall treffen urteil prozess verfahren methode ergebnis ergebnisse problem frage grund idee begriff zahl änderung unterschied seite bild geschichte gebäude beiden ersten zweite dritte andere anderen erste letzte letztere',
  fr: 'entreprise société groupe équipe organisation agence rapport étude article auteur auteurs chercheur chercheurs homme femme garçon fille chanteur acteur réalisateur suspect victime victimes film série livre roman jeu appareil voiture véhicule produit version décision projet programme loi attaque incident accident réunion procès méthode résultat résultats problème question raison idée mot chiffre différence site page image histoire bâtiment deux premier première second seconde autre autres dernier dernière',
  es: 'empresa compañía grupo equipo banda organización agencia informe estudio artículo autor autores investigador investigadores hombre mujer niño niña cantante actor director sospechoso víctima víctimas película serie libro novela juego dispositivo coche vehículo producto versión decisión proyecto programa ley ataque incidente accidente reunión juicio método resultado resultados problema pregunta razón idea palabra cifra diferencia sitio página imagen historia edificio dos primero primera segundo segunda otro otra otros último última',
  it: 'azienda società gruppo squadra organizzazione agenzia rapporto studio articolo autore autori ricercatore ricercatori uomo donna ragazzo ragazza cantante attore regista sospetto vittima vittime film serie libro romanzo gioco dispositivo auto veicolo prodotto versione decisione progetto programma legge attacco incidente riunione processo metodo risultato risultati problema domanda ragione idea parola cifra differenza sito pagina immagine storia edificio due primo prima secondo seconda altro altra altri ultimo ultima',
  pt: 'empresa companhia grupo equipe equipa banda organização agência relatório estudo artigo autor autores pesquisador pesquisadores homem mulher menino menina cantor ator diretor suspeito vítima vítimas filme série livro romance jogo dispositivo carro veículo produto versão decisão projeto programa lei ataque incidente acidente reunião julgamento método resultado resultados problema pergunta razão ideia palavra número diferença site página imagem história edifício dois primeiro primeira segundo segunda outro outra outros último última',
}

const articles: Readonly<Record<string, RegExp>> = {
  en: /^the /iu,
  de: /^(?:der|die|das|den|dem) /iu,
  fr: /^(?:le |la |les |l['’])/iu,
  es: /^(?:el|la|los|las) /iu,
  it: /^(?:il |lo |la |i |gli |le |l['’])/iu,
  pt: /^(?:o|a|os|as) /iu,
}
/** Words after the article among which the noun stands. */
const NOUN_REACH = 3

/** A complement that says which one is meant, right after the noun. */
const complement: Readonly<Record<string, RegExp>> = {
  en: /^(?:\s+(?:of|in|for|that|which|who|whose|to|at|on|with|between|behind|from|against|by|about|where|when|is that|was that)|,?\s+(?:called|named|known))\b/iu,
  de: /^[\s,]*(?:von|vom|des|der|im|in|für|dass|zu|zum|zur|mit|zwischen|hinter|aus|gegen|über|namens|bei|an|am|auf)(?=\s)/iu,
  fr: /^[\s,]*(?:de|du|des|d['’]|que|qui|à|au|aux|pour|avec|entre|contre|sur|dont|où|en)(?=\s|['’])/iu,
  es: /^[\s,]*(?:de|del|que|a|al|para|con|entre|contra|sobre|en)(?=\s)/iu,
  it: /^[\s,]*(?:di|del|dello|della|dei|degli|delle|che|a|al|per|con|tra|fra|contro|su|sul|in)(?=\s)/iu,
  pt: /^[\s,]*(?:de|do|da|dos|das|que|a|ao|para|com|entre|contra|sobre|em|no|na)(?=\s)/iu,
}

/** A quantity or an order that stands for things named before: "Some gave up", "Another is the price". */
const elliptical: Readonly<Record<string, RegExp>> = {
  en: /^(?:some|many|most|others|few|several|all|none|one|two|three|four|each|both|much|more|fewer|another|any|enough|plenty|the (?:first|second|third|last|next|other|others|rest|latest|former|latter|most \p{L}+|more \p{L}+))(?: (?:one|ones|two))?,? (?:is|are|was|were|be|has|have|had|will|would|can|could|do|does|did|may|might|must|should|also|then|even|just|simply|said|says|say|came|went|got|gave|took|made|left|lost|found|became|felt|began|thought|told|\p{L}{2,}ed)\b|^another (?:\p{L}+ )?(?:\p{L}+) (?:is|was|are|were|came)\b|^(?:one|two) (?:more|other|others|further)\b|^(?:first|second|third|fourth|secondly|thirdly|finally|lastly|last|next|elsewhere|there|here|now|once again|again|back|too|sure|true|not so|not only|nor|except|along the way|in response|in return|by contrast|that way|this way|in doing so|in so doing|either way|in any case|in either case|for one|for starters|to that end|to do so|to do this|to do that|as expected|as promised|as usual|speaking of|in short|in sum|of course|after all|no wonder|none of that|none of this|all of this|all of that|all this|all that|at the time|at that time|at this point|in all|in both|from there|from then|since|in the meantime|the same|of the|of course|among them|among these|among those|like most|like many|like the|unlike)(?: |, )/iu,
}
/** What makes the listed openings stand alone after all. */
const explained: Readonly<Record<string, RegExp>> = {
  en: /^(?:like (?:most|many|the) [\p{L} -]{3,60},|unlike [\p{L} -]{3,60},|of the \p{N}+|of the \p{L}+ \p{L}+|there (?:is|are|was|were|will|has|have|exists?)\b|since (?:the |\p{N}|\p{Lu})|first (?:published|opened|built)|now (?:that )?\p{Lu}|last (?:year|week|month|night|summer|winter|spring|fall|autumn|\p{Lu})|next (?:year|week|month|summer|winter|spring|\p{Lu})|back in )/u,
}

/** A verb of the past first: who did it was said before, where the language leaves such subjects out. */
const verbFirst: Readonly<Record<string, RegExp>> = {
  he: /^(?:שאל|שאלה|ענה|ענתה|המשיך|המשיכה|אמר|אמרה) (?!כי|ש)/u,
  es: /^(?:\p{Lu}\p{Ll}+(?:aba|aban|ó|aron|ieron)|Tienen?|Es también|Son también|Serán?|Estará)\s/u,
  it: /^(?:\p{Lu}\p{Ll}+(?:ava|avano|ò|arono|irono)|(?:È|E['’]) (?:anche|stat[oa]|abbastanza)|Sarà|Saranno)\s/u,
  pt: /^(?:\p{Lu}\p{Ll}+(?:ava|avam|ou|aram|iram)|É também|Será|Serão|Tem|Têm)\s/u,
}

const sets = new Map<string, ReadonlySet<string>>()

function setOf(language: string): ReadonlySet<string> {
  const known = sets.get(language)
  if (known !== undefined) return known
  const made = new Set((nouns[language] ?? '').split(' ').filter(Boolean))
  sets.set(language, made)
  return made
}

/** Whether a definite description opens the text that only an earlier sentence can have introduced. */
function opensDefinite(text: string, language: string): boolean {
  const known = setOf(language)
  const article = articles[language]?.exec(text)?.[0]
  if (article === undefined || known.size === 0) return false
  let at = article.length
  for (const [word] of text.slice(at).matchAll(/[\p{L}-]+/gu)) {
    const end = text.indexOf(word, at) + word.length
    if (known.has(word.toLowerCase())) return complement[language]?.test(text.slice(end)) !== true
    // A name in the middle tells which: "The Nordhaven company".
    const named = language !== 'de' && /^\p{Lu}/u.test(word)
    if (named || text.slice(article.length, end).split(' ').length >= NOUN_REACH) return false
    at = end
  }
  return false
}

const leadingMarks = /^[\s"'“‘«„([{¿¡—–-]+/u

/**
 * Whether the subject that opens a sentence was named by sentences before it: "The company said so", "Some gave up".
 *
 * @param language primary language subtag, lower case
 */
export function hasAnaphor(text: string, language: string): boolean {
  const bare = text.slice(0, 160).replace(leadingMarks, '')
  const lower = bare.charAt(0).toLowerCase() + bare.slice(1)
  if (opensDefinite(bare, language) || verbFirst[language]?.test(bare) === true) return true
  return elliptical[language]?.test(lower) === true && explained[language]?.test(lower) !== true
}

/** Something in the middle that is named by pointing back to it, times of the present left aside. */
const pointers: Readonly<Record<string, RegExp>> = {
  en: /\s(?:this|these|those|such an?) (?!(?:year|week|month|morning|summer|winter|spring|autumn|fall|day|century|planet|country|world)s?\b)\p{L}/iu,
  de: /\s(?:diese[rsmn]?|jene[rsmn]?|solche[rsmn]?) (?!(?:jahr|woche|monat|sommer|winter|tage?)\b)\p{L}/iu,
  fr: /\s(?:cette|ces|cet|ce) (?!(?:qui|que|qu|dont|sont|soit|année|semaine|mois|matin|jour)(?=[\s'’]))\p{L}/iu,
  es: /\s(?:est[ae]|est[oa]s|es[ae]|es[oa]s|aquel|aquella|dich[oa]s?) (?!(?:año|semana|mes|mañana|día|verano|invierno)s?(?!\p{L}))\p{L}/iu,
  it: /\s(?:quest[oaie]|quell[oaie]|quel|quei|tale|tali) (?!(?:anno|settimana|mese|mattina|estate|inverno|che)(?!\p{L}))\p{L}/iu,
  pt: /\s(?:n?[ed]?est[ae]s?|n?d?ess[ae]s?|n?d?aquel[ae]s?|tal|tais) (?!(?:ano|semana|mês|manhã|dia|verão|inverno)s?(?!\p{L}))\p{L}/iu,
  nl: /\s(?:deze|dit|dat|die|zulke) (?=\p{L}{4,})(?!(?:jaar|week|maand|zomer|winter))\p{L}/iu,
  ru: /\s(?:эт(?:от|а|у|ой|им|их|ого|ому|ом|ими)|так(?:ой|ая|ие|их|ого)) (?!(?:год|недел|месяц|лет|зим))\p{L}/iu,
  uk: /\s(?:ц(?:ей|я|ю|ієї|им|их|ього|ьому)|так(?:ий|а|і|их|ого)) (?!(?:рік|року|тиж|місяц))\p{L}/iu,
  pl: /\s(?:t(?:en|ego|emu|ym|ej|ę|ych|ymi)|tak(?:i|a|ie|ich|iego)) (?!(?:rok|tydzie|tygod|miesi))\p{L}/iu,
}

/**
 * Whether something in the middle of a text is named by pointing back to it: "from this plan".
 *
 * @param language primary language subtag, lower case
 */
export function pointsInside(text: string, language: string): boolean {
  return pointers[language]?.test(text) === true
}
