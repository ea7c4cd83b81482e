import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** What a visitor has typed into one of the forms here, for the others. Never a password, and gone with the page. */
const nothing = { email: '', firstName: '', lastName: '' }
let typed = nothing

/** What has been typed so far. */
export const getTyped = (): Readonly<typeof nothing> => typed

/** Keeps the values of the fields that other forms have too. */
export function keepTyped(values: FieldValues): void {
  const known = Object.entries(values).filter(([name, value]) => name in nothing && typeof value === 'string')
  typed = { ...typed, ...Object.fromEntries(known) }
}

/** Forgets it all: its owner is signed in. */
export function forgetTyped(): void {
  typed = nothing
}

/** Keeps what is typed into a form, so that a look at another page loses nothing. */
export function useKeptTyping<V extends FieldValues>({ subscribe }: Pick<UseFormReturn<V>, 'subscribe'>): void {
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(values) }), [subscribe])
}
