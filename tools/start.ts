// Builds the web app when its sources have changed since the last build, then runs the server.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'

const root = join(import.meta.dirname, '..')
if (!buildWeb(root)) process.exit(1)

// A child process, not an import: the server alone then answers signals and holds memory. The channel between the two
// closes when this one ends, however it ends, and the server then stops.
const server = spawn(process.execPath, [join(root, 'apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
// Likewise with the launcher of this one.
if (process.connected) process.on('disconnect', () => server.kill('SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)))
