import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { html, Markup, page, readForm } from '../pages.ts'
import type { Profile } from './accounts.ts'

const note = html`<p class="note">This is a local stand-in for Google. Any address works; no password is asked.</p>`
const mark = html`<span class="mark">Sign in with Google</span>`

/** The rejected input, with the reason. */
export interface Refused {
  profile: Profile
  message: string
}

const ticked = (on: boolean): Markup => new Markup(on ? 'checked' : '')

/**
 * Page on which the user enters an account.
 * @param refused earlier input that must be corrected
 */
export function signInPage(productName: string, refused: Refused | null = null): string {
  const { email, name, picture, emailVerified } = refused?.profile ?? {
    email: '',
    name: '',
    picture: null,
    emailVerified: true,
  }
  const wrong = refused === null ? new Markup('') : html`<p class="wrong" role="alert">${refused.message}</p>`
  return page(
    'Sign in: a local stand-in for Google',
    html`${mark}
<h1>Choose an account</h1>
<p>to continue to ${productName}, which learns its email address, name and picture.</p>
${note}
${wrong}
<form method="post">
<label>Email<input name="email" type="email" required maxlength="254" autocomplete="off" placeholder="you@example.com" value="${email}"></label>
<label>Name<input name="name" maxlength="200" autocomplete="off" value="${name}"></label>
<label>Picture <small>(address, may stay empty)</small><input name="picture" type="url" maxlength="3000" autocomplete="off" value="${picture ?? ''}"></label>
<label class="tick"><input name="verified" type="checkbox" value="yes" ${ticked(emailVerified)}>The email address is verified</label>
<div class="actions"><button name="answer" value="continue">Continue</button><button class="plain" name="answer" value="cancel" formnovalidate>Cancel</button></div>
</form>`,
  )
}

/** Page of a failed request. */
export function errorPage(message: string): string {
  return page(
    'A local stand-in for Google',
    html`${mark}
<h1>This did not work</h1>
<p>${message}</p>
${note}`,
  )
}

/** Input of the sign-in page. */
export type Answer =
  | { kind: 'continue'; profile: Profile }
  | { kind: 'cancel' }
  /** Must be corrected first. */
  | { kind: 'refused'; profile: Profile; message: string }

/**
 * Reads the form of the sign-in page.
 *
 * @throws FormTooLarge
 */
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
