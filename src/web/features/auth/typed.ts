import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Input that the sign-in forms share, except passwords. It lasts as long as the page. */
const nothing = { email: '', firstName: '', lastName: '' }
let typed = nothing

export const getTyped = (): Readonly<typeof nothing> => typed

/** Stores the fields that other forms have too. */
export function keepTyped(values: FieldValues): void {
  const known = Object.entries(values).filter(([name, value]) => name in nothing && typeof value === 'string')
  typed = { ...typed, ...Object.fromEntries(known) }
}

export function forgetTyped(): void {
  typed = nothing
}

/** Stores the input of a form, so that other forms start with it. */
export function useKeptTyping<V extends FieldValues>({ subscribe }: Pick<UseFormReturn<V>, 'subscribe'>): void {
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(values) }), [subscribe])
}
