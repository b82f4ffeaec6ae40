// Writes the files that are derived from others and not kept in git. Runs before every task of tools/run.mjs.
import { generateRoutes } from '../apps/web/generate-routes.ts'

await generateRoutes()
