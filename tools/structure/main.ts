import { join } from 'node:path'
import { ALLOWED_CIRCLES } from './allowed-circles.ts'
import { checkStructure } from './check-structure.ts'

/** Rules that are reported but do not fail yet: the code is being moved to obey them. */
const PENDING = [/the platform knows no feature/, /insides of/, /import types from each other/]

const { violations, files } = checkStructure(join(import.meta.dirname, '..', '..'), ALLOWED_CIRCLES)
for (const { file, imports, why } of violations) console.error(`${file}: ${imports}: ${why}`)
console.error(`Structure: ${files} files, ${violations.length} violations`)
const failing = violations.filter(({ why }) => !PENDING.some((rule) => rule.test(why)))
// A checker that saw nothing has not checked anything.
process.exit(failing.length === 0 && files > 100 ? 0 : 1)
