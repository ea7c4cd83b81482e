// Unpacks the Chromium of @sparticuz/chromium. The package writes to the system's temporary folder, under fixed names
// that belong to the first user of a machine; a separate process can have its own TMPDIR.
import path from 'node:path'
import { inflate } from '@sparticuz/chromium'

const [packed] = process.argv.slice(2)

await Promise.all(
  ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((name) =>
    inflate(path.join(packed, name)),
  ),
)
