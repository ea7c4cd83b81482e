/** Elements of MathML whose second part stands behind a sign that is drawn and not written. */
const signs: Readonly<Record<string, string>> = { mfrac: '/', msup: '^' }

/**
 * The sign before a part of a formula in MathML, without which halves are read as twelves; empty for most.
 *
 * @param parent name of the element that the part stands in
 * @param index the part's number among the elements there, from 0
 */
export const signBefore = (parent: string, index: number): string => (index === 1 ? (signs[parent] ?? '') : '')
