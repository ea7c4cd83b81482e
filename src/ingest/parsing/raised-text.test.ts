import { describe, expect, it } from 'vitest'
import { joinRuns, type TextRun } from './raised-text.ts'

/** "10^{6} and CO_{2}" as runs: raised and lowered text in braces, known marks after "@". */
const runsOf = (written: string): TextRun[] =>
  written.split(/([\^_@]\{[^}]*\})/u).map((part) => {
    const text = /^[\^_@]\{(.*)\}$/u.exec(part)?.[1]
    if (text === undefined) return { text: part, position: 'base' }
    return { text, position: part.startsWith('_') ? 'sub' : 'super', isNote: part.startsWith('@') }
  })

const table: Record<string, readonly (readonly [string, string])[]> = {
  exponents: [
    ['10^{6} grains', '10⁶ grains'],
    ['2^{64} keys and 16^{2} cells', '2⁶⁴ keys and 16² cells'],
    ['3 × 10^{-4} mol', '3 × 10⁻⁴ mol'],
    ['3 × 10^{−4} mol', '3 × 10⁻⁴ mol'],
    ['9 km^{2}, 12 m^{3}/s and 9.8 m s^{−2}', '9 km², 12 m³/s and 9.8 m s⁻²'],
    ['40 feet^{2} of deck', '40 feet² of deck'],
    ['на площади 7 км^{2}', 'на площади 7 км²'],
    ['x^{2} + y^{n} = z^{a+b}', 'x² + yⁿ = z^(a+b)'],
    ['e^{ix} and 10^{x}', 'e^(ix) and 10^x'],
    ['(a + b)^{2}', '(a + b)²'],
    ['sin^{2} t', 'sin² t'],
    ['E = mc^{2}', 'E = mc²'],
    ['Ca^{2+} and SO_{4}^{2−}', 'Ca²⁺ and SO₄²⁻'],
    ['dated by ^{14}C', 'dated by ¹⁴C'],
    ['at 25 ^{o}C or 77^{o}F, not 5^{o} mayo', 'at 25 °C or 77°F, not 5o mayo'],
    ['cooled ^{3}He and ^{131}I', 'cooled ³He and ¹³¹I'],
    ['x_{1}^{2}', 'x₁²'],
    ['after 2^{n} steps', 'after 2ⁿ steps'],
    ['E = mc^{2} and A = πr^{2}', 'E = mc² and A = πr²'],
    ['10^{6}–10^{8} and Fe^{3+} and 2^{n−1}', '10⁶–10⁸ and Fe³⁺ and 2ⁿ⁻¹'],
    ['the area of 300^{2} + 5', 'the area of 300² + 5'],
    [
      '10^{6 }tons at v_{0 }or less, a note^{4 }(short) and one^{5 }.',
      '10⁶ tons at v₀ or less, a note (short) and one.',
    ],
  ],
  indexes: [
    ['CO_{2} and C_{6}H_{12}O_{6}', 'CO₂ and C₆H₁₂O₆'],
    ['x_{12} and x_{i} and V_{max} and x_{i+1}', 'x₁₂ and x_i and V_max and x_(i+1)'],
    ['log_{10} n', 'log₁₀ n'],
  ],
  'note marks': [
    ['costs $450^{1} now', 'costs $450 now'],
    ['the pan^{ii} rose ^{[4]}, says he.', 'the pan rose, says he.'],
    ['港口^{①}的水', '港口的水'],
    ['x^{2}^{[4]} on 12 m^{2}^{3} of floor', 'x² on 12 m² of floor'],
    ['цена 450 ₽^{1} и 90 ₺^{2}', 'цена 450 ₽ и 90 ₺'],
    ['paid 12,500^{2} crowns', 'paid 12,500 crowns'],
    ['in 1987^{3} and 61%^{4}', 'in 1987 and 61%'],
    ['the end.^{12} The', 'the end. The'],
    ['the sea^{1} and the coast^{2,3} rose', 'the sea and the coast rose'],
    ['the coast^{2}, ^{3} rose', 'the coast rose'],
    ['the coast^{2}^{,}^{3} rose', 'the coast rose'],
    ['the harbor^{[4]} rose^{*} again^{†}', 'the harbor rose again'],
    ['the harbor^{[citation needed]} rose', 'the harbor rose'],
    ['(see the coast below)^{5}', '(see the coast below)'],
    ['les marins »^{6} disent', 'les marins » disent'],
    ['港口^{3}的水', '港口的水'],
    ['البحر^{4} قديم', 'البحر قديم'],
    ['море^{5} старое', 'море старое'],
    ['the share^{a} of 12@{3} boats', 'the share of 12 boats'],
    ['word^{1}next', 'word next'],
    ['weighs 80 kg^{†} and z^{*}', 'weighs 80 kg and z^*'],
    ['Ada^{∗} on ratios^{(a)} of 1987^{1)}', 'Ada on ratios of 1987'],
    ['the mast^{1)} and the hull^{(2)} and the sail^{¹}.', 'the mast and the hull and the sail.'],
    ['the loop.^{[3]}^{: 207} Then', 'the loop. Then'],
    ['^{1}The source', '1 The source'],
    ['the wind fell. ^{2}A boat came. ^{3}He saw it.', 'the wind fell. 2 A boat came. 3 He saw it.'],
  ],
  'raised letters': [
    ['the 1^{st}, 2^{nd} and n^{th} time', 'the 1st, 2nd and nth time'],
    ['le 1^{er} mai du XIX^{e} siècle', 'le 1er mai du XIXe siècle'],
    ['au XVIII^{e} siècle', 'au XVIIIe siècle'],
    ['12.000^{3} Vögel und 1.5^{3} Liter', '12.000 Vögel und 1.5³ Liter'],
    ['D.^{a} Ana y el n.^{o} 7', 'D.a Ana y el n.o 7'],
    ['le D^{r} Favre et M^{e} Rochat, mais R^{n} et M^{t} M', 'le Dr Favre et Me Rochat, mais Rⁿ et M^t M'],
    ['el n^{o} 7', 'el no 7'],
    ['de 20^{te} keer, в 3^{ий} раз и 5^{ого} мая', 'de 20te keer, в 3ий раз и 5ого мая'],
    ['la 3^{a} vez, M^{me} Dupont', 'la 3a vez, Mme Dupont'],
    ['the Harborium^{TM} and Sea^{®}', 'the HarboriumTM and Sea®'],
    ['L^{A}T_{E}X', 'LATEX'],
  ],
  other: [
    ['1^{1}/_{2} cups', '1 1/2 cups'],
    ['for $9^{99} only', 'for $9.99 only'],
    ['for $49.^{99} only', 'for $49.99 only'],
    ['plain text', 'plain text'],
  ],
}

describe('raised and lowered text', () => {
  for (const [kind, rows] of Object.entries(table)) {
    it.each(rows)(`reads ${kind}: %s`, (written, expected) => expect(joinRuns(runsOf(written))).toBe(expected))
  }

  it('reads long lines', () => {
    const runs = runsOf('10^{6} grains of sand(^{2} '.repeat(20_000))
    expect(joinRuns(runs)).toHaveLength(20_000 * '10⁶ grains of sand(² '.length)
  })
})
