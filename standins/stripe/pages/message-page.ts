import { html, page } from '../../markup.ts'
import { mark } from './parts.ts'

/** A page for requests that lead nowhere. */
export const messagePage = (message: string): string =>
  page(
    'A local stand-in for Stripe',
    html`${mark('Stripe, stood in for')}
<h1>This did not work</h1>
<p>${message}</p>
<div class="actions"><a class="button" href="/">To the stand-in’s start page</a></div>`,
  )

export const noPage = messagePage('There is nothing here.')
