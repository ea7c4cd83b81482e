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
const unspaced =
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
  if (unspaced.test(text)) return true
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
