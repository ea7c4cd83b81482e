/** Cyrillic and Greek letters as Latin ones, as texts in English write names; not a standard, a common ground. */
const letters: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'а=a б=b в=v г=g ґ=g д=d е=e ё=e є=e ж=zh з=z и=i і=i ї=i й=i ј=j к=k л=l љ=l м=m н=n њ=n о=o п=p р=r с=s т=t ћ=ch у=u ў=u ф=f х=kh ц=ts ч=ch џ=zh ш=sh щ=sh ъ= ы=i ь= э=e ю=u я=a ђ=zh ' +
    'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s τ=t υ=i φ=f χ=kh ψ=ps ω=o'
  )
    .split(' ')
    .map((pair) => pair.split('=')),
)

/** Letters that stand for about the same sound in the languages that write with Latin letters, longest first. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/schtsch|shch|szcz|tsch|tch|sch|sh|ch|cz|sz|zh|rz|ž|š|č|ş|ç/gu, '!'],
  [/kh|ck|[cqk]/gu, 'k'],
  [/ph/gu, 'f'],
  [/th/gu, 't'],
  [/x/gu, 'ks'],
  [/[wv]/gu, 'v'],
  [/ts|tz|[zs]/gu, 's'],
]

/**
 * A name's consonants by their sound: what is left of a name in every script and spelling ("Зеленский", "Zelensky" and
 * "Selenskyj" are one). A means to tell that two names may be the same, never that they are.
 *
 * @param form folded
 */
export function soundsOf(form: string): string {
  let latin = ''
  for (const character of form.normalize('NFC')) latin += letters[character] ?? character
  for (const [pattern, sound] of sounds) latin = latin.replace(pattern, sound)
  return latin
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[aeiouyjhıøæœ'!]/gu, (character) => (character === '!' ? '!' : ''))
    .replace(/(.)\1+/gu, '$1')
}

/** Scripts whose names can be compared by sound. */
const comparable = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}'’-]+$/u

export const hasSounds = (form: string) => comparable.test(form)

/** Consonants below which a likeness says nothing. */
const LEAST_SOUNDS = 2
/** Consonants of an ending that declension may add. */
const MOST_ENDING = 2

/** Whether two names may be one by their sounds. */
export function soundAlike(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length > LEAST_SOUNDS && long.startsWith(short) && long.length - short.length <= MOST_ENDING
}
