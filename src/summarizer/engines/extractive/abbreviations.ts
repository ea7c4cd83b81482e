/**
 * Abbreviations that end in a full stop without ending a sentence, lower case without the stop, over the languages of
 * the stop-word lists.
 */
const abbreviations: ReadonlySet<string> = new Set(
  (
    'mr mrs ms dr drs prof profs sens reps govs gens rev hon st sr jr messrs mme mlle gen col maj capt cpt lt sgt cmdr adm gov sen rep pres supt det ' +
    'insp vs etc al approx dept est fig figs eq eqs sec secs ch chap vol vols no nos pp ed eds trans op cit cf viz ' +
    'ie eg i.e e.g u.s u.k u.n a.m p.m b.c a.d ph.d m.d inc ltd co corp bros mt ft ave blvd rd bldg ste hwy min max jan feb mar apr jun ' +
    'jul aug sept oct nov dec mon tue wed thu fri sat sun z.b d.h u.a bzw usw ca evtl ggf inkl nr str tel vgl sog mio ' +
    'mrd hr fr hrn abs art bd hrsg jh m.e p.ex av env apr sra srta ud uds dña pág núm ee.uu sig dott avv geom ing ' +
    'dhr mevr drs bijv enz t.a.v resp dvs t.ex bl.a m.m osv np tzn tzw itd itp godz ul prof hab т.е т.д т.п т.к др ' +
    'гг г р руб тыс млн млрд ул стр рис им проф акад см'
  ).split(' '),
)

/** Those of the list that end a sentence as often as not: they only bind when a lower-case word or a digit follows. */
const oftenLast: ReadonlySet<string> = new Set(
  'etc est art sun sat mon wed fri mar usw osv enz itd itp a.m p.m inc ltd co corp jr sr al др г гг т.д т.п ph.d m.d b.c a.d'.split(
    ' ',
  ),
)

/** States that stand before names as often as at the end ("the U.S. Senate"): what follows tells. */
const states: ReadonlySet<string> = new Set(['u.s', 'u.k', 'u.n', 'e.u', 'ee.uu'])

const lastWord = /([\p{L}\p{N}.]+)\.\s*$/u
const initials = /(?:^|[\s("“'])(?:\p{Lu}\.[\s-]?)+$/u
/** Words that open a sentence but are no surname: after them a single capital before the stop was no initial. */
const sentenceOpener =
  /^["“'(]?(?:The|This|That|These|Those|There|Then|They|It|Its|He|She|We|I|You|In|On|At|By|For|From|As|If|When|While|And|But|So|Or|Not|No|A|An|With|To|Of|What|How|Why|Is|Are|Was|Der|Die|Das|Es|Er|Sie|Und|Le|La|Les|Il|El|Los)\s/u
const lowerOrDigit = /^["“'(]?[\p{Ll}\p{N}]/u

/**
 * Whether the stop at the end of `before` belongs to an abbreviation or an initial, so that the sentence goes on.
 *
 * @param before text up to and with the stop and its white space
 * @param after what follows
 */
export function endsInAbbreviation(before: string, after: string): boolean {
  const tail = before.slice(-40)
  const word = lastWord.exec(tail)?.[1]
  if (word === undefined) return false
  if (/^\d+$/u.test(word)) return lowerOrDigit.test(after) && /^\p{Ll}/u.test(after)
  const lower = word.toLowerCase()
  // "No." opens many an answer; as "number" it has a digit after it.
  if (lower === 'no') return /^\d/u.test(after)
  if (states.has(lower)) return !sentenceOpener.test(after)
  if (abbreviations.has(lower)) return !oftenLast.has(lower) || lowerOrDigit.test(after)
  return word !== 'I' && initials.test(tail) && /^\p{Lu}/u.test(after) && !sentenceOpener.test(after)
}
