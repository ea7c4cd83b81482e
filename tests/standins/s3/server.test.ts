import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forSuite } from '../../support/suite.ts'
import { startS3Standin } from './server.ts'

const clients: S3Client[] = []
const standin = forSuite(async () => startS3Standin())
beforeAll(async () => {
  standin.allowOrigin('https://precis.example')
})
afterAll(async () => {
  for (const client of clients) client.destroy()
})

function client(credentials = standin.credentials): S3Client {
  const made = new S3Client({
    endpoint: standin.origin,
    forcePathStyle: true,
    region: 'eu-west-1',
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    maxAttempts: 1,
  })
  clients.push(made)
  return made
}
const at = (Key: string) => ({ Bucket: standin.bucket, Key })

describe('S3 stand-in', () => {
  it.each([
    ['a wrong secret', { accessKeyId: 'standin-key', secretAccessKey: 'guessed' }, 'SignatureDoesNotMatch'],
    ['an unknown account', { accessKeyId: 'nobody', secretAccessKey: 'standin-secret' }, 'InvalidAccessKeyId'],
  ])('rejects %s', async (_, credentials, code) => {
    const sent = client(credentials).send(new PutObjectCommand({ ...at('x'), Body: 'x' }))
    await expect(sent).rejects.toMatchObject({ name: code, $metadata: { httpStatusCode: 403 } })
    expect(standin.objects.has('x')).toBe(false)
  })

  it('rejects requests without a signature, and expired URLs', async () => {
    const plain = await fetch(`${standin.origin}/${standin.bucket}/x`, { method: 'PUT', body: 'x' })
    expect(plain.status).toBe(403)
    const command = new PutObjectCommand(at('x'))
    const old = await getSignedUrl(client(), command, { expiresIn: 60, signingDate: new Date(Date.now() - 61_000) })
    const late = await fetch(old, { method: 'PUT', body: 'x' })
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')])
    expect(standin.objects.has('x')).toBe(false)
  })
})
