// Writes the table of settings in docs/configuration.md from src/server/platform/config/settings.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { settingsTable } from '../src/server/platform/config/config-schema.ts'

const file = new URL('../docs/configuration.md', import.meta.url)
const table = /(<!-- settings: .*? -->\n)[^]*?(<!-- \/settings -->)/u
writeFileSync(
  file,
  readFileSync(file, 'utf8').replace(table, (_all, begin, end) => `${begin}\n${settingsTable()}\n\n${end}`),
)
