// Builds the bundles of the programs that are missing or out of date.
import { join } from 'node:path'
import { buildPrograms } from './build-program.ts'

await buildPrograms(join(import.meta.dirname, '..', '..'))
