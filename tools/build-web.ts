import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt, markBuilt } from './build-stamp.ts'

/** Builds the web app when its sources have changed since the last build; false, with messages shown, if it cannot. */
export function buildWeb(root: string): boolean {
  if (isBuilt(root)) return true
  console.error('Building the web app (only the first time, and after a change) ...')
  const web = join(root, 'apps', 'web')
  const vite = join(web, 'node_modules', 'vite', 'bin', 'vite.js')
  // Its messages go to standard error: standard output belongs to the command itself.
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: ['ignore', 2, 2],
  })
  if (built.status === 0) markBuilt(root)
  else console.error('The web app could not be built; see the messages above.')
  return built.status === 0
}
