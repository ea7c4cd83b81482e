import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names; of two utilities that set the same property the later one stands. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
