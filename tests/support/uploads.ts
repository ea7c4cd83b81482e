import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import { users } from '../../src/server/db/schema/index.ts'
import type { TestClient, TestProduct } from './product.ts'

/** Upload URL of a file, and its path afterwards. */
export interface Target {
  uploadURL: string
  objectPath: string
}

/** Path and query of a URL, for requests without a socket. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** Requests an upload URL. */
export async function requestUpload(
  client: TestClient,
  payload?: { fileName?: string; size?: number },
): Promise<Target> {
  const response = await client.post('/api/files/upload-url', payload)
  if (response.statusCode !== 200) throw new Error(`No address: ${response.body}`)
  return response.json()
}

/** Sends bytes to an upload URL of the server, without cookies. */
export async function sendFile(test: TestProduct, uploadURL: string, bytes: Uint8Array): Promise<Response> {
  return test.product.app.inject({
    method: 'PUT',
    url: pathOf(uploadURL),
    payload: Buffer.from(bytes),
    headers: { 'content-type': 'application/octet-stream' },
  })
}

/** Uploads a file; returns its objectPath. */
export async function uploadFile(
  test: TestProduct,
  client: TestClient,
  fileName: string,
  bytes: Uint8Array,
): Promise<string> {
  const { uploadURL, objectPath } = await requestUpload(client, { fileName, size: bytes.byteLength })
  const sent = await sendFile(test, uploadURL, bytes)
  if (sent.statusCode !== 200) throw new Error(`Not taken: ${sent.body}`)
  return objectPath
}

/** Checks an uploaded file. */
export const processUpload = async (client: TestClient, fileUrl: string, fileName = 'notes.pdf'): Promise<Response> =>
  client.post('/api/files/process', { fileUrl, fileName })

/** Names of all files in disk storage. */
export const storedFiles = async (dataDir: string): Promise<string[]> => readdir(path.join(dataDir, 'uploads'))

/** Sets a user's plan. */
export async function setPlan(test: TestProduct, email: string, subscriptionPlan: string): Promise<void> {
  await test.database.db.update(users).set({ subscriptionPlan }).where(eq(users.email, email))
}

/** Deletes a user's account, as an operator would. */
export async function deleteUser(test: TestProduct, email: string): Promise<void> {
  await test.database.db.delete(users).where(eq(users.email, email))
}
