import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Credentials of the stand-in's only account. */
export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
}

/** An error with S3's code and message (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'S3Refusal'
    this.status = status
    this.code = code
  }
}

/** Allowed clock skew, as at S3. */
const MAX_SKEW_MS = 15 * 60_000
const UNSIGNED = 'UNSIGNED-PAYLOAD'
const ALGORITHM = 'AWS4-HMAC-SHA256'

const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()
const denied = (message: string): S3Refusal => new S3Refusal(403, 'AccessDenied', message)

/** Percent-encodes all but the unreserved characters of RFC 3986, as signatures require. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/gu, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signature parameters of a request. */
interface Claim {
  credential: string
  signedHeaders: string[]
  signature: string
  /** Basic ISO 8601: 20260131T120000Z. */
  date: string
  payloadHash: string
  /** Seconds; null for a signature in headers. */
  expires: number | null
}

function claimInQuery(query: URLSearchParams): Claim {
  const part = (name: string): string => query.get(`X-Amz-${name}`) ?? ''
  if (part('Algorithm') !== ALGORITHM) throw denied('Only AWS4-HMAC-SHA256 is taken.')
  return {
    credential: part('Credential'),
    signedHeaders: part('SignedHeaders').split(';'),
    signature: part('Signature'),
    date: part('Date'),
    payloadHash: UNSIGNED,
    expires: Number(part('Expires')),
  }
}

function claimInHeaders(request: IncomingMessage): Claim {
  const authorization = request.headers.authorization ?? ''
  const part = (name: string): string => new RegExp(`${name}=([^,\\s]+)`, 'u').exec(authorization)?.[1] ?? ''
  if (!authorization.startsWith(`${ALGORITHM} `)) throw denied('This request is not signed.')
  return {
    credential: part('Credential'),
    signedHeaders: part('SignedHeaders').split(';'),
    signature: part('Signature'),
    date: [request.headers['x-amz-date']].flat().join(''),
    payloadHash: [request.headers['x-amz-content-sha256']].flat().join(''),
    expires: null,
  }
}

function checkTime(claim: Claim): void {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u.exec(claim.date)
  if (match === null) throw denied('The date of this request is missing.')
  const [, year, month, day, hour, minute, second] = match
  const age = Date.now() - Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (claim.expires === null) {
    if (Math.abs(age) > MAX_SKEW_MS) throw new S3Refusal(403, 'RequestTimeTooSkewed', 'The clocks are too far apart.')
    return
  }
  if (!(claim.expires >= 1 && claim.expires <= 604_800)) {
    throw new S3Refusal(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires must be from 1 to 604800.')
  }
  if (age < -MAX_SKEW_MS || age > claim.expires * 1000) throw denied('Request has expired')
}

function canonicalRequest(request: IncomingMessage, url: URL, claim: Claim): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = claim.signedHeaders.map(
    (name) => `${name}:${[request.headers[name] ?? ''].flat().join(',').trim().replace(/\s+/gu, ' ')}\n`,
  )
  return [request.method, url.pathname, query, headers.join(''), claim.signedHeaders.join(';'), claim.payloadHash].join(
    '\n',
  )
}

/** Every header that S3 acts on must be signed, or a proxy could add one. */
function checkCoverage(request: IncomingMessage, claim: Claim): void {
  const signed = new Set(claim.signedHeaders)
  const uncovered = Object.keys(request.headers).find((name) => name.startsWith('x-amz-') && !signed.has(name))
  if (!signed.has('host') || uncovered !== undefined) {
    throw denied(`There were headers present in the request which were not signed: ${uncovered ?? 'host'}`)
  }
}

/**
 * Verifies a request's version 4 signature, in headers or in the URL
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html).
 * @returns the expected hash of the body; null if the body isn't signed
 * @throws S3Refusal
 */
export function checkSignature(request: IncomingMessage, url: URL, credentials: Credentials): string | null {
  const claim = url.searchParams.has('X-Amz-Signature') ? claimInQuery(url.searchParams) : claimInHeaders(request)
  checkTime(claim)
  checkCoverage(request, claim)
  const [accessKeyId, day = '', region = '', service = '', end] = claim.credential.split('/')
  if (accessKeyId !== credentials.accessKeyId) {
    throw new S3Refusal(403, 'InvalidAccessKeyId', 'The access key is not known.')
  }
  if (service !== 's3' || end !== 'aws4_request' || !claim.date.startsWith(day)) {
    throw new S3Refusal(400, 'AuthorizationHeaderMalformed', 'The scope of the credential is wrong.')
  }
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = [ALGORITHM, claim.date, scope, sha256(canonicalRequest(request, url, claim))].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`)
  const expected = hmac(key, toSign)
  const given = Buffer.from(claim.signature, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new S3Refusal(403, 'SignatureDoesNotMatch', 'The signature does not match the request.')
  }
  if (claim.payloadHash === UNSIGNED) return null
  if (!/^[\da-f]{64}$/u.test(claim.payloadHash)) {
    throw new S3Refusal(501, 'NotImplemented', 'Bodies signed in chunks are not taken here.')
  }
  return claim.payloadHash
}
