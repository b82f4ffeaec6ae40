// What a service needs before its first start: the web app, when its sources have changed since the last build, and the
// links between PostgreSQL's libraries, which a service of another user could not make.
import { join } from 'node:path'
import { linkLibraries } from '../packages/database/src/embedded/binaries.ts'
import { buildWeb } from './build-web.ts'

linkLibraries()
process.exit(buildWeb(join(import.meta.dirname, '..')) ? 0 : 1)
