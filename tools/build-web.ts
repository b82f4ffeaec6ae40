import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from './build-client.ts'
import { currentStamp, everythingBelow, writeStamp } from './stamp.mjs'

/** Sources of the browser bundle; a change in any of them requires a new build. */
const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/lean-contracts.ts',
  'apps/web/lean-zod.ts',
  'apps/web/mantine-styles.ts',
  'apps/web/rare-contracts.ts',
  'apps/web/route-pages.ts',
  'apps/web/tsr.config.json',
  'apps/web/package.json',
  'packages/contracts/src',
  'packages/domain/src',
  'packages/indicators/src',
  'packages/metrics/src',
  'packages/optimizer/src',
  'packages/script/api',
  'packages/script/src',
  'pnpm-lock.yaml',
]

/**
 * Builds the web app, and the client that the server serves beside it, if their sources have changed since the last build;
 * false, with messages, if a build fails.
 */
export function buildWeb(root: string): boolean {
  const client = buildClient(root)
  if (client === null || !buildPages(root)) return false
  const served = join(root, 'apps/web/dist/client.tgz')
  const isServed = existsSync(served) && readFileSync(served).equals(readFileSync(client))
  if (!isServed) copyFileSync(client, served)
  return true
}

function buildPages(root: string): boolean {
  const web = join(root, 'apps', 'web')
  const stamp = join(web, 'dist', '.sources')
  if (currentStamp(stamp) !== null) return true
  console.error('Building the web app (only the first time, and after a change) ...')
  const since = Date.now()
  const vite = join(web, 'node_modules', 'vite', 'bin', 'vite.js')
  // Messages go to standard error: standard output belongs to the command itself.
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: ['ignore', 2, 2],
  })
  const sources = SOURCES.flatMap((source) => everythingBelow(join(root, source)))
  if (built.status === 0) writeStamp(stamp, sources, { since })
  else console.error('The web app could not be built; see the messages above.')
  return built.status === 0
}
