import type { Response } from 'light-my-request'
import { bodies } from './attacks/bodies.ts'
import type { TestClient, TestProduct } from './product.ts'

export interface MadeToken {
  id: string
  /** The token itself. */
  text: string
}

/** Creates an API token of a user. */
export async function makeToken(owner: TestClient, scopes: string[] = ['read', 'create']): Promise<MadeToken> {
  const response = await owner.post('/api/account/tokens', { ...bodies.createToken, scopes })
  if (response.statusCode !== 201) throw new Error(`No token: ${response.body}`)
  return { id: response.json().id, text: response.json().token }
}

/** Sends a request with a token, as a program without cookies. */
export async function sendWith(
  test: TestProduct,
  text: string,
  url: string,
  {
    method = 'GET',
    payload,
    headers = {},
  }: { method?: string; payload?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  return test.visitor().request(method as 'GET', url, payload, { authorization: `Bearer ${text}`, ...headers })
}
