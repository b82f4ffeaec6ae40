// Generates the files that are derived from others and not stored in git. Runs before a task of tools/run.mjs if any
// source has changed.
import { join } from 'node:path'
import { generateAdapters } from './generate-adapters.ts'
import { generateDocumentation } from './generate-documentation.ts'
import { generateFieldNotes } from './generate-field-notes.ts'
import { generateIndicators } from './generate-indicators.ts'
import { generateLists } from './generate-lists.ts'
import { readFieldNotes } from './read-field-notes.ts'
import { everythingBelow, writeStamp } from './stamp.mjs'
import { readPackages } from './workspace/read-packages.ts'
import { writeProjects } from './workspace/write-projects.ts'

/** Sources and generated files; a generated file that was removed or changed is written again. */
const FILES = [
  'apps/server/src/features/api-documents/field-notes.generated.ts',
  'apps/server/src/features/notifications/channels',
  'apps/server/src/features/notifications/channels.generated.ts',
  'apps/web/src/features/notifications/channel-views.generated.ts',
  'apps/web/src/features/notifications/channels',
  'apps/web/src/route-tree.generated.ts',
  'apps/web/src/routes',
  'apps/web/tsr.config.json',
  'packages/client/README.md',
  'packages/client/generate-types.ts',
  'packages/client/print-type.ts',
  'packages/client/src/api.generated.ts',
  'packages/contracts/src',
  'packages/documentation/api',
  'packages/documentation/guide',
  'packages/documentation/src/sources.generated.ts',
  'packages/domain/src',
  'packages/indicators/src/catalog',
  'packages/indicators/src/catalog.generated.d.ts',
  'packages/indicators/src/catalog.generated.js',
  'packages/indicators/src/catalog-texts.generated.d.ts',
  'packages/indicators/src/catalog-texts.generated.js',
  'packages/market-data/src/import/formats',
  'packages/market-data/src/import/formats.generated.ts',
  'packages/market-data/src/sources/providers',
  'packages/market-data/src/sources/sources.generated.ts',
  'packages/script/api',
  'packages/trading/src/guard/rules',
  'packages/trading/src/guard/rules.generated.ts',
  'packages/venues/src/adapters',
  'packages/venues/src/adapters.generated.ts',
  'pnpm-lock.yaml',
  'tools/generate-adapters.ts',
  'tools/generate-documentation.ts',
  'tools/generate-field-notes.ts',
  'tools/generate-indicators.ts',
  'tools/generate-lists.ts',
  'tools/generate.ts',
  'tools/read-field-notes.ts',
  'tools/workspace',
  'tsconfig.json',
  'tsconfig.tests.json',
  // A new folder here means a new package.
  'apps',
  'packages',
  'tests',
]

const root = join(import.meta.dirname, '..')
const since = Date.now()
generateAdapters()
generateIndicators()
generateLists()
generateDocumentation()
generateFieldNotes()
writeProjects(root)
const { generateRoutes } = await import('../apps/web/generate-routes.ts')
await generateRoutes()
const { generateClientTypes } = await import('../packages/client/generate-types.ts')
generateClientTypes(readFieldNotes(join(root, 'packages/contracts/src')))
const manifests = readPackages(root).map(({ folder }) => `${folder}/package.json`)
const paths = [...FILES, ...manifests].map((path) => join(root, path))
writeStamp(
  join(root, '.cache', 'generated.json'),
  paths.flatMap((path) => (isParent(path) ? [path] : everythingBelow(path))),
  { since },
)

function isParent(path: string): boolean {
  return ['apps', 'packages', 'tests'].some((name) => path === join(root, name))
}
