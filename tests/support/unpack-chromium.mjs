// Unpacks the Chromium of @sparticuz/chromium. The package writes to the system's temporary folder, under fixed names
// that the first user of a machine owns; as a program of its own, that folder can be set for it alone (TMPDIR).
import path from 'node:path'
import { inflate } from '@sparticuz/chromium'

const [packed] = process.argv.slice(2)

await Promise.all(
  ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((name) =>
    inflate(path.join(packed, name)),
  ),
)
