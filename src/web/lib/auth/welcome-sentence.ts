import type { User } from '../../../shared/accounts.ts'
import { content } from '../../../shared/content.ts'

/** Welcome message for a new account. */
export function welcomeSentence({ firstName }: Pick<User, 'firstName'>): string {
  return firstName ? `Welcome to ${content.productName}, ${firstName}.` : `Welcome to ${content.productName}.`
}
