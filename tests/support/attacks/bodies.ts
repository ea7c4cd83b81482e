import type { z } from 'zod'
import type { calls } from '../../../src/shared/api/calls.ts'
import { tidePools } from '../texts.ts'

type Calls = typeof calls
/** Names of the calls with a body. */
export type CallWithBody = { [N in keyof Calls]: Calls[N] extends { body: z.ZodType } ? N : never }[keyof Calls]
type BodyOf<N extends CallWithBody> = Calls[N] extends { body: infer B extends z.ZodType } ? z.input<B> : never

/** Password of the users in attack tests. */
export const password = 'correct horse'

const token = 'a'.repeat(43)

/**
 * A valid body for each call. A new call doesn't compile until its body is listed here, so it is attacked like the
 * others.
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
  createToken: { name: 'Backup script', scopes: ['read', 'create', 'ask'], currentPassword: password },
  deleteAccount: { currentPassword: 'not the password' },
  createSubscription: { plan: 'pro' },
  verifyPayment: { sessionId: 'cs_test_of_nobody' },
  cancelRequest: { reason: 'Too little time to read.' },
  putShare: { includesSource: true },
  suggestFeature: { featureType: 'export', description: 'Export as EPUB.', priority: 'low' },
  createSummary: { content: tidePools, title: 'Tide pools' },
  redoSummary: { replace: true },
  askSource: { question: 'Where do tide pools form?' },
  askLibrary: { question: 'Where do tide pools form?' },
  renameSummary: { title: 'Tide pools, renamed' },
  createUploadUrl: { fileName: 'notes.pdf', size: 10 },
  processUpload: { fileUrl: 'uploads/00000000-0000-4000-8000-000000000000', fileName: 'notes.pdf' },
}

/** Valid body of a call; undefined for calls without one. */
export const bodyOf = (name: keyof Calls): Record<string, unknown> | undefined =>
  name in bodies ? bodies[name as CallWithBody] : undefined
