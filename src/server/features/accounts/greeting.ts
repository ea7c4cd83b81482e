/** Letters of any script, in up to three words: nothing that mail programs would make a link of. */
const plainName = /^\p{L}[\p{L}\p{M}'’-]*(?: \p{L}[\p{L}\p{M}'’-]*){0,2}$/u
const MAX_CHARACTERS = 40

/**
 * How a mail begins. People choose their names freely, and mail programs make links of what looks like an address, so a
 * name that is more than letters is left out.
 */
export function greeting(firstName: string | null): string {
  const name = firstName?.trim() ?? ''
  return name.length <= MAX_CHARACTERS && plainName.test(name) ? `Hello ${name},` : 'Hello,'
}
