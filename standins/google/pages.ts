import { html, Markup, page } from '../markup.ts'
import type { Profile } from './accounts.ts'

const note = html`<p class="note">This is a local stand-in for Google. Any address works; no password is asked.</p>`
const mark = html`<span class="mark">Sign in with Google</span>`

/** What was typed last time, and why it would not do. */
export interface Refused {
  profile: Profile
  message: string
}

const ticked = (on: boolean): Markup => new Markup(on ? 'checked' : '')

/**
 * The page on which a person says who they are, and agrees that the product learns it.
 *
 * @param productName who asks
 * @param refused what was sent before, where it has to be corrected
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

/** The page for requests that lead nowhere: as when a provider does not know who asks. */
export function errorPage(message: string): string {
  return page(
    'A local stand-in for Google',
    html`${mark}
<h1>This did not work</h1>
<p>${message}</p>
${note}`,
  )
}
