import { clsx } from 'clsx'

/**
 * Joins class names. Two utilities that set the same property must not meet: what an element has unless its user says
 * otherwise carries the variant `base:`, which gives way to every other utility.
 */
export const cn = clsx
