// Builds what a server needs before its first start, if the sources have changed: the web app and the program bundles.
// Also links PostgreSQL's libraries, which a service running as another user could not do.
import { join } from 'node:path'
import { linkLibraries } from '../packages/database/src/embedded/binaries.ts'
import { buildWeb } from './build-web.ts'
import { buildPrograms } from './programs/build-program.ts'

const root = join(import.meta.dirname, '..')
linkLibraries()
await buildPrograms(root)
process.exit(buildWeb(root) ? 0 : 1)
