import { join } from 'node:path'
import { ALLOWED_CIRCLES } from './allowed-circles.ts'
import { checkStructure } from './check-structure.ts'

const { violations, files } = checkStructure(join(import.meta.dirname, '..', '..'), ALLOWED_CIRCLES)
for (const { file, imports, why } of violations) console.error(`${file}: ${imports}: ${why}`)
console.error(`Structure: ${files} files, ${violations.length} violations`)

// A run that found hardly any files has not checked anything.
process.exit(violations.length === 0 && files > 100 ? 0 : 1)
