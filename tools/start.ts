// Builds the web app when its sources have changed since the last build, then becomes the server.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt, markBuilt } from './build-stamp.ts'

const root = join(import.meta.dirname, '..')
const web = join(root, 'apps', 'web')

if (!isBuilt(root)) {
  console.error('Building the web app (only the first time, and after a change) ...')
  const built = spawnSync(
    process.execPath,
    [join(web, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: web,
      stdio: ['ignore', 2, 2],
    },
  )
  if (built.status !== 0) {
    console.error('The web app could not be built; see the messages above.')
    process.exit(1)
  }
  markBuilt(root)
}

// A child process, not an import: the server is the only thing that then reads signals and holds memory.
const server = spawn(process.execPath, [join(root, 'apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)))
