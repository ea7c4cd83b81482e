import type { Engine } from '../../../shared/summary.ts'

const providers: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  local: 'custom server',
}

/** "openai:gpt-…" as a person reads it: "gpt-… (OpenAI)". */
function inWords(name: string): string {
  const colon = name.indexOf(':')
  const provider = providers[name.slice(0, colon)]
  return provider === undefined ? name : `${name.slice(colon + 1)} (${provider})`
}

/** How summaries by these models are made. */
export function engineOf(names: readonly string[]): Engine {
  const models = new Intl.ListFormat('en', { type: 'conjunction' }).format(names.map(inWords))
  return {
    id: names.join(','),
    label: `Language ${names.length > 1 ? 'models' : 'model'} ${models}, quotes and places checked against the source`,
  }
}
