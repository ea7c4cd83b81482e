import { strFromU8, unzipSync } from 'fflate'
import type { Response } from 'light-my-request'
import { myDataPath } from '../../src/shared/api/routes.ts'
import type { TestClient } from './product.ts'

/** Files of a data download, by name. */
export type UserDataFiles = ReadonlyMap<string, string>

/** Content of the archive in a response. */
export function openArchive(bytes: Uint8Array): UserDataFiles {
  return new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]))
}

/** Downloads a user's data. */
export async function downloadUserData(client: TestClient): Promise<{ response: Response; files: UserDataFiles }> {
  const response = await client.get(myDataPath)
  if (response.statusCode !== 200) throw new Error(`No data: ${response.statusCode} ${response.body}`)
  return { response, files: openArchive(response.rawPayload) }
}

/** A JSON file in the download. */
export function jsonIn(files: UserDataFiles, name: string): unknown {
  const text = files.get(name)
  if (text === undefined) throw new Error(`${name} is not there: ${[...files.keys()].join(', ')}`)
  return JSON.parse(text)
}
