// What a server needs before its first start: the web app and the bundles of the programs, when their sources have
// changed since the last build, and the links between PostgreSQL's libraries, which a service of another user could not
// make.
import { join } from 'node:path'
import { linkLibraries } from '../packages/database/src/embedded/binaries.ts'
import { buildWeb } from './build-web.ts'
import { buildPrograms } from './programs/build-program.ts'

const root = join(import.meta.dirname, '..')
linkLibraries()
await buildPrograms(root)
process.exit(buildWeb(root) ? 0 : 1)
