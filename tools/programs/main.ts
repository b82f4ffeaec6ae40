// Builds the missing or outdated program bundles.
import { join } from 'node:path'
import { buildPrograms } from './build-program.ts'

await buildPrograms(join(import.meta.dirname, '..', '..'))
