import type { Response } from 'light-my-request'
import type { TestClient, TestProduct } from '../product.ts'
import { password } from './bodies.ts'

/** A kind of link that the product emails, as an attacker uses it. */
export interface LinkKind {
  name: string
  /** Requests a link for a user, and returns its token from the response, since no mail server is set. */
  ask: (test: TestProduct, owner: TestClient, email: string) => Promise<string>
  /** Uses the link. */
  use: (client: TestClient, token: unknown) => Promise<Response>
}

function tokenIn(response: Response, name: 'url' | 'resetUrl'): string {
  const url = response.json()[name] as string | undefined
  const token = url === undefined ? null : new URL(url).searchParams.get('token')
  if (token === null) throw new Error(`No link in the answer: ${response.body}`)
  return token
}

export const newPassword = 'battery staple'
let addresses = 0

export const resetLink: LinkKind = {
  name: 'a link that sets a new password',
  ask: async (test, _, email) => tokenIn(await test.visitor().post('/api/forgot-password', { email }), 'resetUrl'),
  use: async (client, token) => client.post('/api/reset-password', { token, newPassword }),
}
export const verifyLink: LinkKind = {
  name: 'a link that confirms an address',
  ask: async (_, owner) => tokenIn(await owner.post('/api/account/verification'), 'url'),
  use: async (client, token) => client.post('/api/auth/verify-email', { token }),
}
export const changeLink: LinkKind = {
  name: 'a link that changes an address',
  ask: async (_, owner) => {
    const email = `moved${(addresses += 1)}@example.com`
    return tokenIn(await owner.post('/api/account/email', { email, currentPassword: password }), 'url')
  },
  use: async (client, token) => client.post('/api/auth/verify-email', { token }),
}
export const linkKinds = [resetLink, verifyLink, changeLink]
