import { clsx } from 'clsx'

/** Joins class names. Defaults that callers may override need the variant `base:`, which every other utility overrides. */
export const cn = clsx
