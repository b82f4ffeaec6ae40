import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8')

/** The program's version, from its manifest. */
export const PROGRAM_VERSION = (JSON.parse(manifest) as { version: string }).version
