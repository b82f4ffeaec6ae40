// Writes the files that are derived from others and not kept in git. Runs before every task of tools/run.mjs.
import { join } from 'node:path'
import { generateRoutes } from '../apps/web/generate-routes.ts'
import { generateIndicators } from './generate-indicators.ts'
import { writeProjects } from './workspace/write-projects.ts'

generateIndicators()
writeProjects(join(import.meta.dirname, '..'))
await generateRoutes()
