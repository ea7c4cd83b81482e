import { z } from 'zod'
import { resetPasswordSchema } from '../../shared/account/accounts.ts'

export const newPasswordSchema = z
  .object({ newPassword: resetPasswordSchema.shape.newPassword, confirm: z.string() })
  .refine(({ newPassword, confirm }) => newPassword === confirm, {
    error: "Passwords don't match",
    path: ['confirm'],
    // Checked even if the password is too short, so that users see both errors.
    when: ({ value }) => z.object({ newPassword: z.string(), confirm: z.string() }).safeParse(value).success,
  })
