import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ForgotPasswordPayload } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { callApi } from '../../lib/api/client.ts'

export type ForgotPasswordAnswer = z.output<(typeof calls.forgotPassword.responses)[200]>

/** POST /api/forgot-password: what to tell the person, and in development the link. */
export function askForReset(payload: ForgotPasswordPayload): Promise<ForgotPasswordAnswer> {
  return callApi(calls.forgotPassword, 200, { body: payload })
}

/** Asks for the mail with the link that sets a new password. */
export function useForgotPassword() {
  return useMutation({ mutationFn: askForReset })
}
