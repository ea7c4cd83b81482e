const MESSAGE_CHARACTERS = 240
/** Shorter keys are placeholders: self-hosted servers accept any word. */
const SECRET_CHARACTERS = 4
/** Longest prefix of a message that is checked. */
const READ_CHARACTERS = 4000
/** Length of a run of characters that counts as an echo of the request. */
const ECHO_CHARACTERS = 20

/** Patterns of providers' keys and their contexts. All are linear: no repetition overlaps its neighbor. */
const keyLike: readonly RegExp[] = [
  /\b(?:sk|pk|rk|gsk|xai|hf|key)[-_][\w*.…-]{6,}/giu,
  /\bAIza[\w*-]{6,}/gu,
  /\b(?:bearer|basic)\s+\S+/giu,
  /\b(?:api[-_]?key|key|token|authorization|secret)["']?\s?[=:]\s?["']?[^\s"'&,]+/giu,
  /[\w+/*-]{40,}={0,2}/gu,
]

/** A key as written, in a URL, in JSON and in Base64. */
function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret, 'utf8').toString('base64')
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64]
}

/** Replaces the parts of a message that repeat the material. */
function withoutEchoes(message: string, material: string): string {
  let clean = ''
  let at = 0
  while (at < message.length) {
    if (at + ECHO_CHARACTERS > message.length || !material.includes(message.slice(at, at + ECHO_CHARACTERS))) {
      clean += message[at]
      at += 1
      continue
    }
    let end = at + ECHO_CHARACTERS
    while (end < message.length && material.includes(message.slice(end - ECHO_CHARACTERS + 1, end + 1))) end += 1
    clean += '…'
    at = end
  }
  return clean
}

/** Makes a provider's message safe to log. `material`: the whole request. */
export type Redact = (message: string, material: string) => string

/** Removes keys in any form, what looks like a key, and echoes of the source; cuts the rest to one short line. */
export function createRedact(secrets: readonly string[]): Redact {
  const longEnough = secrets.filter((secret) => secret.length >= SECRET_CHARACTERS)
  const forms = longEnough.flatMap(formsOf).sort((one, other) => other.length - one.length)
  return (message, material) => {
    let clean = message.slice(0, READ_CHARACTERS)
    for (const form of forms) clean = clean.replaceAll(form, '[key]')
    for (const pattern of keyLike) clean = clean.replaceAll(pattern, '[key]')
    const line = clean.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
    clean = withoutEchoes(line.slice(0, MESSAGE_CHARACTERS * 2), material)
    return clean.length <= MESSAGE_CHARACTERS ? clean : `${clean.slice(0, MESSAGE_CHARACTERS)}…`
  }
}
