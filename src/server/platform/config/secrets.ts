import { environmentSchema } from './config-schema.ts'

type Source = Record<string, string | undefined>

/** Names of settings whose whole value is a secret. */
const secretName = /_(?:KEY|SECRET|TOKEN)$/
/** Read by the AWS SDK only. */
const awsNames = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']
/** Headers of trace exports, which contain API keys. */
const headerNames = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS']
/** Shorter values are not secrets, and would match parts of ordinary words. */
const MIN_CHARACTERS = 8

/** A percent-encoded value, and its decoded form. */
function withoutEncoding(value: string): string[] {
  try {
    return [value, decodeURIComponent(value)]
  } catch {
    return [value]
  }
}

/** The password in a URL, encoded and decoded. */
function passwordsIn(address: string): string[] {
  const password = URL.parse(address)?.password ?? ''
  return password === '' ? [] : withoutEncoding(password)
}

/** The values in a list of headers in OpenTelemetry's format: `name=value,name=value`, percent-encoded. */
const valuesIn = (headers: string): string[] =>
  headers.split(',').flatMap((header) => {
    const value = header.slice(header.indexOf('=') + 1).trim()
    const values = withoutEncoding(value)
    // Also without the authentication scheme.
    return values.concat(values.flatMap((one) => one.split(' ')))
  })

/** All secrets in the environment: keys, and passwords in URLs. */
export function secretsIn(source: Source = process.env): string[] {
  const names = [...Object.keys(environmentSchema.shape), ...awsNames]
  const ofHeaders = headerNames.flatMap((name) => valuesIn(source[name] ?? ''))
  const own = names.flatMap((name) => {
    const value = source[name]?.trim() ?? ''
    return secretName.test(name) ? [value] : name.endsWith('_URL') ? passwordsIn(value) : []
  })
  return [...own, ...ofHeaders]
}

/** Forms in which a secret may appear in messages: verbatim, in a URL, in JSON, in a header. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
]

/**
 * Creates a function that removes secrets from a text. It is the last of several guards: a service that rejects a key may
 * repeat it in its response, which is then logged.
 */
export function createScrubber(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.filter(({ length }) => length >= MIN_CHARACTERS).flatMap(formsOf))].sort(
    (one, other) => other.length - one.length,
  )
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, '[secret]'), text)
}
