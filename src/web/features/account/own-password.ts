import { z } from 'zod'

/** The password that a person proves who they are with: where they have one, it has to be filled in. */
export const ownPassword = (hasPassword: boolean) =>
  hasPassword ? z.string().min(1, { error: 'Please enter your password.' }) : z.undefined()
