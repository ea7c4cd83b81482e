import type { z } from 'zod'
import type { calls } from '../../../src/shared/api/calls.ts'
import { tidePools } from '../texts.ts'

type Calls = typeof calls
/** Names of the calls that take a body. */
export type CallWithBody = { [N in keyof Calls]: Calls[N] extends { body: z.ZodType } ? N : never }[keyof Calls]
type BodyOf<N extends CallWithBody> = Calls[N] extends { body: infer B extends z.ZodType } ? z.input<B> : never

/** The password that people of the attack tests have. */
export const password = 'correct horse'

const token = 'a'.repeat(43)

/**
 * A body of each call that its schema takes. A call that is added to the contracts does not compile until it stands
 * here, and so is attacked as the others are.
 */
export const bodies: { [N in CallWithBody]: BodyOf<N> & Record<string, unknown> } = {
  login: { email: 'nobody@example.com', password },
  register: { email: 'newcomer@example.com', password, firstName: 'New', lastName: 'Comer' },
  forgotPassword: { email: 'nobody@example.com' },
  resetPassword: { token, newPassword: 'battery staple' },
  verifyEmail: { token },
  changeName: { firstName: 'Other', lastName: 'Name' },
  changePassword: { currentPassword: password, newPassword: 'battery staple' },
  changeEmail: { email: 'elsewhere@example.com', currentPassword: password },
  deleteAccount: { currentPassword: 'not the password' },
  createSubscription: { plan: 'pro' },
  verifyPayment: { sessionId: 'cs_test_of_nobody' },
  cancelRequest: { reason: 'Too little time to read.' },
  suggestFeature: { featureType: 'export', description: 'Export as EPUB.', priority: 'low' },
  createSummary: { content: tidePools, title: 'Tide pools' },
  createUploadUrl: { fileName: 'notes.pdf', size: 10 },
  processUpload: { fileUrl: 'uploads/00000000-0000-4000-8000-000000000000', fileName: 'notes.pdf' },
}

/** The body of a call by its name; undefined for one that takes none. */
export const bodyOf = (name: keyof Calls): Record<string, unknown> | undefined =>
  name in bodies ? bodies[name as CallWithBody] : undefined
