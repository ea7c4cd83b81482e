import { environmentSchema } from './config-schema.ts'

type Source = Record<string, string | undefined>

/** Settings that are secrets as a whole, by how they are named. */
const secretName = /_(?:KEY|SECRET|TOKEN)$/
/** Read by the SDK of the file store, and by nobody here. */
const namesOfSdk = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']
/** Headers with which traces are sent: the keys of who takes them in. */
const namesOfHeaders = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS']
/** Anything shorter is no secret, and would be found in every other word. */
const LEAST_CHARACTERS = 8

/** A value as it stands in an address, and as it is meant. */
function withoutEncoding(value: string): string[] {
  try {
    return [value, decodeURIComponent(value)]
  } catch {
    return [value]
  }
}

/** The password in an address, as it stands there and as it is meant. */
function passwordsIn(address: string): string[] {
  const password = URL.parse(address)?.password ?? ''
  return password === '' ? [] : withoutEncoding(password)
}

/** The values in a list of headers, as OpenTelemetry writes one: `name=value,name=value`, encoded as in an address. */
const valuesIn = (headers: string): string[] =>
  headers.split(',').flatMap((header) => {
    const value = header.slice(header.indexOf('=') + 1).trim()
    const values = withoutEncoding(value)
    // Without the name of the scheme as well.
    return values.concat(values.flatMap((one) => one.split(' ')))
  })

/**
 * Every secret that the environment holds: keys, and passwords in addresses.
 *
 * @param source the environment; the process's own when left out
 */
export function secretsIn(source: Source = process.env): string[] {
  const names = [...Object.keys(environmentSchema.shape), ...namesOfSdk]
  const ofHeaders = namesOfHeaders.flatMap((name) => valuesIn(source[name] ?? ''))
  const own = names.flatMap((name) => {
    const value = source[name]?.trim() ?? ''
    return secretName.test(name) ? [value] : name.endsWith('_URL') ? passwordsIn(value) : []
  })
  return [...own, ...ofHeaders]
}

/** Forms in which a secret turns up in what others say: as it is, in an address, in JSON, in a header. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
]

/**
 * Makes a function that takes secrets out of a text. It is the last of several guards: a service that refuses a key may
 * repeat it in its answer, and whoever logs that answer cannot know.
 */
export function createScrubber(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.filter(({ length }) => length >= LEAST_CHARACTERS).flatMap(formsOf))].sort(
    (one, other) => other.length - one.length,
  )
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, '[secret]'), text)
}
