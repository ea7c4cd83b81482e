import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import { users } from '../../src/server/db/schema/index.ts'
import type { TestClient, TestProduct } from './product.ts'

/** Where a file is to be sent, and what names it afterwards. */
export interface Target {
  uploadURL: string
  objectPath: string
}

/** Path and query of an address: what a test without a socket asks for. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** Asks where to send a file to. */
export async function askTarget(client: TestClient, payload?: { fileName?: string; size?: number }): Promise<Target> {
  const response = await client.post('/api/files/upload-url', payload)
  if (response.statusCode !== 200) throw new Error(`No address: ${response.body}`)
  return response.json()
}

/** Sends bytes to an address of the server, as whoever holds it: without cookies. */
export async function sendFile(test: TestProduct, uploadURL: string, bytes: Uint8Array): Promise<Response> {
  return test.product.app.inject({
    method: 'PUT',
    url: pathOf(uploadURL),
    payload: Buffer.from(bytes),
    headers: { 'content-type': 'application/octet-stream' },
  })
}

/** Uploads a file; its objectPath. */
export async function uploadFile(
  test: TestProduct,
  client: TestClient,
  fileName: string,
  bytes: Uint8Array,
): Promise<string> {
  const { uploadURL, objectPath } = await askTarget(client, { fileName, size: bytes.byteLength })
  const sent = await sendFile(test, uploadURL, bytes)
  if (sent.statusCode !== 200) throw new Error(`Not taken: ${sent.body}`)
  return objectPath
}

/** Has an uploaded file looked at. */
export const lookAt = async (client: TestClient, fileUrl: string, fileName = 'notes.pdf'): Promise<Response> =>
  client.post('/api/files/process', { fileUrl, fileName })

/** Names of all files that a product keeps on disk. */
export const keptFiles = async (dataDir: string): Promise<string[]> => readdir(path.join(dataDir, 'uploads'))

/** Puts a person on a plan. */
export async function setPlan(test: TestProduct, email: string, subscriptionPlan: string): Promise<void> {
  await test.database.db.update(users).set({ subscriptionPlan }).where(eq(users.email, email))
}

/** Takes a person's account away, as an operator would. */
export async function removePerson(test: TestProduct, email: string): Promise<void> {
  await test.database.db.delete(users).where(eq(users.email, email))
}
