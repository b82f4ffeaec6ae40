// Builds the web app when its sources have changed since the last build, and nothing else.
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'

process.exit(buildWeb(join(import.meta.dirname, '..')) ? 0 : 1)
