import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { readForm } from '../form.ts'
import type { Profile } from './accounts.ts'

/** What a person answers to the stand-in's page. */
export type Answer =
  | { kind: 'continue'; profile: Profile }
  | { kind: 'cancel' }
  /** Has to be corrected first. */
  | { kind: 'refused'; profile: Profile; message: string }

/** Reads the form of the sign-in page. Throws when it is larger than the page can make it. */
export async function readAnswer(request: IncomingMessage): Promise<Answer> {
  const form = await readForm(request)
  if (form.get('answer') === 'cancel') return { kind: 'cancel' }
  const profile: Profile = {
    email: (form.get('email') ?? '').trim(),
    name: (form.get('name') ?? '').trim(),
    picture: (form.get('picture') ?? '').trim() || null,
    emailVerified: form.get('verified') === 'yes',
  }
  if (!z.email().safeParse(profile.email).success) {
    return { kind: 'refused', profile, message: 'Please enter a valid email address.' }
  }
  return { kind: 'continue', profile }
}
