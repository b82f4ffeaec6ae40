import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { referencePage } from './reference-page.ts'

writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference.md'), referencePage())
